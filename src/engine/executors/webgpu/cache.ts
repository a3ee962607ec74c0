/** Keys and values of sequences being generated, [slots, capacity, kvHeads · headDim] a layer. */
import type { KvCache } from '../../contracts/executor.ts';
import type { GpuDevice } from './device.ts';

export class WebgpuCache implements KvCache {
  readonly #layers = new Map<string, { readonly buffer: GPUBuffer; readonly bytes: number }>();
  /** Bind groups of the recordings that have run with this cache. */
  readonly bindGroups = new WeakMap<object, readonly GPUBindGroup[]>();
  #disposed = false;

  constructor(
    readonly device: GpuDevice,
    readonly slots: number,
    readonly capacity: number,
  ) {}

  /** One layer's keys or values, of which a token has `bytes`. */
  past(layer: number, which: 'keys' | 'values', bytes: number): GPUBuffer {
    const key = `${which} ${layer}`;
    const known = this.#layers.get(key);
    if (known) return known.buffer;
    const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST;
    const buffer = this.device.createBuffer(this.slots * this.capacity * bytes, usage);
    this.#layers.set(key, { buffer, bytes });
    return buffer;
  }

  copy(from: number, to: number, tokens: number): void {
    this.#check(from, tokens);
    this.#check(to, tokens);
    if (from === to || this.#layers.size === 0 || tokens === 0) return;
    // A buffer cannot be copied to itself, so the tokens take a step aside.
    const widest = Math.max(...[...this.#layers.values()].map(({ bytes }) => bytes));
    const aside = this.device.createBuffer(tokens * widest, GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST);
    const encoder = this.device.raw.createCommandEncoder();
    for (const { buffer, bytes } of this.#layers.values()) {
      const begin = (slot: number) => slot * this.capacity * bytes;
      encoder.copyBufferToBuffer(buffer, begin(from), aside, 0, tokens * bytes);
      encoder.copyBufferToBuffer(aside, 0, buffer, begin(to), tokens * bytes);
    }
    this.device.raw.queue.submit([encoder.finish()]);
    this.device.destroyBuffer(aside);
  }

  /** The buffers are kept for what comes; what lies there is never read before it is written anew. */
  clear(): void {}

  /** Throws when a run of `times` repetitions would leave the cache. */
  admit(slots: ArrayLike<number>, positions: ArrayLike<number>, times: number): void {
    for (let i = 0; i < slots.length; i += 1) this.#check(slots[i] ?? 0, 0);
    for (let i = 0; i < positions.length; i += 1) this.#check(0, (positions[i] ?? 0) + times);
  }

  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    for (const { buffer } of this.#layers.values()) this.device.destroyBuffer(buffer);
    this.#layers.clear();
  }

  #check(slot: number, tokens: number): void {
    if (this.#disposed) throw new Error('this cache was disposed');
    if (slot < 0 || slot >= this.slots) throw new Error(`a cache of ${this.slots} slots has no slot ${slot}`);
    if (tokens > this.capacity) throw new Error(`a cache of ${this.capacity} tokens cannot hold ${tokens}`);
  }
}
