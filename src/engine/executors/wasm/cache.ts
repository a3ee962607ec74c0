/**
 * Keys [slots, kvHeads, headDim, capacity] and values [slots, kvHeads, capacity, headDim] of each layer, written in
 * place. What a slot holds is the business of whoever gives the slots out.
 */
import type { AttentionShape } from '../../contracts/plan.ts';
import type { KvCache } from '../../contracts/executor.ts';
import type { Block, Heap } from './heap.ts';
import type { Kernels } from './kernels.ts';

interface Layer {
  readonly keys: Block;
  readonly values: Block;
  readonly shape: AttentionShape;
}

/** Kernels read keys by sixteen positions. */
const GRAIN = 16;

export class WasmCache implements KvCache {
  readonly #layers = new Map<number, Layer>();
  /** Positions a slot has room for in memory: `capacity` rounded up. */
  readonly pitch: number;
  #disposed = false;

  constructor(
    readonly heap: Heap,
    readonly kernels: Kernels,
    readonly slots: number,
    readonly capacity: number,
  ) {
    this.pitch = Math.ceil(capacity / GRAIN) * GRAIN;
  }

  /** Addresses of a layer's keys and values. */
  layer(index: number, shape: AttentionShape): { keys: number; values: number } {
    let layer = this.#layers.get(index);
    if (!layer) {
      const bytes = 4 * this.slots * this.pitch * shape.kvHeads * shape.headDim;
      layer = { keys: this.heap.allocate(bytes), values: this.heap.allocate(bytes), shape };
      this.#layers.set(index, layer);
    }
    return { keys: layer.keys.address, values: layer.values.address };
  }

  copy(from: number, to: number, tokens: number): void {
    if (from === to) return;
    for (const { keys, values, shape } of this.#layers.values())
      this.kernels.copySlot(from, to, tokens, shape.kvHeads, shape.headDim, this.pitch, keys.address, values.address);
  }

  clear(): void {
    // The memory is kept: the next sequences need as much.
  }

  /** Throws unless every sequence has a slot here and stays within it, its tokens one behind the other: kernels write wherever they are told. */
  check(offsets: ArrayLike<number>, positions: ArrayLike<number>, slots: ArrayLike<number>, times: number): void {
    if (this.#disposed) throw new Error('this cache was disposed');
    for (let s = 0; s + 1 < offsets.length; s += 1) {
      const slot = slots[s] ?? -1;
      if (!(slot >= 0 && slot < this.slots)) throw new Error(`a sequence has slot ${slot}, and the cache has ${this.slots}`);
      const start = offsets[s] ?? 0;
      const end = offsets[s + 1] ?? 0;
      const first = positions[start] ?? 0;
      for (let t = start; t < end; t += 1)
        if (positions[t] !== first + t - start) throw new Error('the tokens of a sequence must have positions one after the other');
      const needed = first + end - start + times - 1;
      if (first < 0 || needed > this.capacity) throw new Error(`a sequence of ${needed} tokens does not fit a cache of ${this.capacity}`);
    }
  }

  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    for (const { keys, values } of this.#layers.values()) {
      this.heap.release(keys);
      this.heap.release(values);
    }
    this.#layers.clear();
  }
}
