import { describe, expect, it } from 'vitest';
import { defaultProject } from '../../../../../src/page/state/document/defaultProject.ts';
import { afterWarm } from '../../../../../src/page/state/engine/afterEvent.ts';
import { initialState, isBusy, opening } from '../../../../../src/page/state/engine/states.ts';
import { failedWarm, newWarmStart } from '../../../../../src/page/state/engine/warmStart.ts';

const warm = newWarmStart('w', defaultProject());
const fault = { code: 'E_WORKER_DIED', message: 'It died.' } as const;

describe('the state of the engine', () => {
  it('forgets all that a run before had said when another begins', () => {
    const before = { ...initialState('auto', []), tokensPerSecond: 9, faults: [fault], faultsAtHand: true };
    const document = defaultProject();
    expect({ ...before, ...opening('a', document, 4) }).toMatchObject({
      runId: 'a',
      phase: 'loading',
      iteration: 4,
      iterations: document.training.iterations,
      tokensPerSecond: null,
      faults: [],
      faultsAtHand: false,
    });
  });

  it('is busy during a run, a paused one too, and during a warm start', () => {
    expect(isBusy({ phase: 'paused', warm: null })).toBe(true);
    expect(isBusy({ phase: 'idle', warm })).toBe(true);
    expect(isBusy({ phase: 'failed', warm: failedWarm(warm, fault) })).toBe(false);
    expect(isBusy(initialState('auto', []))).toBe(false);
  });

  it('lets a fault end a warm start once', () => {
    const failed = failedWarm(warm, fault);
    expect(failed).toMatchObject({ runId: 'w', phase: 'failed', fault });
    expect(failedWarm(failed, { ...fault, message: 'Again.' })).toBe(failed);
    expect(failedWarm(null, fault)).toBeNull();
  });

  it('learns from a warm start what it is computed on, and keeps earlier measurements', () => {
    const measurements = [{ backend: 'wasm' }] as never;
    const report = { backend: 'wasm', reason: 'no GPU', device: 'SIMD', workers: 1 } as const;
    const about = { type: 'warm', runId: 'w' } as const;
    expect(afterWarm({ warm, measurements }, { ...about, what: 'backend', report })).toEqual({ warm, report, measurements });
    expect(afterWarm({ warm, measurements }, { ...about, what: 'phase', phase: 'training' })).toEqual({
      warm: { ...warm, phase: 'training' },
    });
  });
});
