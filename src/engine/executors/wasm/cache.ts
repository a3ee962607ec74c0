/**
 * Keys and values kept between decoding steps, [rows, capacity, kvHeads · headDim] per layer, written in place. A row's
 * tokens lie behind one another whatever the others' lengths, so there is no padding to mask.
 */
import type { KvCache } from '../executor.ts';
import type { Block, Heap } from './heap.ts';

/** Places beyond the longest row when a cache is made or grown. */
const ROOM = 64;

interface Layer {
  keys: Block;
  values: Block;
}

export class WasmCache implements KvCache {
  readonly #layers = new Map<number, Layer>();
  /** Tokens each row holds: [rows], in the heap. */
  readonly #lengths: Block;
  readonly rows: number;
  #longest: number;
  #capacity = 0;
  #width = 0;
  #filled = false;
  #disposed = false;

  constructor(
    readonly heap: Heap,
    readonly promptLengths: readonly number[],
  ) {
    this.rows = promptLengths.length;
    this.#longest = Math.max(...promptLengths);
    this.#lengths = heap.allocate(4 * this.rows);
    heap.integers(this.#lengths.address, this.rows).set(promptLengths);
  }

  /** Whether the prompts are in. */
  get filled(): boolean {
    return this.#filled;
  }
  get capacity(): number {
    return this.#capacity;
  }
  get lengths(): number {
    return this.#lengths.address;
  }
  /** Tokens of the longest row. */
  get longest(): number {
    return this.#longest;
  }

  /** Makes room for one more token a row; called before a run with it. */
  prepare(width: number): void {
    if (this.#disposed) throw new Error('this cache was disposed');
    this.#width = width;
    if (this.#longest + 1 <= this.#capacity) return;
    const before = this.#capacity;
    this.#capacity = this.#longest + Math.max(ROOM, Math.floor(this.#longest / 2));
    for (const layer of this.#layers.values()) {
      layer.keys = this.#moved(layer.keys, before);
      layer.values = this.#moved(layer.values, before);
    }
  }

  layer(index: number): { keys: number; values: number } {
    let layer = this.#layers.get(index);
    if (!layer) {
      const bytes = 4 * this.rows * this.#capacity * this.#width;
      layer = { keys: this.heap.allocate(bytes), values: this.heap.allocate(bytes) };
      this.#layers.set(index, layer);
    }
    return { keys: layer.keys.address, values: layer.values.address };
  }

  /** Called when a run with this cache has ended. */
  advance(): void {
    if (this.#filled) {
      const lengths = this.heap.integers(this.#lengths.address, this.rows);
      for (let row = 0; row < this.rows; row += 1) lengths[row] = (lengths[row] ?? 0) + 1;
      this.#longest += 1;
    }
    this.#filled = true;
  }

  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    for (const { keys, values } of this.#layers.values()) {
      this.heap.release(keys);
      this.heap.release(values);
    }
    this.heap.release(this.#lengths);
    this.#layers.clear();
  }

  #moved(block: Block, before: number): Block {
    const next = this.heap.allocate(4 * this.rows * this.#capacity * this.#width);
    for (let row = 0; row < this.rows; row += 1) {
      const count = before * this.#width;
      this.heap.floats(next.address + 4 * row * this.#capacity * this.#width, count).set(this.heap.floats(block.address + 4 * row * count, count));
    }
    this.heap.release(block);
    return next;
  }
}
