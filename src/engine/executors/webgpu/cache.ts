/** Keys and values of sequences being generated, [slots, capacity, kvHeads · headDim] a layer. */
import type { KvCache } from '../../contracts/executor.ts';
import type { GpuDevice } from './device.ts';

export class WebgpuCache implements KvCache {
  readonly #layers = new Map<string, { readonly buffer: GPUBuffer; readonly width: number }>();
  /** Bind groups of the recordings that have run with this cache. */
  readonly bindGroups = new WeakMap<object, readonly GPUBindGroup[]>();
  #disposed = false;

  constructor(
    readonly device: GpuDevice,
    readonly slots: number,
    readonly capacity: number,
  ) {}

  /** One layer's keys or values; `width` is kvHeads · headDim. */
  past(layer: number, which: 'keys' | 'values', width: number): GPUBuffer {
    const key = `${which} ${layer}`;
    const known = this.#layers.get(key);
    if (known) return known.buffer;
    const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST;
    const buffer = this.device.createBuffer(this.slots * this.capacity * width * 4, usage);
    this.#layers.set(key, { buffer, width });
    return buffer;
  }

  copy(from: number, to: number, tokens: number): void {
    this.#check(from, tokens);
    this.#check(to, tokens);
    if (from === to || this.#layers.size === 0 || tokens === 0) return;
    // A buffer cannot be copied to itself, so the tokens take a step aside.
    const widest = Math.max(...[...this.#layers.values()].map(({ width }) => width));
    const aside = this.device.createBuffer(tokens * widest * 4, GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST);
    const encoder = this.device.raw.createCommandEncoder();
    for (const { buffer, width } of this.#layers.values()) {
      const bytes = (slot: number) => slot * this.capacity * width * 4;
      encoder.copyBufferToBuffer(buffer, bytes(from), aside, 0, tokens * width * 4);
      encoder.copyBufferToBuffer(aside, 0, buffer, bytes(to), tokens * width * 4);
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
