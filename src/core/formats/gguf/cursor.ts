/** Reads a GGUF file's header from front to back, a stretch of the file at a time, and never beyond its end. */
import { ggufFaults } from '../../../words/words.ts';
import { faultAt } from '../../faultAt.ts';
import type { ByteSource } from '../byteSource.ts';

/** Tokens and merges of the largest vocabularies take some 20 MB. */
const MAX_HEADER_BYTES = 2 ** 26;
const STRETCH = 2 ** 20;

const names = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const texts = new TextDecoder('utf-8', { ignoreBOM: true });

export class Cursor {
  /** The next byte, counted from the file's beginning. */
  at = 0;
  readonly #source: ByteSource;
  #stretch = new Uint8Array();
  /** Where the stretch begins in the file. */
  #from = 0;

  constructor(
    source: ByteSource,
    readonly fileName: string,
  ) {
    this.#source = source;
  }

  /** The next `count` bytes, only of use until the next call. */
  bytes(count: number): Uint8Array {
    const [begin, end] = [this.at, this.at + count];
    this.#check(end);
    if (end > this.#from + this.#stretch.length) {
      this.#stretch = new Uint8Array(this.#source.slice(begin, Math.min(this.#source.size, Math.max(end, begin + STRETCH))));
      this.#from = begin;
    }
    this.at = end;
    return this.#stretch.subarray(begin - this.#from, end - this.#from);
  }

  u32(): number {
    return this.#view(4).getUint32(0, true);
  }

  u64(): bigint {
    return this.#view(8).getBigUint64(0, true);
  }

  /** How many things of at least `least` bytes follow: no more than there is room for. */
  count(least: number): number {
    const told = Number(this.u64());
    this.#check(this.at + told * least);
    return told;
  }

  /** A text; bytes that are none become U+FFFD. */
  text(): string {
    return texts.decode(this.bytes(this.count(1)));
  }

  /** A key or a tensor's name, by which it is found: nothing but text. */
  name(): string {
    const bytes = this.bytes(this.count(1));
    try {
      return names.decode(bytes);
    } catch {
      throw faultAt(ggufFaults, 'E_GGUF_HEADER', { found: 'text', subject: this.fileName });
    }
  }

  /** Throws where the header cannot go on to the byte `end`. */
  #check(end: number): void {
    const [subject, present] = [this.fileName, this.#source.size];
    if (end > present) throw faultAt(ggufFaults, 'E_GGUF_TRUNCATED', { found: 'header', subject, wanted: end, present });
    if (end > MAX_HEADER_BYTES) throw faultAt(ggufFaults, 'E_GGUF_HEADER', { found: 'long', subject, most: MAX_HEADER_BYTES });
  }

  #view(count: number): DataView {
    const { buffer, byteOffset } = this.bytes(count);
    return new DataView(buffer, byteOffset, count);
  }
}

/** Names come from the file: keep them short enough for a sentence. */
export function shorten(text: string): string {
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}
