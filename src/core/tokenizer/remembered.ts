/** The last results asked for by a text, so that the profile of an agent is not encoded again for each of its messages. */

/** Results of longer texts are computed anew each time: they are rare, and what is remembered stays small. */
const LONGEST_KEY = 4096;
const MOST_KEPT = 1024;

export class Remembered<Result> {
  readonly #kept = new Map<string, Result>();

  /** The result for `key`, computed where it is not known; it is shared, so nobody may change it. */
  of(key: string, compute: () => Result): Result {
    if (key.length > LONGEST_KEY) return compute();
    const known = this.#kept.get(key);
    const result = known ?? compute();
    // Re-inserting moves the key to the end, so that the first one is the least recently used.
    if (known !== undefined) this.#kept.delete(key);
    this.#kept.set(key, result);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    return result;
  }
}
