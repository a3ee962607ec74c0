import { describe, expect, it } from 'vitest';
import type { Fault } from '../../../../../src/core/faults.ts';
import { afterDeath, mayRecover } from '../../../../../src/page/state/engine/recovery.ts';

const fault = (code: Fault['code']): Fault => ({ code, message: 'It ended.' });

describe('after a worker died', () => {
  it('its run goes on where the end says nothing against it, and fails otherwise', () => {
    expect(afterDeath('rollout', fault('E_WORKER_DIED'))).toBe('recover');
    expect(afterDeath('paused', fault('E_WORKER_SILENT'))).toBe('recover');
    expect(afterDeath('rollout', fault('E_STORAGE_FULL'))).toBe('fail');
  });

  it('nothing is done where no run was under way', () => {
    for (const phase of ['idle', 'finished', 'stopped', 'failed'] as const)
      expect(afterDeath(phase, fault('E_WORKER_DIED'))).toBe('nothing');
  });

  it('a run goes on once from each checkpoint', () => {
    const from = (iteration: number, runId = 'a') => ({ runId, iteration });
    expect(mayRecover(from(3), null)).toBe(true);
    expect(mayRecover(from(3), from(3))).toBe(false);
    expect(mayRecover(from(2), from(3))).toBe(false);
    expect(mayRecover(from(4), from(3))).toBe(true);
    expect(mayRecover(from(3, 'b'), from(3))).toBe(true);
  });
});
