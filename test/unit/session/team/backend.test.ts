/** How `auto` chooses, with backends that start, fail and take as long as each case says. */
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { lanesFor, startEngine } from '../../../../src/session/team/backend.ts';

/** Milliseconds of the measurement by backend; 'absent' cannot start, 'unfetched' did not come, 'broken' fails while it is measured. */
let devices: Record<string, number | 'absent' | 'unfetched' | 'broken'>;
/** What computes: the backend started last, none after a failed start. */
let active: string | null;

async function start(backend: string) {
  if (devices[backend] === 'unfetched') throw new TypeError('Failed to fetch');
  active = (devices[backend] ?? 'absent') === 'absent' ? null : backend;
  if (!active) throw new Error('no such device');
  return { backend, device: 'a device', lanes: 1, dispose: () => {} };
}

vi.mock('../../../../src/engine/executors/tfjs/executor.ts', () => ({ createTfjsExecutor: (backend: string) => start(backend) }));
vi.mock('../../../../src/engine/executors/webgpu/executor.ts', () => ({ createWebgpuExecutor: () => start('webgpu') }));
vi.mock('../../../../src/engine/executors/wasm/executor.ts', () => ({ createWasmExecutor: () => start('wasm') }));
vi.mock('../../../../src/session/team/measure.ts', () => ({
  measureEngine: async ({ backend }: { backend: string }) => {
    const time = devices[backend];
    if (typeof time !== 'number') throw new Error('device lost');
    return time;
  },
}));
// Files of unit tests share a process.
afterAll(() => {
  for (const executor of ['tfjs', 'webgpu', 'wasm']) vi.doUnmock(`../../../../src/engine/executors/${executor}/executor.ts`);
  vi.doUnmock('../../../../src/session/team/measure.ts');
  vi.unstubAllGlobals();
});

/** Never read: no executor here is real. */
const kernels = { simd: () => Promise.reject(new Error('no file')), relaxed: () => Promise.reject(new Error('no file')) };

beforeEach(() => {
  active = null;
  vi.stubGlobal('navigator', {
    gpu: { requestAdapter: async () => ({ info: { vendor: 'nvidia', architecture: 'ampere', description: 'a real GPU', device: '' } }) },
  });
});

describe('auto', () => {
  it('takes nothing slower in place of what could not be fetched', async () => {
    devices = { wasm: 'unfetched', 'tfjs-wasm': 1, 'tfjs-cpu': 0 };
    await expect(startEngine('auto', { kernels })).rejects.toMatchObject({ fault: { code: 'E_FETCH' } });
    devices = { wasm: 'absent', 'tfjs-wasm': 'unfetched', 'tfjs-cpu': 0 };
    await expect(startEngine('auto', { kernels })).rejects.toMatchObject({ fault: { code: 'E_FETCH' } });
  });

  it.each([
    [{ webgpu: 2, 'tfjs-webgpu': 1, 'tfjs-wasm': 9 }, 'webgpu', '2 ms on WebGPU and 9 ms on WASM'],
    [{ webgpu: 9, 'tfjs-wasm': 3 }, 'tfjs-wasm', '9 ms on WebGPU and 3 ms on WASM'],
    [{ webgpu: 'broken', 'tfjs-webgpu': 3, 'tfjs-wasm': 9 }, 'tfjs-webgpu', '3 ms on WebGPU and 9 ms on WASM'],
    [{ 'tfjs-webgpu': 3, 'tfjs-wasm': 9 }, 'tfjs-webgpu', '3 ms on WebGPU and 9 ms on WASM'],
    [{ 'tfjs-webgpu': 9, 'tfjs-wasm': 3 }, 'tfjs-wasm', '9 ms on WebGPU and 3 ms on WASM'],
    [{ 'tfjs-webgpu': 9, 'tfjs-wasm': 'absent' }, 'tfjs-webgpu', '9 ms on WebGPU and fails on WASM'],
    [{ 'tfjs-webgpu': 'broken', 'tfjs-wasm': 3 }, 'tfjs-wasm', 'WebGPU did not pass'],
    [{ webgpu: 2, wasm: 3 }, 'webgpu', '2 ms on WebGPU and 3 ms on WASM'],
    [{ webgpu: 5, wasm: 3, 'tfjs-wasm': 1 }, 'wasm', '5 ms on WebGPU and 3 ms on WASM'],
    [{ webgpu: 5, wasm: 'broken', 'tfjs-wasm': 4 }, 'tfjs-wasm', '5 ms on WebGPU and 4 ms on WASM'],
    [{ wasm: 3, 'tfjs-wasm': 1 }, 'wasm', 'WebGPU did not pass a short measurement'],
    [{ 'tfjs-wasm': 1 }, 'tfjs-wasm', 'and our own WASM kernels did not start'],
    [{ 'tfjs-webgpu': 'absent', 'tfjs-wasm': 'absent', 'tfjs-cpu': 0 }, 'tfjs-cpu', 'and WASM did not start'],
  ] as const)('%j: %s', async (found, chosen, reason) => {
    devices = { ...found };
    const { engine, report } = await startEngine('auto', { kernels });
    expect(engine.backend).toBe(chosen);
    expect(active).toBe(chosen);
    expect(report.reason).toContain(reason);
  });

  it('measures a device once: what is known of it is taken, and what was found is told', async () => {
    devices = { webgpu: 2, wasm: 9 };
    const first = await startEngine('auto', { kernels });
    const device = 'nvidia ampere a real GPU';
    expect(first.report.measurements).toEqual([
      { backend: 'webgpu', device, milliseconds: 2 },
      { backend: 'wasm', device, milliseconds: 9 },
    ]);
    devices = { webgpu: 200, wasm: 9 };
    const second = await startEngine('auto', { kernels }, { known: first.report.measurements });
    expect(second.report.backend).toBe('webgpu');
    expect(second.report.measurements).toEqual(first.report.measurements);
  });
});

