/** Picks the executor. `auto` never puts a software GPU before WASM, and says why it chose what it chose. */
import type { BackendChoice, BackendReport } from '../core/backend.ts';
import type { Executor } from '../engine/executors/executor.ts';
import { createTfjsExecutor } from '../engine/executors/tfjs/executor.ts';
import type { RuntimeFiles, TfjsBackend } from '../engine/executors/tfjs/runtime.ts';
import { measureExecutor } from './measure.ts';

export interface StartedBackend {
  readonly executor: Executor;
  readonly report: BackendReport;
}

export async function startExecutor(choice: BackendChoice, files: RuntimeFiles = {}): Promise<StartedBackend> {
  if (choice !== 'auto') return started(await createTfjsExecutor(choice, files), 'chosen in the settings');
  const adapter = await globalThis.navigator?.gpu?.requestAdapter().catch(() => null);
  if (!adapter) return fallback('this device offers no WebGPU', files);
  // Chromium says so in `isFallbackAdapter`; other hosts name the software rasteriser.
  const software = adapter.info.isFallbackAdapter || /swiftshader|llvmpipe|lavapipe|software|microsoft basic/i.test(`${adapter.info.architecture} ${adapter.info.description} ${adapter.info.device}`);
  if (software) return fallback('the only WebGPU adapter here is a software one, which is slower than WASM', files);
  const gpu = await attempt('tfjs-webgpu', files);
  if (!gpu) return fallback('WebGPU did not start', files);
  const gpuMs = await measureExecutor(gpu);
  const wasm = await attempt('tfjs-wasm', files);
  if (!wasm) return started(gpu, 'WASM did not start');
  const wasmMs = await measureExecutor(wasm);
  const figures = `one small training step takes ${gpuMs.toFixed(0)} ms on WebGPU and ${wasmMs.toFixed(0)} ms on WASM`;
  if (wasmMs <= gpuMs) {
    gpu.dispose();
    return started(wasm, figures);
  }
  wasm.dispose();
  return started(await createTfjsExecutor('tfjs-webgpu', files), figures); // the backend started last is the active one
}

async function fallback(why: string, files: RuntimeFiles): Promise<StartedBackend> {
  const wasm = await attempt('tfjs-wasm', files);
  if (wasm) return started(wasm, why);
  return started(await createTfjsExecutor('tfjs-cpu', files), `${why}, and WASM did not start`);
}

async function attempt(backend: TfjsBackend, files: RuntimeFiles): Promise<Executor | null> {
  try {
    return await createTfjsExecutor(backend, files);
  } catch {
    return null; // the caller says in its reason that it did not start
  }
}

function started(executor: Executor, reason: string): StartedBackend {
  return { executor, report: { backend: executor.backend as BackendReport['backend'], device: executor.device, reason } };
}
