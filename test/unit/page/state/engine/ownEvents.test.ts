import { describe, expect, it } from 'vitest';
import { backendChanged, failure, vocabulariesUnread, workerRestarted } from '../../../../../src/page/state/engine/ownEvents.ts';

const report = { backend: 'wasm', reason: 'no GPU', device: 'SIMD', workers: 1 } as const;
const event = { type: 'backend', runId: 'a', iteration: 4, report } as const;

describe('what the page says of a run itself', () => {
  it('warns of another backend than the run was begun on, and only then', () => {
    expect(backendChanged({ runId: 'a', backend: 'webgpu' }, event)).toEqual({
      type: 'notice',
      runId: 'a',
      iteration: 4,
      level: 'warning',
      code: 'backend_changed',
      message: 'This run was made on webgpu and goes on on wasm; its numbers cannot be repeated on one of them.',
      values: { from: 'webgpu', to: 'wasm' },
    });
    expect(backendChanged({ runId: 'a', backend: 'wasm' }, event)).toBeNull();
    expect(backendChanged({ runId: 'b', backend: 'webgpu' }, event)).toBeNull();
    expect(backendChanged(null, event)).toBeNull();
  });

  it('says where a run goes on, and what of it is computed again', () => {
    const fault = { code: 'E_WORKER_DIED', message: 'It died' } as const;
    expect(workerRestarted('a', fault, 5, 3)).toMatchObject({
      iteration: 3,
      code: 'worker_restarted',
      message:
        'It died. It was started again, and the run goes on from the checkpoint of iteration 3; what came after it, up to iteration 5, is computed again.',
    });
    expect(workerRestarted('a', { ...fault, message: 'It died.' }, 3, 3)).toMatchObject({
      message: 'It died. It was started again, and the run goes on from the checkpoint of iteration 3.',
    });
  });

  it('ends a run with the fault first, so that it is there when the phase is', () => {
    const fault = { code: 'E_WORKER_DIED', message: 'It died.' } as const;
    expect(failure('a', 5, fault)).toEqual([
      { type: 'fault', runId: 'a', iteration: 5, fault },
      { type: 'phase', runId: 'a', iteration: 5, phase: 'failed' },
    ]);
    expect(vocabulariesUnread('a', 5, fault)).toMatchObject({ code: 'W_VOCABULARY', level: 'warning', message: 'It died.' });
  });
});
