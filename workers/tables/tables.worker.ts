/** Reads one file of problems; the page ends it afterwards, or in the middle when it is called off. */
import * as Comlink from 'comlink';
import { parseDataFile } from '../../src/core/dataset/parse.ts';
import { outcomeOf } from '../../src/core/faults.ts';
import { sha256 } from '../../src/core/sha256.ts';
import { holdLife } from '../life/hold.ts';
import type { TablesApi } from './protocol.ts';

/** Most rows that go to the page at once. */
const PART = 2000;

/** By the browser, which is faster; pages served without TLS have it not. */
async function digestOf(bytes: Uint8Array): Promise<string> {
  const subtle = globalThis.crypto.subtle as SubtleCrypto | undefined;
  if (!subtle) return sha256(bytes);
  const hash = new Uint8Array(await subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>));
  return [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

const api: TablesApi = {
  read: (bytes, name, take) =>
    outcomeOf(async () => {
      const { rows, ...head } = parseDataFile(bytes, name);
      const digest = await digestOf(bytes);
      // Each waits until the page has taken the one before it, and so had time for something else between them.
      for (let from = 0; from < rows.length; from += PART) await take(rows.slice(from, from + PART));
      return { ...head, digest };
    }),
};

holdLife();
Comlink.expose(api);
