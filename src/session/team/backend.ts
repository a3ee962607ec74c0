/** Starts the engine. `auto` never puts a software GPU before WASM, and says why it chose what it chose. */
import type { BackendChoice, BackendMeasurement, BackendReport } from '../../core/backend.ts';
import { fault, faultFrom, FaultError } from '../../core/faults.ts';
import type { KvCacheForm, WeightForm } from '../../core/weights/packed.ts';
import { backendReasonsText as why, engineFaults } from '../../words/words.ts';
import { type Engine, LocalEngine } from '../../engine/engine.ts';
import type { RuntimeFiles } from '../../engine/executors/tfjs/runtime.ts';
import { SplitExecutor } from '../../engine/executors/split/executor.ts';
import type { Ranges } from '../../engine/executors/split/ranges.ts';
import { createWasmExecutor } from '../../engine/executors/wasm/executor.ts';
import type { KernelFiles } from '../../engine/executors/wasm/kernels.ts';
import { createWebgpuExecutor } from '../../engine/executors/webgpu/executor.ts';
import { sharesMemory } from '../../engine/executors/wasm/memory/sharedSpace.ts';
import { openPool } from '../../engine/pool/engine.ts';
import type { LaneWorker } from '../../engine/pool/protocol.ts';
import { measureEngine } from './measure.ts';

export interface StartedBackend {
  readonly engine: Engine;
  readonly report: BackendReport;
}

/** Where binaries lie and how workers start; the page and the terminal each know their own. */
export interface BackendFiles extends RuntimeFiles {
  readonly kernels: KernelFiles;
  /** Starts a worker of the WASM engine; without it everything is computed in this thread. */
  readonly spawnLane?: () => LaneWorker;
}

export interface BackendOptions {
  /** Workers of the WASM engine; by default one a processor but one, four at most. The results are the same with any number. */
  readonly workers?: number;
  /** Take the build of the WASM kernels whose numbers are the same on every host. */
  readonly reproducible?: boolean;
  /** The form of the bases' matrices; in fewer bits than f32 they are read by our own kernels only. */
  readonly weights?: WeightForm;
  /** The form of keys and values of messages being written; in 16 bits they are kept by our own kernels only. */
  readonly kvCache?: KvCacheForm;
  /** What the bases take when they lie somewhere once, bytes ({@link lanesFor}). */
  readonly weightBytes?: number;
  /**
   * Asked when the engine is there: throws where it has too little room, and says over which memories the layers are to lie where one is
   * not enough, on an engine of one worker in this one's place.
   */
  readonly room?: (engine: Pick<Engine, 'backend' | 'lanes'>) => Promise<Ranges | null>;
  /** What earlier measurements on this machine gave. */
  readonly known?: readonly BackendMeasurement[];
}

type Backend = BackendReport['backend'];
const MOST_WORKERS = 4;
/** Bases up to this size may lie in every worker again, where workers cannot share a memory. */
const MOST_COPIED_BYTES = 64 * 2 ** 20;

export async function startEngine(choice: BackendChoice, files: BackendFiles, options: BackendOptions = {}): Promise<StartedBackend> {
  return new Starter(files, options).start(choice);
}

/**
 * Workers that `backend` computes on in a page, with bases of `weightBytes`: one processor is left to the page itself, and where
 * each would need a large base for itself there is one. What `auto` takes without a GPU is counted.
 */
export function lanesFor(backend: BackendChoice, weightBytes = 0): number {
  return (backend === 'wasm' || backend === 'auto') && !copiesTooMuch(weightBytes)
    ? Math.max(1, Math.min(MOST_WORKERS, (globalThis.navigator?.hardwareConcurrency ?? 1) - 1))
    : 1;
}

const copiesTooMuch = (weightBytes: number): boolean => weightBytes > MOST_COPIED_BYTES && !sharesMemory();

class Starter {
  readonly #measurements: BackendMeasurement[] = [];

  constructor(
    readonly files: BackendFiles,
    readonly options: BackendOptions,
  ) {}

  async start(choice: BackendChoice): Promise<StartedBackend> {
    if (choice !== 'auto') {
      const found = this.#lacks(choice);
      if (found) throw new FaultError(fault(engineFaults, 'E_BACKEND', { backend: choice, found }));
    }
    if (choice !== 'auto') return this.#started(await this.#create(choice), why.chosen({}));
    const adapter = await globalThis.navigator?.gpu?.requestAdapter().catch(() => null);
    if (!adapter) return this.#fallback(why.noWebgpu({}));
    const { vendor, architecture, description: words, device } = adapter.info;
    const description = [vendor, architecture, words, device].filter(Boolean).join(' ');
    // Chromium says so in `isFallbackAdapter`; other hosts name the software rasteriser.
    const software = adapter.info.isFallbackAdapter || /swiftshader|llvmpipe|lavapipe|software|microsoft basic/i.test(description);
    if (software) return this.#fallback(why.software({}));
    const gpu = await this.#firstMeasured(['webgpu', 'tfjs-webgpu'], description);
    if (!gpu) return this.#fallback(why.notMeasured({}));
    const cpu = await this.#firstMeasured(['wasm', 'tfjs-wasm'], description);
    const figures = why.measured({ gpu: gpu.milliseconds.toFixed(0), cpu: cpu ? cpu.milliseconds.toFixed(0) : null });
    // Started again whichever it is: the backend started last is the active one.
    return this.#started(await this.#create(cpu && cpu.milliseconds <= gpu.milliseconds ? cpu.backend : gpu.backend), figures);
  }

