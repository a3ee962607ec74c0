import { describe, expect, it } from 'vitest';
import { bestJson, bestMetric, type BestState, bestStateSchema, BestTracker, readBest } from '../../../../../src/core/formats/runs/best.ts';
import { faultCode } from '../helpers.ts';

const rows = (rewards: readonly number[], greedy: Readonly<Record<number, number>> = {}) =>
  rewards.map((reward, index) => ({
    iteration: index + 1,
    'reward/mean': reward,
    ...(greedy[index + 1] !== undefined && { 'reward/greedy': greedy[index + 1] }),
  }));

describe('BestTracker', () => {
  it('takes the greedy evaluation where there is one, whenever there is one', () => {
    expect(bestMetric({ evaluateEvery: 5, evaluateGreedy: true })).toBe('reward/greedy');
    const tracker = new BestTracker('reward/greedy');
    const better = rows([0, 9, 0, 0, 0], { 2: 0.5, 3: 0.5, 5: 0.75 }).map((row) => tracker.observe(row, row.iteration === 4));
    expect(better).toEqual([false, true, false, false, true]);
    expect(tracker.best).toEqual({ iteration: 5, metric: 'reward/greedy', value: 0.75 });
  });

  it('takes the mean reward of the last five iterations otherwise, where a checkpoint is due', () => {
    expect(bestMetric({ evaluateEvery: 0, evaluateGreedy: true })).toBe('reward/mean');
    expect(bestMetric({ evaluateEvery: 5, evaluateGreedy: false })).toBe('reward/mean');
    const tracker = new BestTracker('reward/mean');
    const better = rows([1, 1, 0, 0, 0, 1, 1, 1, 1, 1]).map((row) => tracker.observe(row, row.iteration % 3 === 0));
    expect(better).toEqual([false, false, true, false, false, false, false, false, true, false]);
    expect(tracker.best).toEqual({ iteration: 9, metric: 'reward/mean', value: 0.8 });
  });

  it('prefers, of teams that are equally good greedily, the one that earned more lately', () => {
    const tracker = new BestTracker('reward/greedy');
    const better = rows([0.4, 0.5, 0.9, 0.9, 0.1], { 1: 1, 3: 1, 4: 1, 5: 1 }).map((row) => tracker.observe(row, false));
    // Means of the last five: 0.4, then 0.6 and 0.675, then 0.56.
    expect(better).toEqual([true, false, true, true, false]);
  });

  it('leaves the untrained team out, and keeps a value below 0', () => {
    const tracker = new BestTracker('reward/greedy');
    expect(tracker.observe({ iteration: 0, 'reward/greedy': 1 }, false)).toBe(false);
    expect(tracker.observe({ iteration: 1, 'reward/greedy': -3 }, false)).toBe(true);
  });

  it('goes on from its state as if it had never stopped', () => {
    const all = rows([0.3, 0.9, 0.2, 0.4, 0.8, 0.7, 0.9, 0.1, 0.9, 1]);
    const due = (iteration: number) => iteration % 2 === 0;
    const whole = new BestTracker('reward/mean');
    for (const row of all) whole.observe(row, due(row.iteration));
    for (let stop = 0; stop <= all.length; stop += 1) {
      const first = new BestTracker('reward/mean');
      for (const row of all.slice(0, stop)) first.observe(row, due(row.iteration));
      const state: BestState = bestStateSchema.parse(JSON.parse(JSON.stringify(first.state)));
      const second = new BestTracker('reward/mean', state);
      for (const row of all.slice(stop)) second.observe(row, due(row.iteration));
      expect(second.state, String(stop)).toEqual(whole.state);
    }
  });

  it('forgets a best by another metric', () => {
    const { state } = (() => {
      const tracker = new BestTracker('reward/greedy');
      tracker.observe({ iteration: 5, 'reward/mean': 0.1, 'reward/greedy': 1 }, true);
      return tracker;
    })();
    expect(new BestTracker('reward/mean', state).best).toBeNull();
    expect(new BestTracker('reward/greedy', state).best?.iteration).toBe(5);
  });
});

describe('best.json', () => {
  it('is read back as written, and refused when it says something else', () => {
    const best = { iteration: 20, metric: 'reward/greedy', value: 0.9375 };
    expect(readBest({ 'checkpoints/best.json': bestJson(best) })).toEqual(best);
    expect(readBest({})).toBeNull();
    for (const text of ['', '[]', '{"iteration":0,"metric":"a","value":1}', '{"iteration":1,"metric":"a"}'])
      expect(faultCode(() => readBest({ 'checkpoints/best.json': new TextEncoder().encode(text) }))).toBe('E_BEST');
  });
});
