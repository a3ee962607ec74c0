import { beforeEach, describe, expect, it } from 'vitest';
import { cursorStore } from '../../../../../src/page/state/address/cursor.ts';
import { currentRun, runsStore, WHOLE_RUNS } from '../../../../../src/page/state/runs/runs.ts';
import { keepEpisodes, nearestKept, RECENT_ITERATIONS } from '../../../../../src/page/state/runs/keep.ts';
import { applyEvent, MESSAGE_LIMIT } from '../../../../../src/page/state/runs/reduce.ts';
import type { TrainerEvent } from '../../../../../workers/trainer/protocol.ts';
import { checkpointFiles, document, episode, run } from '../../../core/episode/records.ts';

const event = (iteration: number, rest: object, runId = 'run-1') => ({ runId, iteration, ...rest }) as TrainerEvent;
const initial = runsStore.getState();
const { begin, receive, show, setVocabularies } = initial;

beforeEach(() => {
  runsStore.setState(initial, true);
  cursorStore.getState().move({ iteration: null });
});

describe('receiving events', () => {
  it('takes them in the order they come', () => {
    begin('run-1', document);
    receive(event(0, { type: 'backend', report: { backend: 'tfjs-wasm', reason: 'no GPU', device: 'SIMD' } }));
    receive(event(0, { type: 'metrics', metrics: { iteration: 0, 'reward/mean': 0.2 }, timing: {} }));
    receive(event(1, { type: 'metrics', metrics: { iteration: 1, 'reward/mean': 0.3 }, timing: { iteration: 1, 'perf/tokens_per_s': 9 } }));
    receive(event(1, { type: 'episodes', episodes: [episode(1, 0), episode(1, 1)] }));
    receive(event(1, { type: 'checkpoint', files: checkpointFiles(1) }));
    receive(event(1, { type: 'phase', phase: 'finished' }));
    const held = currentRun(runsStore.getState());
    expect(held?.metrics.map((row) => row['iteration'])).toEqual([0, 1]);
    expect(held?.timing).toEqual([{ iteration: 1, 'perf/tokens_per_s': 9 }]);
    expect(held?.episodes[1]).toHaveLength(2);
    expect(held?.checkpoint?.iteration).toBe(1);
    expect(held).toMatchObject({ phase: 'finished', iteration: 1, origin: 'live', backend: { backend: 'tfjs-wasm' } });
  });

  it('holds the best checkpoint beside the newest, and no more than these', () => {
    const best = { metric: 'reward/greedy', value: 0.75 };
    begin('run-1', document);
    receive(event(1, { type: 'checkpoint', files: checkpointFiles(1) }));
    expect(currentRun(runsStore.getState())?.best).toBeNull();
    const second = checkpointFiles(2);
    receive(event(2, { type: 'checkpoint', files: second, best }));
    const both = currentRun(runsStore.getState());
    expect(both?.best, 'the same files, held once').toMatchObject({ iteration: 2, ...best });
    expect(both?.best?.files).toBe(both?.checkpoint?.files);
    receive(event(4, { type: 'checkpoint', files: checkpointFiles(4) }));
    expect(currentRun(runsStore.getState())).toMatchObject({ checkpoint: { iteration: 4 }, best: { iteration: 2, files: second } });
  });

  it('ignores an unknown run without waking listeners to a change', () => {
    begin('run-1', document);
    const before = runsStore.getState();
    receive(event(1, { type: 'phase', phase: 'rollout' }, 'someone-else'));
    expect(runsStore.getState()).toBe(before);
  });

  it('voids what came after an iteration that a resumed run repeats', () => {
    const rows = [1, 2, 3].map((iteration) => event(iteration, { type: 'metrics', metrics: { iteration, a: iteration }, timing: {} }));
    const repeated = event(2, { type: 'metrics', metrics: { iteration: 2, a: 20 }, timing: {} });
    const held = [...rows, repeated].reduce((state, each) => applyEvent(state, each), run());
    expect(held.metrics).toEqual([
      { iteration: 1, a: 1 },
      { iteration: 2, a: 20 },
    ]);
  });

  it('files episodes under the iteration that sampled them, and replaces one sent again', () => {
    const first = applyEvent(run(), event(3, { type: 'episodes', episodes: [episode(2, 0), episode(2, 1)] }));
    const again = applyEvent(first, event(3, { type: 'episodes', episodes: [episode(2, 1, { reward: 0 })] }));
    expect(again.episodes[2]?.map(({ episode: number, reward }) => [number, reward])).toEqual([
      [0, 1],
      [1, 0],
    ]);
  });

  it('keeps notices and faults, and no more than the limit', () => {
    let held = applyEvent(run(), event(4, { type: 'fault', fault: { code: 'E_X', message: 'x' } }));
    for (let count = 0; count < MESSAGE_LIMIT + 5; count += 1)
      held = applyEvent(held, event(count, { type: 'notice', level: 'warning', code: 'W', message: `${count}` }));
    expect(held.faults).toEqual([{ iteration: 4, fault: { code: 'E_X', message: 'x' } }]);
    expect(held.notices).toHaveLength(MESSAGE_LIMIT);
    expect(held.notices.at(-1)?.message).toBe(`${MESSAGE_LIMIT + 4}`);
  });
});

