/** Starts the engine. `auto` never puts a software GPU before WASM, and says why it chose what it chose. */
import type { BackendChoice, BackendReport } from '../core/backend.ts';
import { type Engine, LocalEngine } from '../engine/engine.ts';
import { createTfjsExecutor } from '../engine/executors/tfjs/executor.ts';
import type { RuntimeFiles } from '../engine/executors/tfjs/runtime.ts';
import { createWasmExecutor } from '../engine/executors/wasm/executor.ts';
import type { KernelFiles } from '../engine/executors/wasm/kernels.ts';
import { createWebgpuExecutor } from '../engine/executors/webgpu/executor.ts';
import { measureEngine } from './measure.ts';

export interface StartedBackend {
  readonly engine: Engine;
  readonly report: BackendReport;
}

/** Where binaries lie; the page and the terminal each know their own. */
export interface BackendFiles extends RuntimeFiles {
  readonly kernels: KernelFiles;
}

export async function startEngine(choice: BackendChoice, files: BackendFiles): Promise<StartedBackend> {
  if (choice !== 'auto') return started(await create(choice, files), 'chosen in the settings');
  const adapter = await globalThis.navigator?.gpu?.requestAdapter().catch(() => null);
  if (!adapter) return fallback('this device offers no WebGPU', files);
  // Chromium says so in `isFallbackAdapter`; other hosts name the software rasteriser.
  const software =
    adapter.info.isFallbackAdapter ||
    /swiftshader|llvmpipe|lavapipe|software|microsoft basic/i.test(
      `${adapter.info.architecture} ${adapter.info.description} ${adapter.info.device}`,
    );
  if (software) return fallback('the only WebGPU adapter here is a software one, which is slower than WASM', files);
  const gpu = await firstMeasured(['webgpu', 'tfjs-webgpu'], files);
  if (!gpu) return fallback('WebGPU did not pass a short measurement', files);
  const cpu = await firstMeasured(['wasm', 'tfjs-wasm'], files);
  const figures = `one small training step takes ${gpu.milliseconds.toFixed(0)} ms on WebGPU and ${cpu ? `${cpu.milliseconds.toFixed(0)} ms` : 'fails'} on WASM`;
  // Started again whichever it is: the backend started last is the active one.
  return started(await create(cpu && cpu.milliseconds <= gpu.milliseconds ? cpu.backend : gpu.backend, files), figures);
}

type Backend = BackendReport['backend'];

async function create(backend: Backend, files: BackendFiles): Promise<Engine> {
  if (backend === 'webgpu') return new LocalEngine(await createWebgpuExecutor());
  return new LocalEngine(backend === 'wasm' ? await createWasmExecutor(files.kernels) : await createTfjsExecutor(backend, files));
}

/** The first of `backends` (our own kernels before TensorFlow.js') that starts and finishes the measurement here. */
async function firstMeasured(
  backends: readonly Backend[],
  files: BackendFiles,
): Promise<{ backend: Backend; milliseconds: number } | null> {
  for (const backend of backends) {
    const milliseconds = await measured(backend, files);
    if (milliseconds !== null) return { backend, milliseconds };
  }
  return null;
}

/** Milliseconds of the measurement on `backend`, or null when it cannot start or finish it here. */
async function measured(backend: Backend, files: BackendFiles): Promise<number | null> {
  let engine: Engine | null = null;
  try {
    engine = await create(backend, files);
    return await measureEngine(engine);
  } catch {
    return null; // the caller says so in its reason
  } finally {
    engine?.dispose();
  }
}

async function fallback(why: string, files: BackendFiles): Promise<StartedBackend> {
  const own = await create('wasm', files).catch(() => null);
  if (own) return started(own, why);
  const stock = await create('tfjs-wasm', files).catch(() => null);
  if (stock) return started(stock, `${why}, and our own WASM kernels did not start`);
  return started(await create('tfjs-cpu', files), `${why}, and WASM did not start`);
}

function started(engine: Engine, reason: string): StartedBackend {
  return { engine, report: { backend: engine.backend as BackendReport['backend'], device: engine.device, reason } };
}