  /** What a backend cannot hold of what the project wants held in fewer bits; null where it can hold all. */
  #lacks(backend: Backend): 'cache' | 'packed' | null {
    const { weights = 'f32', kvCache = 'f32' } = this.options;
    if (backend === 'wasm' || backend === 'webgpu') return null;
    if (kvCache !== 'f32') return 'cache';
    return weights === 'f32' ? null : 'packed';
  }

  async #create(backend: Backend): Promise<Engine> {
    if (backend === 'webgpu') return new LocalEngine(await createWebgpuExecutor());
    if (backend !== 'wasm') {
      // Five sixths of what a worker would load, and only for those who take it.
      const { createTfjsExecutor } = await import('../../engine/executors/tfjs/executor.ts');
      return new LocalEngine(await createTfjsExecutor(backend, this.files));
    }
    const { reproducible } = this.options;
    const lanes = this.#lanes();
    if (lanes > 1 && this.files.spawnLane) {
      const pool = await openPool(this.files.spawnLane, this.files.kernels, { lanes, reproducible });
      if (pool.loans || (this.options.weightBytes ?? 0) <= MOST_COPIED_BYTES) return pool;
      pool.dispose(); // the host gave no memory to share after all
    }
    return this.#alone();
  }

  /** The WASM engine in this thread, its layers in as many memories as `ranges` has. */
  async #alone(ranges?: Ranges): Promise<Engine> {
    const { reproducible } = this.options;
    const create = () => createWasmExecutor(this.files.kernels, { reproducible });
    if (!ranges || ranges.count === 1) return new LocalEngine(await create());
    return new LocalEngine(new SplitExecutor(ranges, await Promise.all(Array.from({ length: ranges.count }, create))));
  }

  /** Workers of the WASM engine. */
  #lanes(): number {
    const { workers, weightBytes = 0 } = this.options;
    return copiesTooMuch(weightBytes) ? 1 : (workers ?? lanesFor('wasm'));
  }

  /** The first of `backends` (our own kernels before TensorFlow.js') that starts and finishes the measurement here. */
  async #firstMeasured(backends: readonly Backend[], device: string): Promise<{ backend: Backend; milliseconds: number } | null> {
    for (const backend of backends.filter((one) => !this.#lacks(one))) {
      const milliseconds = await this.#measured(backend, device);
      if (milliseconds !== null) return { backend, milliseconds };
    }
    return null;
  }

  /** Milliseconds of the measurement on `backend`, from an earlier one if there was one, or null when it cannot start or finish it here. */
  async #measured(backend: Backend, device: string): Promise<number | null> {
    const known = this.options.known?.find((earlier) => earlier.backend === backend && earlier.device === device);
    const milliseconds = known ? known.milliseconds : await this.#measure(backend);
    this.#measurements.push({ backend, device, milliseconds });
    return milliseconds;
  }

  async #measure(backend: Backend): Promise<number | null> {
    let engine: Engine | null = null;
    try {
      engine = await this.#create(backend);
      return await measureEngine(engine);
    } catch {
      return null; // the caller says so in its reason
    } finally {
      engine?.dispose();
    }
  }

  async #fallback(reason: string): Promise<StartedBackend> {
    const own = await this.#create('wasm').catch(unlessUnfetched);
    if (own) return this.#started(own, reason);
    const found = this.#lacks('tfjs-wasm');
    if (found) throw new FaultError(fault(engineFaults, 'E_BACKEND', { backend: 'tfjs-wasm', found }));
    const stock = await this.#create('tfjs-wasm').catch(unlessUnfetched);
    if (stock) return this.#started(stock, why.ownWasmFailed({ why: reason }));
    return this.#started(await this.#create('tfjs-cpu'), why.wasmFailed({ why: reason }));
  }

  async #started(first: Engine, reason: string): Promise<StartedBackend> {
    const { room, reproducible = false, weightBytes = 0 } = this.options;
    let engine = first;
    const ranges = await this.#orDisposed(first, async () => (await room?.(first)) ?? null);
    if (ranges) {
      first.dispose();
      engine = await this.#alone(ranges);
    }
    const { backend, device, lanes: workers } = engine;
    const copied = backend === 'wasm' && this.files.spawnLane && first.lanes < (this.options.workers ?? lanesFor('wasm'));
    const said = ranges
      ? why.oneWorker({ why: reason, memories: ranges.count })
      : copied
        ? why.notShared({ why: reason, megabytes: Math.round(weightBytes / 1e6) })
        : reason;
    const measurements = this.#measurements.length > 0 ? { measurements: this.#measurements } : {};
    return { engine, report: { backend: backend as Backend, device, workers, reason: said, reproducible, ...measurements } };
  }

  async #orDisposed<T>(engine: Engine, ask: () => Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      engine.dispose();
      throw error;
    }
  }
}

/** A backend that this device does not run has another in its place; one that could not be fetched has none: it would be a hundred times slower, unasked. */
function unlessUnfetched(error: unknown): null {
  const why = faultFrom(error);
  if (why.code === 'E_FETCH') throw new FaultError(why);
  return null;
}
