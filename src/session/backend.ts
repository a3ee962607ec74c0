/** Picks the executor. `auto` never puts a software GPU before WASM, and says why it chose what it chose. */
import type { BackendChoice, BackendReport } from '../core/backend.ts';
import type { Executor } from '../engine/executors/executor.ts';
import { createTfjsExecutor } from '../engine/executors/tfjs/executor.ts';
import type { RuntimeFiles } from '../engine/executors/tfjs/runtime.ts';
import { createWebgpuExecutor } from '../engine/executors/webgpu/executor.ts';
import { measureExecutor } from './measure.ts';

export interface StartedBackend {
  readonly executor: Executor;
  readonly report: BackendReport;
}

export async function startExecutor(choice: BackendChoice, files: RuntimeFiles = {}): Promise<StartedBackend> {
  if (choice !== 'auto') return started(await create(choice, files), 'chosen in the settings');
  const adapter = await globalThis.navigator?.gpu?.requestAdapter().catch(() => null);
  if (!adapter) return fallback('this device offers no WebGPU', files);
  // Chromium says so in `isFallbackAdapter`; other hosts name the software rasteriser.
  const software = adapter.info.isFallbackAdapter || /swiftshader|llvmpipe|lavapipe|software|microsoft basic/i.test(`${adapter.info.architecture} ${adapter.info.description} ${adapter.info.device}`);
  if (software) return fallback('the only WebGPU adapter here is a software one, which is slower than WASM', files);
  // Our own kernels, or TensorFlow.js' where they fail.
  let gpu: Backend = 'webgpu';
  let gpuMs = await measured(gpu, files);
  if (gpuMs === null) {
    gpu = 'tfjs-webgpu';
    gpuMs = await measured(gpu, files);
  }
  if (gpuMs === null) return fallback('WebGPU did not pass a short measurement', files);
  const wasmMs = await measured('tfjs-wasm', files);
  const figures = `one small training step takes ${gpuMs.toFixed(0)} ms on WebGPU and ${wasmMs === null ? 'fails' : `${wasmMs.toFixed(0)} ms`} on WASM`;
  // Started again whichever it is: the backend started last is the active one.
  return started(await create(wasmMs !== null && wasmMs <= gpuMs ? 'tfjs-wasm' : gpu, files), figures);
}

type Backend = BackendReport['backend'];

function create(backend: Backend, files: RuntimeFiles): Promise<Executor> {
  return backend === 'webgpu' ? createWebgpuExecutor() : createTfjsExecutor(backend, files);
}

/** Milliseconds of the measurement on `backend`, or null when it cannot start or finish it here. */
async function measured(backend: Backend, files: RuntimeFiles): Promise<number | null> {
  let executor: Executor | null = null;
  try {
    executor = await create(backend, files);
    return await measureExecutor(executor);
  } catch {
    return null; // the caller says so in its reason
  } finally {
    executor?.dispose();
  }
}

async function fallback(why: string, files: RuntimeFiles): Promise<StartedBackend> {
  const wasm = await createTfjsExecutor('tfjs-wasm', files).catch(() => null);
  if (wasm) return started(wasm, why);
  return started(await createTfjsExecutor('tfjs-cpu', files), `${why}, and WASM did not start`);
}

function started(executor: Executor, reason: string): StartedBackend {
  return { executor, report: { backend: executor.backend as BackendReport['backend'], device: executor.device, reason } };
}
