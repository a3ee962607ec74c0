/** Stretches of a growing buffer that are taken and given back, the first hole that fits before new room. */
export class Regions {
  readonly #taken = new Map<number, number>();
  #end = 0;

  /** Units there must be room for. */
  get size(): number {
    return this.#end;
  }

  /** Where `length` units begin that nobody else has. */
  take(length: number): number {
    let at = 0;
    for (const [first, own] of [...this.#taken].sort(([a], [b]) => a - b)) {
      if (first - at >= length) break;
      at = first + own;
    }
    this.#taken.set(at, length);
    this.#end = Math.max(this.#end, at + length);
    return at;
  }

  release(first: number): void {
    this.#taken.delete(first);
  }

  clear(): void {
    this.#taken.clear();
    this.#end = 0;
  }
}
