/** Keys and values kept between decoding steps, [rows·kvHeads, width, headDim] per layer. Stock ops cannot write in
 * place, so a step concatenates; a row's own rotary positions are baked into its keys, so padding only has to be masked. */
import type { KvCache } from '../executor.ts';
import { type Tensor, tf } from './runtime.ts';

export class TfjsCache implements KvCache {
  readonly #layers = new Map<number, { keys: Tensor; values: Tensor }>();
  /** Columns of prompt, padding included; 0 before the prefill. */
  promptWidth = 0;
  /** Columns at the start of the run under way. */
  width = 0;

  constructor(readonly promptLengths: readonly number[]) {}

  /** Appends along the width and returns all keys and values, owned by the cache. */
  append(layer: number, keys: Tensor, values: Tensor): { keys: Tensor; values: Tensor } {
    const past = this.#layers.get(layer);
    const next = {
      keys: tf.keep(past ? tf.concat([past.keys, keys], 1) : tf.clone(keys)),
      values: tf.keep(past ? tf.concat([past.values, values], 1) : tf.clone(values)),
    };
    past?.keys.dispose();
    past?.values.dispose();
    this.#layers.set(layer, next);
    return next;
  }

  /** Called when a run with this cache has ended. */
  advance(length: number): void {
    if (this.width === 0) this.promptWidth = length;
    this.width += length;
  }

  dispose(): void {
    for (const { keys, values } of this.#layers.values()) {
      keys.dispose();
      values.dispose();
    }
    this.#layers.clear();
  }
}
