/** Keys and values kept between decoding steps, [rows, capacity, kvHeads · headDim] a layer, written in place at each row's own length. */
import type { KvCache } from '../executor.ts';
import type { GpuDevice } from './device.ts';

export class WebgpuCache implements KvCache {
  readonly #layers = new Map<string, GPUBuffer>();
  readonly #extents: GPUBuffer;
  /** Tokens each row holds. */
  readonly #filled: Int32Array;
  /** Bind groups of the recordings that have run with this cache. */
  readonly bindGroups = new Map<object, readonly (GPUBindGroup | undefined)[]>();
  #prefilled = false;
  #disposed = false;

  constructor(
    readonly device: GpuDevice,
    readonly promptLengths: readonly number[],
    readonly capacity: number,
  ) {
    this.#filled = new Int32Array(promptLengths.length);
    this.#extents = device.createBuffer(promptLengths.length * 16, GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST);
  }

  get extents(): GPUBuffer {
    return this.#extents;
  }

  /** One layer's keys or values; `width` is kvHeads · headDim. */
  past(layer: number, which: 'keys' | 'values', width: number): GPUBuffer {
    const key = `${which} ${layer}`;
    const known = this.#layers.get(key);
    if (known) return known;
    const buffer = this.device.createBuffer(this.promptLengths.length * this.capacity * width * 4, GPUBufferUsage.STORAGE);
    this.#layers.set(key, buffer);
    return buffer;
  }

  /** Called before a run of `length` tokens a row: tells the kernels where each row stands, and moves on. */
  advance(length: number): void {
    if (this.#disposed) throw new Error('this cache was disposed');
    const extents = new Int32Array(this.promptLengths.length * 4);
    this.promptLengths.forEach((promptLength, row) => {
      const past = this.#filled[row] ?? 0;
      const added = this.#prefilled ? length : promptLength;
      if (past + added > this.capacity) throw new Error(`a cache of ${this.capacity} tokens cannot hold ${past + added}`);
      extents.set([past, added, this.capacity, 0], row * 4);
      this.#filled[row] = past + added;
    });
    this.#prefilled = true;
    this.device.raw.queue.writeBuffer(this.#extents, 0, extents);
  }

  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    for (const buffer of [this.#extents, ...this.#layers.values()]) this.device.destroyBuffer(buffer);
    this.#layers.clear();
    this.bindGroups.clear();
  }
}
