/**
 * A GPUDevice of our own, with the adapter's limits, its errors turned into faults, and its buffers counted. It is not
 * TensorFlow.js' device: that one asks for the default eight storage buffers a stage, and would load the whole runtime.
 */
import type { MemoryUse } from '../../contracts/executor.ts';
import { fault, FaultError } from '../../../core/faults.ts';
import { engineFaults } from '../../../words/words.ts';
import type { Subgroups } from './kernels/split.ts';

/** WebGPU's lowest guaranteed limit; kernels keep to it, so no adapter is turned away. */
const WORKGROUPS_PER_DIMENSION = 65_535;

/** What has gone to the device, and come back, since it was opened; for reports and tests. */
export interface Traffic {
  /** Bytes written from the host: inputs, parameters, gradients. */
  readonly sent: number;
  /** Bytes read back. */
  readonly read: number;
  readonly dispatches: number;
}

export class GpuDevice {
  #fault: FaultError | null = null;
  #disposed = false;
  #traffic = { sent: 0, read: 0, dispatches: 0 };
  #buffers = 0;
  #bytes = 0;
  #peak = 0;

  constructor(
    readonly raw: GPUDevice,
    /** Adapter, for people. */
    readonly description: string,
    /** Whether the processor computes. */
    readonly software = false,
    /** Null where kernels cannot use subgroups. */
    readonly subgroups: Subgroups | null = null,
  ) {
    raw.addEventListener('uncapturederror', (event) => this.report(event.error));
    void raw.lost.then(({ message }) => {
      if (!this.#disposed) this.#fault = lostFault(message);
    });
  }

  /** Remembers the first error; the run that is under way, or the next, throws it. */
  report(error: GPUError): void {
    this.#fault ??= new FaultError(fault(engineFaults, 'E_GPU_ERROR', {}, { detail: error.message }));
  }

  /** Throws what went wrong on the device, if anything did. */
  check(): void {
    if (this.#fault) throw this.#fault;
  }

  /** Runs `make` so that an invalid or too large object becomes a fault; the promise settles when the device has judged it. */
  judged<T>(make: () => T): { value: T; judgement: Promise<void> } {
    this.raw.pushErrorScope('out-of-memory');
    this.raw.pushErrorScope('validation');
    try {
      return { value: make(), judgement: this.#popScopes() };
    } catch (error) {
      void this.#popScopes();
      throw error;
    }
  }

  async #popScopes(): Promise<void> {
    const scopes = [this.raw.popErrorScope(), this.raw.popErrorScope()];
    // A lost device rejects the scopes; `lost` tells the story then.
    for (const error of await Promise.all(scopes).catch(() => [])) if (error) this.report(error);
  }

  /** A buffer of at least `bytes`, rounded up so that it can be read as vectors of four. */
  createBuffer(bytes: number, usage: GPUBufferUsageFlags): GPUBuffer {
    const buffer = this.raw.createBuffer({ size: Math.max(16, Math.ceil(bytes / 16) * 16), usage });
    this.#buffers += 1;
    this.#bytes += buffer.size;
    this.#peak = Math.max(this.#peak, this.#bytes);
    return buffer;
  }

  destroyBuffer(buffer: GPUBuffer): void {
    this.#buffers -= 1;
    this.#bytes -= buffer.size;
    buffer.destroy();
  }

  /** Writes from the host, before whatever is submitted next. */
  write(buffer: GPUBuffer, offset: number, data: ArrayBuffer | ArrayBufferView<ArrayBufferLike>): void {
    this.#traffic.sent += data.byteLength;
    this.raw.queue.writeBuffer(buffer, offset, data as GPUAllowSharedBufferSource);
  }

  /** Says that so many dispatches are encoded. */
  dispatched(count: number): void {
    this.#traffic.dispatches += count;
  }

  traffic(): Traffic {
    return { ...this.#traffic };
  }

  memory(): MemoryUse {
    return { tensors: this.#buffers, bytes: this.#bytes, peakBytes: this.#peak };
  }

  /** Reads a mappable buffer; a lost device is a fault, not an exception of the API's. */
  async read(staging: GPUBuffer, bytes: number): Promise<Float32Array> {
    try {
      await staging.mapAsync(GPUMapMode.READ, 0, bytes);
    } catch (error) {
      this.check();
      throw lostFault(String(error));
    }
    this.#traffic.read += bytes;
    const copy = new Float32Array(staging.getMappedRange(0, bytes).slice(0));
    staging.unmap();
    this.check();
    return copy;
  }

  dispose(): void {
    this.#disposed = true;
    this.raw.destroy();
  }
}

const lostFault = (detail: string): FaultError => new FaultError(fault(engineFaults, 'E_GPU_LOST', {}, { detail }));

/** Opens the fastest adapter; throws `E_BACKEND` when there is none. */
export async function openDevice(): Promise<GpuDevice> {
  const adapter = await globalThis.navigator?.gpu?.requestAdapter({ powerPreference: 'high-performance' });
  if (!adapter) throw new FaultError(fault(engineFaults, 'E_BACKEND', { backend: 'webgpu', found: 'no_adapter' }));
  const { maxBufferSize, maxStorageBufferBindingSize } = adapter.limits;
  const subgroups = subgroupsOf(adapter);
  const raw = await adapter.requestDevice({
    requiredLimits: { maxBufferSize, maxStorageBufferBindingSize },
    requiredFeatures: subgroups ? ['subgroups'] : [],
  });
  const words = [adapter.info.vendor, adapter.info.architecture, adapter.info.description].filter(Boolean).join(' ');
  return new GpuDevice(raw, words || 'WebGPU adapter', isSoftware(adapter.info), subgroups);
}

/** An adapter's subgroups; null where it has none, or the language cannot number them (`subgroup_id`). */
function subgroupsOf({ features, info }: GPUAdapter): Subgroups | null {
  const numbered = (globalThis.navigator.gpu.wgslLanguageFeatures as ReadonlySet<string>).has('subgroup_id');
  return features.has('subgroups') && numbered ? { least: info.subgroupMinSize, most: info.subgroupMaxSize } : null;
}

/** Chromium says so in `isFallbackAdapter`; other hosts name the software rasteriser. */
export function isSoftware({ isFallbackAdapter, architecture, description, device }: GPUAdapterInfo): boolean {
  return isFallbackAdapter || /swiftshader|llvmpipe|lavapipe|software|microsoft basic/i.test(`${architecture} ${description} ${device}`);
}

/** Workgroups for `invocations` of a one-dimensional kernel, folded into two dimensions where one is too short. */
export function gridFor(invocations: number, workgroup: number): readonly [number, number, number] {
  const groups = Math.max(1, Math.ceil(invocations / workgroup));
  if (groups <= WORKGROUPS_PER_DIMENSION) return [groups, 1, 1];
  const y = Math.ceil(groups / WORKGROUPS_PER_DIMENSION);
  return [Math.ceil(groups / y), y, 1];
}
