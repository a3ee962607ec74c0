/** A file's bytes from front to back, some at a time, for formats whose records say how long they are. */
import type { GivenFile } from '../reader.ts';

/** Bytes asked for at once. */
const STRETCH = 2 ** 20;

export class ByteStream {
  #held: Uint8Array = new Uint8Array();
  /** Where in the file the held bytes begin. */
  #from = 0;
  /** Offset of the next byte. */
  at = 0;

  constructor(readonly file: GivenFile) {}

  /** The next `count` bytes, fewer at the end of the file; the caller bounds `count`. Of use until the next call. */
  async take(count: number): Promise<Uint8Array> {
    const end = Math.min(this.file.size, this.at + count);
    if (this.at < this.#from || end > this.#from + this.#held.length) {
      this.#held = await this.file.read(this.at, Math.min(this.file.size, Math.max(end, this.at + STRETCH)));
      this.#from = this.at;
    }
    const bytes = this.#held.subarray(this.at - this.#from, end - this.#from);
    this.at += bytes.length;
    return bytes;
  }
}
