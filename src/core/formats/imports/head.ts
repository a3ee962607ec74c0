/** How a file begins, as far as it tells whose it is: the keys of its first JSON object, even where that object is longer than what is seen of it. */
import { Gunzip } from 'fflate';
import type { FileHead } from './reader.ts';

/** Text of the head, unpacked where it is packed; what is no UTF-8 is replaced, since nothing is read from it. */
export function headText(head: FileHead): string {
  return new TextDecoder().decode(unpackedHead(head.bytes));
}

function unpackedHead(bytes: Uint8Array): Uint8Array {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  let first = new Uint8Array();
  try {
    // A slice, of which gzip makes at most a thousand times as much.
    new Gunzip((piece) => {
      if (first.length === 0) first = piece.slice(0, bytes.length);
    }).push(bytes.subarray(0, 2 ** 14), false);
  } catch {
    // Whatever is broken is found where the file is read.
  }
  return first;
}

/** Keys of the first object in a text, and of the first list of objects in it its first object's; never throws. */
export function firstKeys(text: string): ReadonlySet<string> {
  const keys = new Set<string>();
  const start = text.search(/[{[]/);
  if (start < 0 || text.slice(0, start).trim().replace('\uFEFF', '') !== '') return keys;
  // A file may be a list of such objects.
  const opened = /^\[\s*/.exec(text.slice(start));
  let at = start + (opened?.[0].length ?? 0);
  if (text[at] !== '{') return keys;
  let depth = 0;
  for (; at < text.length; at += 1) {
    const letter = text[at];
    if (letter === '{' || letter === '[') depth += 1;
    else if (letter === '}' || letter === ']') {
      depth -= 1;
      if (depth === 0) return keys;
    } else if (letter === '"') {
      const end = stringEnd(text, at);
      if (end < 0) return keys;
      if (depth === 1 && /^\s*:/.test(text.slice(end, end + 8))) keys.add(text.slice(at + 1, end - 1));
      at = end - 1;
    }
  }
  return keys;
}

/** Behind the closing quote of the string that opens at `at`; -1 where it does not close. */
function stringEnd(text: string, at: number): number {
  for (let to = at + 1; to < text.length; to += 1) {
    if (text[to] === '\\') to += 1;
    else if (text[to] === '"') return to + 1;
  }
  return -1;
}

export const hasKeys = (keys: ReadonlySet<string>, ...wanted: readonly string[]): boolean => wanted.every((key) => keys.has(key));
