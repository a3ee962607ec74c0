/** From where a run goes on: its newest checkpoint, in memory or on disk, and not once it is over. */
import { describe, expect, test } from 'vitest';
import { interruptedRun, leftRun } from '../../../../../src/page/state/runs/interrupted.ts';
import type { RunCheckpoint, RunSet } from '../../../../../src/page/state/runs/types.ts';

const at = (iteration: number): RunCheckpoint => ({ iteration, files: {} });

/** As much of a run of ten iterations as is looked at. */
const run = (phase: RunSet['phase'], checkpoint: RunCheckpoint | null, origin: RunSet['origin'] = 'live') =>
  ({ origin, phase, checkpoint, bases: {}, backend: null, document: { training: { iterations: 10 } } }) as unknown as RunSet;

describe('a run that ended early', () => {
  test('goes on from the later of the two checkpoints', () => {
    expect(interruptedRun(run('stopped', at(4)), at(6))?.iteration).toBe(6);
    expect(interruptedRun(run('stopped', at(6)), at(4))?.iteration).toBe(6);
    expect(interruptedRun(run('stopped', null), null)).toBeNull();
  });

  test('goes on neither while it is under way nor behind its end, unless it is made longer', () => {
    expect(interruptedRun(run('update', at(4)))).toBeNull();
    expect(interruptedRun(run('failed', at(10)))).toBeNull();
    expect(interruptedRun(run('finished', at(10)))).toBeNull();
    expect(interruptedRun(run('finished', at(10)), null, 5)?.document.training.iterations).toBe(15);
  });
});

test('a run whose worker died behind its last iteration goes on, to be told that it is over', () => {
  expect(leftRun(run('checkpoint', at(5)), at(10))?.iteration).toBe(10);
  expect(leftRun(run('update', null), null)).toBeNull();
  expect(leftRun(run('update', at(5), 'recorded'), null)).toBeNull();
});