describe('bounded memory', () => {
  it('keeps the newest iterations, the trail 0, 1, 2, 5, 10, … and counts what it let go', () => {
    let held = run();
    for (let iteration = 1; iteration <= 130; iteration += 1)
      held = applyEvent(held, event(iteration, { type: 'episodes', episodes: [episode(iteration, 0)] }));
    const kept = Object.keys(held.episodes).map(Number);
    expect(kept).toEqual([1, 2, 5, 10, 20, 50, 100, ...Array.from({ length: RECENT_ITERATIONS }, (_, index) => 123 + index)]);
    expect(held.episodesDropped + kept.length).toBe(130);
  });

  it('stays within the budget but never gives up the newest iteration or the one being read', () => {
    const episodes = Object.fromEntries([1, 2, 3, 4, 5].map((iteration) => [iteration, [episode(iteration, 0)]]));
    expect(Object.keys(keepEpisodes(episodes, [], 8, 100))).toEqual(['4', '5']); // one episode costs 46 numbers
    expect(Object.keys(keepEpisodes(episodes, [2], 8, 50))).toEqual(['2', '5']);
    expect(Object.keys(keepEpisodes(episodes, [], 8, 1))).toEqual(['5']);
  });

  it('holds the iteration the cursor is on while training goes on', () => {
    begin('run-1', document);
    const send = (iteration: number) => receive(event(iteration, { type: 'episodes', episodes: [episode(iteration, 0)] }));
    for (let iteration = 1; iteration <= 7; iteration += 1) send(iteration);
    cursorStore.getState().move({ iteration: 7 });
    for (let iteration = 8; iteration <= 40; iteration += 1) send(iteration);
    expect(currentRun(runsStore.getState())?.episodes[7]).toBeDefined();
    expect(currentRun(runsStore.getState())?.episodes[6]).toBeUndefined();
  });

  it('thins runs that are long past to their last episodes', () => {
    for (let number = 0; number <= WHOLE_RUNS; number += 1) {
      begin(`run-${number}`, document);
      receive(event(2, { type: 'episodes', episodes: [episode(1, 0), episode(2, 0)] }, `run-${number}`));
    }
    const { runs } = runsStore.getState();
    expect(Object.keys(runs['run-0']!.episodes)).toEqual(['2']);
    expect(Object.keys(runs['run-1']!.episodes)).toEqual(['1', '2']);
  });
});

describe('which run is shown', () => {
  it('is the newest begun, until another known one is chosen', () => {
    begin('a', document);
    begin('b', document);
    expect(runsStore.getState().current).toBe('b');
    show('a');
    show('nobody');
    expect(runsStore.getState().current).toBe('a');
  });

  it('is read from its newest episodes, wherever the cursor stood in another run', () => {
    begin('a', document);
    cursorStore.getState().move({ iteration: 3, episode: 1 });
    begin('b', document);
    expect(cursorStore.getState()).toMatchObject({ iteration: null, episode: null });
    cursorStore.getState().move({ iteration: 3 });
    show('nobody');
    expect(cursorStore.getState().iteration).toBe(3);
    show('a');
    expect(cursorStore.getState().iteration).toBeNull();
  });

  it('takes vocabularies for a known run only', () => {
    begin('a', document);
    setVocabularies('a', { micro: ['<pad>', 'x'] });
    setVocabularies('nobody', { micro: ['y'] });
    expect(currentRun(runsStore.getState())?.vocabularies).toEqual({ micro: ['<pad>', 'x'] });
    expect(runsStore.getState().runs['nobody']).toBeUndefined();
  });
});

describe('nearestKept', () => {
  it('finds the nearest, the later of two, or nothing', () => {
    const episodes = { 1: [], 5: [], 10: [] };
    expect([0, 3, 4, 8, 99].map((iteration) => nearestKept(episodes, iteration))).toEqual([1, 5, 5, 10, 10]);
    expect(nearestKept({}, 3)).toBeNull();
  });
});