describe('what not every backend can hold', () => {
  it.each([
    [{ weights: 'q8' }, 'reads base weights in f32 only'],
    [{ kvCache: 'f16' }, 'keeps keys and values in f32 only'],
    [{ weights: 'q4', kvCache: 'f16' }, 'keeps keys and values in f32 only'],
  ] as const)('%j is held by our own kernels: auto takes the faster, and no other backend', async (held, refused) => {
    devices = { webgpu: 2, wasm: 9, 'tfjs-webgpu': 1, 'tfjs-wasm': 1 };
    expect((await startEngine('auto', { kernels }, held)).engine.backend).toBe('webgpu');
    expect((await startEngine('webgpu', { kernels }, held)).engine.backend).toBe('webgpu');
    devices = { webgpu: 'broken', wasm: 9, 'tfjs-webgpu': 1, 'tfjs-wasm': 1 };
    expect((await startEngine('auto', { kernels }, held)).engine.backend).toBe('wasm');
    await expect(startEngine('tfjs-wasm', { kernels }, held)).rejects.toThrow(refused);
    devices = { 'tfjs-webgpu': 1, 'tfjs-wasm': 1 };
    await expect(startEngine('auto', { kernels }, held)).rejects.toThrow(refused);
  });
});

describe('workers of WASM', () => {
  const spawnLane = () => {
    throw new Error('no worker is started here');
  };
  const start = (weightBytes: number) => startEngine('wasm', { kernels, spawnLane }, { workers: 2, weightBytes });

  beforeEach(() => {
    devices = { wasm: 0 };
  });

  it('are one for a large base where they cannot share a memory, and the reason says so', async () => {
    vi.stubGlobal('crossOriginIsolated', false);
    const { report } = await start(270e6);
    expect(report.workers).toBe(1);
    expect(report.reason).toContain('one worker, since this page may not share memory between workers');
    expect(report.reason).toContain('270 MB again');
    expect(lanesFor('wasm', 270e6)).toBe(1);
    expect(lanesFor('webgpu', 1)).toBe(1);
  });

  it('are as many as ever for a small base, or where they share one', async () => {
    vi.stubGlobal('crossOriginIsolated', false);
    await expect(start(8e6)).rejects.toThrow('no worker is started here');
    vi.stubGlobal('crossOriginIsolated', true);
    await expect(start(270e6)).rejects.toThrow('no worker is started here');
  });
});
