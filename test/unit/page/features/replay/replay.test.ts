/** Edit and replay: what is asked for a draft, what becomes of the answer, and what the view draws of it. */
import { describe, expect, it } from 'vitest';
import type { Branch } from '../../../../../src/core/counterfactual/branches.ts';
import type { Change, Counterfactual, LabQuestion, TeamVersion } from '../../../../../src/core/counterfactual/questions.ts';
import type { EpisodeRecord } from '../../../../../src/core/episode/records.ts';
import type { Asker } from '../../../../../src/page/state/lab/types.ts';
import {
  changeOf,
  createReplayStore,
  type DraftRef,
  draftOf,
  MOST_ROLLS,
  usualTeam,
} from '../../../../../src/page/features/replay/createReplay.ts';
import { lanesOf, pairsCsv, pairsOf, sourceEpisode, staleIn, pairCountsOf } from '../../../../../src/page/features/replay/model.ts';

const record = (reward: number, ...texts: string[]): EpisodeRecord =>
  ({
    reward,
    messages: texts.map((text, index) => ({ role: 'abc'[index % 3], text, turn: 0, sees: [], prompt_ids: [text.length] })),
  }) as unknown as EpisodeRecord;

const answer: Counterfactual = {
  original: [record(0, 'p', 'q'), record(1, 'p', 'r', 's'), record(0.5, 'p', 'q')],
  edited: [record(1, 'x', 'q'), record(1, 'x', 'y'), record(0.25, 'x', 'z', 'w')],
  difference: 0.25,
  interval: null,
};
const branch = (change: Change, pinned: readonly number[] = []): Branch => ({
  id: 'one',
  parent: null,
  iteration: 4,
  episode: 2,
  change,
  pinned,
  team: 3,
  backend: 'wasm',
  made: 1,
  answer,
});
const say: Change = { kind: 'message', message: 0, text: 'x' };

describe('what is drawn', () => {
  it('pairs continuations of one number, and tells how many went which way', () => {
    const pairs = pairsOf(answer);
    expect(pairs).toEqual([
      { continuation: 1, original: 0, edited: 1 },
      { continuation: 2, original: 1, edited: 1 },
      { continuation: 3, original: 0.5, edited: 0.25 },
    ]);
    expect(pairCountsOf(pairs)).toEqual({ better: 1, same: 1, worse: 1, original: 0.5, edited: 0.75 });
    expect(pairsCsv(answer).split('\r\n')[1]).toBe('1,0,1,1');
  });

  it('stands the messages of both sides beside one another, with what became of each', () => {
    const lanes = lanesOf(branch(say, [1]), 3);
    expect(lanes.map(({ fate, same, original, edited }) => [fate, same, original?.text, edited?.text])).toEqual([
      ['changed', false, 'p', 'x'],
      ['pinned', false, 'q', 'z'],
      ['anew', false, undefined, 'w'],
    ]);
    const temperature: Change = { kind: 'temperature', message: 1, role: 'b', temperature: 2 };
    expect(lanesOf(branch(temperature), 1).map(({ fate, same }) => [fate, same])).toEqual([
      ['before', false],
      ['anew', true],
    ]);
  });

  it('counts in how many continuations a pinned message would be asked otherwise', () => {
    expect(staleIn(branch(say, [1]), record(0, 'p', 'q')).get(1)).toEqual({ changed: 0, of: 3 });
    expect(staleIn(branch(say, [1]), record(0, 'p', 'longer')).get(1)).toEqual({ changed: 3, of: 3 });
  });

  it('finds what is edited: the recording, or a continuation with the change, or nothing any more', () => {
    const recording = record(0, 'p');
    expect(sourceEpisode([], recording, null)).toBe(recording);
    expect(sourceEpisode([branch(say)], recording, { id: 'one', continuation: 2 })).toBe(answer.edited[1]);
    expect(sourceEpisode([], recording, { id: 'one', continuation: 2 })).toBeNull();
  });
});

