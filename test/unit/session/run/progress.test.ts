/** How far an iteration is, and the gate at which it is held. */
import { describe, expect, it } from 'vitest';
import type { IterationProgress } from '../../../../src/core/episode/iterationProgress.ts';
import type { Engine } from '../../../../src/engine/engine.ts';
import { ProgressTracker, watchedEngine } from '../../../../src/session/run/progress.ts';
import { holding, RunControl } from '../../../../workers/trainer/control.ts';

function tracked() {
  const told: IterationProgress[] = [];
  const clock = { now: 0 };
  const tracker = new ProgressTracker(
    (progress) => told.push(progress),
    () => clock.now,
  );
  return { told, clock, tracker, last: () => told.at(-1)! };
}

describe('how far an iteration is', () => {
  it('goes by messages written, then by messages scored, with the time left by its own pace and then by the last one', () => {
    const { clock, tracker, last } = tracked();
    tracker.begin();
    const count = tracker.count(2, 4);
    clock.now = 9;
    count.message(7);
    count.message(5);
    count.episode();
    expect(last()).toMatchObject({ part: 'rollout', episodes: { done: 1, total: 2 }, sampled: 12, scored: null, share: 0.225 });
    expect(last().secondsLeft).toBeCloseTo((9 * 0.775) / 0.225);
    count.message(1);
    count.message(1);
    expect(tracker.rolled()).toBe(4);
    tracker.enter('credit', 4);
    tracker.scored(4);
    expect(last()).toMatchObject({ part: 'credit', scored: { done: 4, total: 4 }, share: 0.55 });
    tracker.enter('update', 12);
    tracker.scored(6);
    // More than was expected is no more than all of it.
    tracker.scored(9);
    expect(last()).toMatchObject({ scored: { done: 12, total: 12 }, share: 1 });
    tracker.end({ rollout: 10, credit: 0, update: 30 });
    tracker.begin();
    tracker.count(2, 0).episode();
    expect(last()).toMatchObject({ share: 0.125, secondsLeft: 35 });
  });

  it('is not mixed up with a rollout that plays ahead', () => {
    const { tracker, told, last } = tracked();
    tracker.begin();
    tracker.count(1, 1).message(3);
    tracker.rolled();
    const ahead = tracker.count(1, 1);
    tracker.enter('update', 2);
    const before = told.length;
    ahead.message(50);
    expect(told).toHaveLength(before);
    expect(last().sampled).toBe(3);
    tracker.begin();
    expect(last()).toMatchObject({ sampled: 50, share: 0.45 });
  });

  it('leaves out what it was held', async () => {
    const { tracker, clock, last } = tracked();
    tracker.begin();
    const count = tracker.count(1, 2);
    let open = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const waits = [tracker.held(() => gate), tracker.held(() => gate)];
    clock.now = 100;
    open();
    await Promise.all(waits);
    expect(tracker.heldSeconds).toBe(100);
    clock.now = 109;
    count.message(1);
    expect(last().secondsLeft).toBeCloseTo((9 * 0.775) / 0.225);
  });
});

describe('a pause within an iteration', () => {
  const settled = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

  it('holds messages and plans that have not begun, and is told once', async () => {
    const control = new RunControl(false);
    const told: boolean[] = [];
    const log: string[] = [];
    const plain = {
      start: () => ({ run: async () => void log.push('plan'), dispose: () => undefined }),
      openGenerator: () => ({ submit: async () => void log.push('message'), use: async () => null, dispose: () => undefined }),
    } as unknown as Engine;
    const engine = watchedEngine(
      plain,
      tracked().tracker,
      holding(control, (held) => told.push(held)),
    );
    const generator = engine.openGenerator({} as never, [], []);
    control.beginIteration();
    await generator.submit({} as never);
    control.ask('pause');
    const work = [generator.submit({} as never), engine.start({} as never, {}).run('forward')];
    await settled();
    expect(log).toEqual(['message']);
    expect(told).toEqual([true]);
    control.ask('run');
    await Promise.all(work);
    expect(log.toSorted()).toEqual(['message', 'message', 'plan']);
    expect(told).toEqual([true, false]);
  });

  it('is ended by a step at the end of this iteration, and by stop at once', async () => {
    const control = new RunControl(false);
    control.beginIteration();
    control.ask('pause');
    expect(control.held).toBe(true);
    control.ask('step');
    expect(control.held).toBe(false);
    control.endIteration();
    expect(control.request()).toBe('pause');
    expect(control.held).toBe(false);
    // A step from rest goes through its iteration; a pause meanwhile holds it.
    control.ask('step');
    control.beginIteration();
    expect(control.held).toBe(false);
    control.ask('pause');
    expect(control.held).toBe(true);
    control.ask('stop');
    expect(control.held).toBe(false);
    expect(control.request()).toBe('stop');
  });
});
