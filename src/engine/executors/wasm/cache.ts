/**
 * Keys and values kept between decoding steps, [rows, capacity, kvHeads · headDim] per layer, written in place. A row's
 * tokens lie behind one another whatever the others' lengths, so there is no padding to mask.
 */
import type { KvCache } from '../executor.ts';
import type { Block, Heap } from './heap.ts';

interface Layer {
  readonly keys: Block;
  readonly values: Block;
}

export class WasmCache implements KvCache {
  readonly #layers = new Map<number, Layer>();
  /** Tokens each row holds: [rows], in the heap. */
  readonly #lengths: Block;
  readonly #rows: number;
  #longest: number;
  #filled = false;
  #disposed = false;

  constructor(
    readonly heap: Heap,
    promptLengths: readonly number[],
    /** Most tokens a row can hold. */
    readonly capacity: number,
  ) {
    this.#rows = promptLengths.length;
    this.#longest = Math.max(...promptLengths);
    this.#lengths = heap.allocate(4 * this.#rows);
    heap.integers(this.#lengths.address, this.#rows).set(promptLengths);
  }

  /** Whether the prompts are in. */
  get filled(): boolean {
    return this.#filled;
  }

  /** Address of the rows' lengths. */
  get lengths(): number {
    return this.#lengths.address;
  }

  /** Addresses of a layer's keys and values, of `width` numbers a token. */
  layer(index: number, width: number): { keys: number; values: number } {
    let layer = this.#layers.get(index);
    if (!layer) {
      const bytes = 4 * this.#rows * this.capacity * width;
      layer = { keys: this.heap.allocate(bytes), values: this.heap.allocate(bytes) };
      this.#layers.set(index, layer);
    }
    return { keys: layer.keys.address, values: layer.values.address };
  }

  /** Called before a run of `rows` rows: they must be its rows, and there must be room for what the run brings. */
  check(rows: number): void {
    if (this.#disposed) throw new Error('this cache was disposed');
    if (rows !== this.#rows) throw new Error(`a plan of ${rows} rows is run with a cache of ${this.#rows}`);
    const needed = this.#longest + (this.#filled ? 1 : 0);
    if (needed > this.capacity) throw new Error(`a row of ${needed} tokens does not fit a cache of ${this.capacity}`);
  }

  /** Called when a run with this cache has ended. */
  advance(): void {
    if (this.#filled) {
      const lengths = this.heap.integers(this.#lengths.address, this.#rows);
      for (let row = 0; row < this.#rows; row += 1) lengths[row] = (lengths[row] ?? 0) + 1;
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
}