describe('a draft', () => {
  const about: DraftRef = { runId: 'run', iteration: 4, episode: 2, source: null, message: 1 };
  const said = { role: 'b', text: 'q', prompt: 'Be b.', temperature: 1, team: 3 };

  it('changes nothing until something is written, and begins anew elsewhere', () => {
    const store = createReplayStore({
      lab: () => ({}) as never,
      branches: () => ({ runs: {}, add: async () => {} }),
      newId: () => '',
      now: () => 0,
    });
    expect(changeOf(draftOf(store.getState(), about), said)).toEqual({ kind: 'message', message: 1, text: 'q' });
    store.getState().edit(about, { kind: 'temperature', temperature: 0.5 });
    expect(changeOf(draftOf(store.getState(), about), said)).toEqual({ kind: 'temperature', message: 1, role: 'b', temperature: 0.5 });
    const elsewhere = { ...about, message: 0 };
    // Of the same kind, without what was written.
    expect(changeOf(draftOf(store.getState(), elsewhere), said)).toEqual({ kind: 'temperature', message: 0, role: 'b', temperature: 1 });
    store.getState().edit(about, { kind: 'adapter' });
    expect(changeOf(draftOf(store.getState(), about), said)).toMatchObject({ kind: 'adapter', iteration: 3 });
    store.getState().edit(about, { adapter: 'base' });
    expect(changeOf(draftOf(store.getState(), about), said)).toMatchObject({ iteration: null });
  });

  it('is played by the team that spoke, the nearest that is kept, or that of the branch it goes on from', () => {
    expect(usualTeam([0, 3, 8], 4, 0, undefined)).toBe(3);
    expect(usualTeam([0, 3, 8], 4, 1, undefined)).toBe(3);
    expect(usualTeam([0, 3, 8], 9, 0, branch(say))).toBe(3);
    expect(usualTeam([0, 8], 9, 0, branch(say))).toBe(8);
    expect(usualTeam([], 9, 0, undefined)).toBeNull();
  });
});

describe('asking', () => {
  function setUp(result: Counterfactual | null = answer) {
    const asked: { by: Asker; team: TeamVersion; question: LabQuestion }[] = [];
    const kept: Record<string, readonly Branch[]> = {};
    const store = createReplayStore({
      lab: () => ({
        report: { backend: 'wasm', device: '', workers: 1, reason: '', reproducible: false },
        ask: async (by: Asker, team: TeamVersion, question: LabQuestion) => {
          asked.push({ by, team, question });
          return result as never;
        },
      }),
      branches: () => ({
        runs: kept,
        add: async (runId, branches) => {
          kept[runId] = [...(kept[runId] ?? []), ...branches];
        },
      }),
      newId: () => `branch${asked.length}`,
      now: () => asked.length,
    });
    return { store, asked, kept };
  }
  const about = { runId: 'run', iteration: 4, episode: 2, source: null, message: 0 };
  const recording = record(0, 'p', 'q', 'r');

  it('keeps what comes of it as a branch and looks at it; the next one is under it, in its world', async () => {
    const { store, asked, kept } = setUp();
    store.getState().edit(about, { text: 'x', pinned: [0, 2, 9] });
    store.getState().setRolls(3);
    await store.getState().ask(about, recording, say, 3);
    // What stands before the change, or is not there, cannot be pinned behind it.
    expect(asked[0]).toMatchObject({
      by: { view: 'replay', runId: 'run' },
      team: { iteration: 3 },
      question: { episode: recording, rolls: 3, pinned: [2] },
    });
    expect(kept['run']).toMatchObject([{ id: 'branch1', parent: null, change: say, pinned: [2], team: 3, backend: 'wasm' }]);
    expect(store.getState()).toMatchObject({ shown: 'branch1', continuation: 1, asking: [] });

    const source = { id: 'branch1', continuation: 2 };
    store.getState().editFrom(source);
    const prompt: Change = { kind: 'prompt', message: 1, role: 'b', prompt: 'Be c.' };
    await store.getState().ask({ ...about, source }, recording, prompt, 3);
    expect(asked[1]!.question).toMatchObject({ episode: answer.edited[1], origin: { forks: [{ from: 1, branch: 2 }], standing: [] } });
    expect(kept['run']![1]).toMatchObject({ parent: source, change: prompt });
    store.getState().show(null);
    expect(store.getState()).toMatchObject({ source: null, shown: null });
  });

  it('leaves who looks at a branch of another episode there', async () => {
    const { store, kept } = setUp();
    await store.getState().ask(about, recording, say, 3);
    const other = { ...about, episode: 5 };
    const asking = store.getState().ask(other, recording, say, 3);
    expect(store.getState().shown).toBeNull(); // what was looked at is of another episode than what is asked
    store.getState().show('branch1');
    await asking;
    expect(kept['run']).toHaveLength(2);
    expect(store.getState().shown).toBe('branch1');
    await store.getState().ask(other, recording, say, 3);
    expect(store.getState().shown).toBe('branch3');
  });

  it('keeps nothing of a question that was called off', async () => {
    const { store, kept } = setUp(null);
    await store.getState().ask(about, recording, say, 3);
    expect(kept).toEqual({});
    expect(store.getState()).toMatchObject({ shown: null, asking: [] });
  });

  it('plays as often as may be', () => {
    const { store } = setUp();
    for (const [asked, taken] of [
      [0, 1],
      [7.4, 7],
      [1e6, MOST_ROLLS],
    ] as const) {
      store.getState().setRolls(asked);
      expect(store.getState().rolls).toBe(taken);
    }
  });
});
