/** First-fit allocation of byte ranges from a space that grows at its end; neighbouring holes are joined. */

const ALIGNMENT = 64;

export class Regions {
  /** Holes by rising offset. */
  readonly #holes: { offset: number; bytes: number }[] = [];
  readonly #sizes = new Map<number, number>();
  /** Everything at and above has never been given out. */
  #end: number;

  constructor(start = 0) {
    this.#end = start;
  }

  get end(): number {
    return this.#end;
  }

  /** Offset of `bytes` bytes, aligned to 64. */
  allocate(bytes: number): number {
    const size = Math.max(ALIGNMENT, Math.ceil(bytes / ALIGNMENT) * ALIGNMENT);
    const index = this.#holes.findIndex((hole) => hole.bytes >= size);
    const hole = this.#holes[index];
    let offset = this.#end;
    if (hole) {
      offset = hole.offset;
      hole.offset += size;
      hole.bytes -= size;
      if (hole.bytes === 0) this.#holes.splice(index, 1);
    } else {
      const last = this.#holes.at(-1);
      if (last && last.offset + last.bytes === this.#end) {
        offset = last.offset;
        this.#holes.pop();
      }
      this.#end = offset + size;
    }
    this.#sizes.set(offset, size);
    return offset;
  }

  release(offset: number): void {
    const bytes = this.#sizes.get(offset);
    if (bytes === undefined) throw new Error(`nothing was allocated at ${offset}`);
    this.#sizes.delete(offset);
    const found = this.#holes.findIndex((hole) => hole.offset > offset);
    const index = found < 0 ? this.#holes.length : found;
    this.#holes.splice(index, 0, { offset, bytes });
    this.#join(index);
    this.#join(index - 1);
  }

  /** Joins hole `index` with the next one where they touch. */
  #join(index: number): void {
    const hole = this.#holes[index];
    const next = this.#holes[index + 1];
    if (!hole || !next || hole.offset + hole.bytes !== next.offset) return;
    hole.bytes += next.bytes;
    this.#holes.splice(index + 1, 1);
  }
}
