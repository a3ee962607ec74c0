/**
 * The helpers of `marft/env`. This text itself is evaluated inside the sandbox, and Node may import it directly, so it
 * stands alone: no imports but types. What each helper promises is written in `guest.d.ts`, which it must match.
 */
import type * as declared from './guest.d.ts';

export type * from './guest.d.ts';

export const lastInteger: typeof declared.lastInteger = (text) => {
  // A minus behind a digit is an operator, not a sign.
  const found = text.match(/(?<!\d)-?\d+/g);
  return found === null ? null : Number(found.at(-1));
};

export const lastNumber: typeof declared.lastNumber = (text) => {
  const found = text.match(/(?<![\d.])-?(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)?(?:\.\d+|(?<=\d))/g);
  return found === null ? null : Number(found.at(-1)?.replaceAll(',', ''));
};

export const sameNumber: typeof declared.sameNumber = (text, answer, tolerance = 1e-9) => {
  const value = lastNumber(text);
  return value !== null && Math.abs(value - answer) <= tolerance * Math.max(1, Math.abs(answer));
};

export const normalizeText: typeof declared.normalizeText = (text) => text.toLowerCase().replace(/\s+/g, ' ').trim();

export const integer: typeof declared.integer = (random, low, high) => low + Math.floor(random() * (high - low + 1));

export const pick: typeof declared.pick = (random, list) => {
  if (list.length === 0) throw new RangeError('pick() needs a list with at least one element');
  return list[integer(random, 0, list.length - 1)] as (typeof list)[number];
};

export const shuffle: typeof declared.shuffle = (random, list) => {
  // Fisher-Yates.
  const copy = [...list];
  for (let last = copy.length - 1; last > 0; last -= 1) {
    const other = integer(random, 0, last);
    [copy[last], copy[other]] = [copy[other] as (typeof copy)[number], copy[last] as (typeof copy)[number]];
  }
  return copy;
};

export const hash: typeof declared.hash = (text) => {
  // FNV-1a over UTF-16 units, then the finaliser of MurmurHash3, because FNV's low bits alone are poor for `% n`.
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
};

export const seededRandom: typeof declared.seededRandom = (seed, stream = 0) => {
  // sfc32 (PractRand), seeded with two words and a counter; 15 rounds mix the seed in.
  let a = seed | 0;
  let b = stream | 0;
  let c = 0x9e3779b9 | 0;
  let counter = 1;
  const next = (): number => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 4294967296;
  };
  for (let round = 0; round < 15; round += 1) next();
  return next;
};

export { extractAnswer, gradeMath, sameAnswer } from './mathGrader.ts';

/** `[key=value]` and `key?`; a key has no mark, white space or sign in it. */
const NOTE = /\[([^\s[\]=?]+)=([^[\]]*)\]/g;
const READ = /^([^\s[\]=?]+)\?$/;

export const remembered: typeof declared.remembered = (messages) => {
  const notes = messages.flatMap(({ text }) => Array.from(text.matchAll(NOTE), ([, key = '', value = '']) => [key, value] as const));
  // No JSON may have a key of this name.
  return Object.fromEntries(notes.filter(([key]) => key !== '__proto__'));
};

export const recall: typeof declared.recall = (call, messages) => {
  const key = READ.exec(call)?.[1];
  if (key === undefined) return null;
  const notebook = remembered(messages);
  return `=${Object.hasOwn(notebook, key) ? notebook[key] : '?'};`;
};
