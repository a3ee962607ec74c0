/** Keys and values kept between runs, one pair of tensors a layer and slot, [tokens held, kvHeads · headDim]. Stock ops cannot
 * write in slot, so appending concatenates. */
import type { KvCache } from '../../contracts/executor.ts';
import { type Tensor2D, tf } from './runtime.ts';

interface Held {
  readonly keys: Tensor2D;
  readonly values: Tensor2D;
}

export class TfjsCache implements KvCache {
  readonly #held = new Map<string, Held>();

  constructor(
    readonly slots: number,
    readonly capacity: number,
  ) {}

  /** Puts tokens at `position …` of a slot, what lay there and beyond being forgotten; returns all it now holds, owned by the cache. */
  append(layer: number, slot: number, position: number, keys: Tensor2D, values: Tensor2D): Held {
    const key = this.#key(layer, slot);
    const before = this.#held.get(key);
    const have = before?.keys.shape[0] ?? 0;
    if (position > have) throw new Error(`slot ${slot} of the cache holds ${have} tokens and is written at position ${position}`);
    if (position + (keys.shape[0] ?? 0) > this.capacity)
      throw new Error(`a sequence of ${position + (keys.shape[0] ?? 0)} tokens does not fit a cache of ${this.capacity}`);
    const joined = (past: Tensor2D | undefined, next: Tensor2D): Tensor2D =>
      tf.keep(past && position > 0 ? tf.concat([tf.slice(past, [0, 0], [position, past.shape[1]]), next], 0) : tf.clone(next));
    const held = { keys: joined(before?.keys, keys), values: joined(before?.values, values) };
    this.#replace(key, held);
    return held;
  }

  copy(from: number, to: number, tokens: number): void {
    if (from === to) return;
    for (const [key, { keys, values }] of [...this.#held]) {
      const [layer, slot] = key.split(':').map(Number);
      if (slot !== from) continue;
      const first = (x: Tensor2D): Tensor2D => tf.keep(tf.slice(x, [0, 0], [tokens, x.shape[1]]));
      this.#replace(
        this.#key(layer ?? 0, to),
        tf.tidy(() => ({ keys: first(keys), values: first(values) })),
      );
    }
  }

  clear(): void {
    for (const key of [...this.#held.keys()]) this.#replace(key, undefined);
  }

  dispose(): void {
    this.clear();
  }

  #key(layer: number, slot: number): string {
    return `${layer}:${slot}`;
  }

  #replace(key: string, held: Held | undefined): void {
    const before = this.#held.get(key);
    before?.keys.dispose();
    before?.values.dispose();
    if (held) this.#held.set(key, held);
    else this.#held.delete(key);
  }
}
