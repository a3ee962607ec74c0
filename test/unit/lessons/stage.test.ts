/** The page as a stage: which runs count, what is read, where a step leads, what is said to have happened. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { Happening } from '../../../src/core/lessons/goals.ts';
import { cursorStore } from '../../../src/page/state/address/cursor.ts';
import { documentStore } from '../../../src/page/state/document/document.ts';
import { createEstimatorsStore } from '../../../src/page/features/estimators/estimators.ts';
import { openLessonText } from '../../../src/words/words.ts';
import { onHappening } from '../../../src/page/state/happenings/happenings.ts';
import { pageStage } from '../../../src/page/state/lessons/stage.ts';
import { runsStore } from '../../../src/page/state/runs/runs.ts';
import { newRun } from '../../../src/page/state/runs/reduce.ts';
import type { RunSet } from '../../../src/page/state/runs/types.ts';
import { runsViewStore } from '../../../src/page/state/runsView/runsView.ts';
import { createSharesStore } from '../../../src/page/features/shares/shares.ts';
import { document, episode } from '../core/episode/records.ts';

const NEVER = (): boolean => true;
const RUNS = { recorded: 'recorded/x', own: null };

function show(...runs: readonly Partial<RunSet>[]): void {
  const all = runs.map((run, index): RunSet => ({ ...newRun(`run-${index}`, document), phase: 'finished', ...run }));
  runsStore.setState({
    runs: Object.fromEntries(all.map((run) => [run.id, run])),
    order: all.map(({ id }) => id),
    current: all.at(-1)?.id ?? null,
  });
}

beforeEach(() => {
  documentStore.getState().switchTo({ document, past: [], future: [] });
  cursorStore.getState().move({ place: 'inspect', iteration: null });
});

describe('the run that counts', () => {
  const counted = (since: number, underWay: string | null = null) => pageStage.facts(since, underWay).run;

  it('is the newest that was begun since then, or was under way', () => {
    show({ began: 10, metrics: [{ iteration: 7 }] }, { began: 20, metrics: [{ iteration: 8 }] });
    expect(counted(15)?.metrics).toEqual([{ iteration: 8 }]);
    expect(counted(25)).toBeNull();
    expect(counted(25, 'run-0')?.metrics).toEqual([{ iteration: 7 }]);
  });

  it('is none of another project, and none that was recorded', () => {
    const other = { ...document, training: { ...document.training, learningRate: 0.5 } };
    show({ began: 20, origin: 'recorded' }, { began: 20, document: other });
    expect(counted(0)).toBeNull();
    show({ began: 20, document: { ...document, training: { ...document.training, iterations: 9 } } });
    expect(counted(0), 'a longer run is no other').not.toBeNull();
  });
});

describe('where a step leads', () => {
  beforeEach(() => show({ episodes: { 3: [episode(3, 0), episode(3, 1)] } }));
  const at = () => {
    const { place, iteration, episode: read, message, token, role } = cursorStore.getState();
    return { place, iteration, episode: read, message, token, role };
  };

  it('is gone to as far as it says', async () => {
    const to = { place: 'inspect', role: 'solver', iteration: 3, episode: 1, message: 1, token: 0 } as const;
    expect(await pageStage.enter(to, RUNS, NEVER)).toBeNull();
    expect(at()).toEqual({ place: 'inspect', iteration: 3, episode: 1, message: 1, token: 0, role: 'solver' });
    expect(pageStage.facts(0, null).episode).toEqual({ reward: episode(3, 1).reward, role: 'solver' });
    expect(await pageStage.enter({ place: 'team', role: 'nobody' }, RUNS, NEVER)).toBeNull();
    expect(at(), 'what is left out stays').toEqual({ place: 'team', iteration: 3, episode: 1, message: 1, token: 0, role: 'solver' });
  });

  it('is told where it is not there', async () => {
    expect(await pageStage.enter({ iteration: 9 }, RUNS, NEVER)).toBe(openLessonText.noIteration(9));
    expect(await pageStage.enter({ iteration: 3, episode: 5 }, RUNS, NEVER)).toBe(openLessonText.noEpisode(5));
    expect(await pageStage.enter({ iteration: 3, episode: 0, message: 7, token: 0 }, RUNS, NEVER)).toBe(openLessonText.noEpisode(0));
  });

  it('is the nearest iteration there is, where the learner’s own run is wanted', async () => {
    const to = { place: 'inspect', run: 'own', iteration: 15, episode: 1, message: 1 } as const;
    show({ id: 'recorded/x', origin: 'recorded', episodes: { 3: [episode(3, 1)], 10: [episode(10, 1)], 40: [episode(40, 1)] } });
    expect(await pageStage.enter(to, RUNS, NEVER), 'none was trained: the recorded one').toBeNull();
    expect(at()).toMatchObject({ iteration: 10, episode: 1, message: 1 });
    expect(await pageStage.enter({ ...to, run: 'recorded' }, RUNS, NEVER), 'of a recorded run it is exact').toBe(
      openLessonText.noIteration(15),
    );
    show({ id: 'own', episodes: { 3: [episode(3, 1)] } });
    expect(await pageStage.enter(to, { ...RUNS, own: 'own' }, NEVER), 'one that was stopped early').toBeNull();
    expect(at()).toMatchObject({ iteration: 3, episode: 1 });
    show({ id: 'empty' });
    expect(await pageStage.enter(to, { ...RUNS, own: 'empty' }, NEVER)).toBe(openLessonText.noIteration(15));
  });

  it('knows what the run that is read was trained with', () => {
    const appo = { ...document, training: { ...document.training, algorithm: 'appo' as const } };
    show({ document: appo, episodes: { 3: [episode(3, 0)] } });
    cursorStore.getState().move({ place: 'inspect', iteration: 3, episode: 0 });
    expect(pageStage.facts(0, null).read?.training.algorithm).toBe('appo');
    cursorStore.getState().move({ place: 'runs' });
    expect(pageStage.facts(0, null).read).toBeNull();
  });

  it('has no episode on screen where none is read', () => {
    cursorStore.getState().move({ place: 'runs' });
    expect(pageStage.facts(0, null).episode).toBeNull();
  });

  it('brings the learner’s own run', async () => {
    show({ id: 'own' }, { id: 'other' });
    expect(await pageStage.enter({ run: 'own' }, { ...RUNS, own: 'own' }, NEVER)).toBeNull();
    expect(runsStore.getState().current).toBe('own');
  });
});

it('what happens is said where it happens', async () => {
  const heard: Happening[] = [];
  const stop = onHappening((what) => heard.push(what));
  runsViewStore.getState().compare(['a']);
  expect(heard).toEqual([]);
  runsViewStore.getState().compare(['a', 'b']);
  createEstimatorsStore(() => 0)
    .getState()
    .set({ rolls: 4 });
  createEstimatorsStore(() => 0)
    .getState()
    .set({ discounts: { gamma: 1, gammaToken: 1, lambda: 0, lambdaToken: 0 } });
  const answers = (answer: unknown) => ({ getState: () => ({ versions: async () => [0], ask: async () => answer as never }) });
  await createSharesStore(answers(null)).getState().ask('run');
  await createSharesStore(answers({ method: 'exact', problems: 1, shares: [], worth: [] }))
    .getState()
    .ask('run');
  stop();
  runsViewStore.getState().compare(['a', 'b']);
  expect(heard).toEqual(['compared', 'asked-estimators', 'asked-shares']);
});
