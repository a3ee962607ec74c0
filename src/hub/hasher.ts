/** Hashes by which the Hub's files are known, of bytes that come in parts. */
import { sha1 } from '../core/sha1.ts';
import { Sha256 } from '../core/sha256.ts';
import type { HubFile } from '../core/formats/models/hub/hubModel.ts';

export interface Hasher {
  update(bytes: Uint8Array): unknown;
  /** In hexadecimal, once everything has been added. */
  hex(): string;
}

/** Makes the hasher of a file; a host with a faster one gives its own. */
export type MakeHasher = (file: HubFile) => Hasher;

/** What git puts before a blob's contents. */
export const gitHeader = (bytes: number): Uint8Array => new TextEncoder().encode(`blob ${bytes}\0`);

/** Written out, so that it needs nothing of its host. A file that git itself keeps is small, and held whole. */
export const plainHasher: MakeHasher = ({ hash, bytes }) => (hash.kind === 'sha256' ? new Sha256() : new GitHash(bytes));

class GitHash implements Hasher {
  readonly #parts: Uint8Array[];

  constructor(bytes: number) {
    this.#parts = [gitHeader(bytes)];
  }

  update(bytes: Uint8Array): void {
    this.#parts.push(bytes.slice());
  }

  hex(): string {
    const whole = new Uint8Array(this.#parts.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const part of this.#parts) {
      whole.set(part, at);
      at += part.length;
    }
    return sha1(whole);
  }
}
