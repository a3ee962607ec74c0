/**
 * Bytes as a bad disk, a cut transfer or an enemy hands them over: bits flipped, ends cut off, parts of others spliced in, lengths that
 * lie, keys twice, nesting.
 */
import { mutant } from '../../../test/support/mutant.ts';
import type { Draws } from '../draws.ts';

/** Whether a format is text throughout, bytes throughout, or both: a header of text and a body of numbers. */
export type Matter = 'text' | 'bytes' | 'both';

type Mutation = (bytes: Uint8Array, draws: Draws, other: Uint8Array) => Uint8Array;

const joined = (...parts: readonly Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(parts));

const LENGTHS = [
  0n,
  1n,
  0x7fn,
  0x80n,
  0xffn,
  0xffffn,
  0x7fff_ffffn,
  0x8000_0000n,
  0xffff_ffffn,
  2n ** 40n,
  2n ** 53n,
  2n ** 63n - 1n,
  2n ** 64n - 1n,
];

/** Where something is written: as often near the beginning, where headers are, as anywhere. */
const somewhere = (bytes: Uint8Array, draws: Draws): number => draws.below(draws.chance(0.5) ? Math.min(bytes.length, 128) : bytes.length);

const OF_BYTES: readonly Mutation[] = [
  function flipped(bytes, draws) {
    const changed = bytes.slice();
    for (let left = 1 + draws.below(4); left > 0; left -= 1) {
      const at = somewhere(bytes, draws);
      changed[at] = (changed[at] ?? 0) ^ (1 << draws.below(8));
    }
    return changed;
  },
  function cut(bytes, draws) {
    return draws.chance(0.7) ? bytes.slice(0, draws.below(bytes.length + 1)) : bytes.slice(draws.below(bytes.length));
  },
  function spliced(bytes, draws, other) {
    const from = draws.below(other.length);
    const part = other.slice(from, from + 1 + draws.below(Math.min(other.length, 4096)));
    const at = somewhere(bytes, draws);
    return joined(bytes.slice(0, at), part, bytes.slice(at + (draws.chance(0.5) ? part.length : 0)));
  },
  function lying(bytes, draws) {
    const changed = bytes.slice();
    const width = draws.pick([1, 2, 4, 8] as const);
    if (bytes.length < width) return changed;
    const value = draws.chance(0.3) ? BigInt(bytes.length + draws.below(3) - 1) : draws.pick(LENGTHS);
    const at = Math.min(somewhere(bytes, draws), bytes.length - width);
    const little = draws.chance(0.8);
    for (let byte = 0; byte < width; byte += 1)
      changed[at + (little ? byte : width - 1 - byte)] = Number((value >> BigInt(8 * byte)) & 255n);
    return changed;
  },
  function repeated(bytes, draws) {
    const at = draws.below(bytes.length);
    const part = bytes.slice(at, at + 1 + draws.below(600));
    return joined(bytes.slice(0, at), ...Array.from({ length: draws.pick([2, 2, 3, 50]) }, () => part), bytes.slice(at + part.length));
  },
  function blanked(bytes, draws) {
    const at = draws.below(bytes.length);
    return bytes.slice().fill(draws.pick([0, 0xff, 0x20]), at, at + 1 + draws.below(64));
  },
];

const OF_TEXT: readonly Mutation[] = [
  (bytes, draws) => mutant(bytes, () => draws.unit()),
  (bytes, draws) => mutant(bytes, () => draws.unit()),
  (bytes, draws) => mutant(bytes, () => draws.unit()),
  function keyTwice(bytes, draws) {
    const text = new TextDecoder().decode(bytes);
    const fields = [...text.matchAll(/"[^"\\\n]{1,40}"\s*:\s*(?:"(?:[^"\\]|\\.)*"|-?[\d.]+|true|false|null)/g)];
    if (fields.length === 0) return bytes;
    const field = draws.pick(fields);
    const name = /^"[^"]*"/.exec(field[0])?.[0] ?? '""';
    const value = draws.pick([`${name}: ${draws.pick(['null', '{}', '[]', '1e400', '-0', '"\u0000"'])}`, field[0], draws.pick(fields)[0]]);
    return new TextEncoder().encode(`${text.slice(0, field.index)}${value}, ${text.slice(field.index)}`);
  },
  function linesTwice(bytes, draws) {
    const lines = new TextDecoder().decode(bytes).split('\n');
    lines.splice(draws.below(lines.length), draws.below(2), draws.pick(lines));
    return new TextEncoder().encode(lines.join('\n'));
  },
  function huge(bytes, draws) {
    const text = new TextDecoder().decode(bytes);
    const numbers = [...text.matchAll(/-?\d+(?:\.\d+)?/g)];
    if (numbers.length === 0) return bytes;
    const number = draws.pick(numbers);
    const other = draws.pick(['0', '-1', '4294967296', '9007199254740993', '1e308', '1e-320', '1099511627776', '0.5', '-0']);
    return new TextEncoder().encode(text.slice(0, number.index) + other + text.slice(number.index + number[0].length));
  },
];

const BY_MATTER: Readonly<Record<Matter, readonly Mutation[]>> = {
  bytes: OF_BYTES,
  text: [...OF_TEXT, ...OF_TEXT, ...OF_BYTES],
  both: [...OF_TEXT, ...OF_BYTES],
};

/** `bytes` with one to three changes; `other` is what parts are spliced in from. */
export function mutated(bytes: Uint8Array, matter: Matter, draws: Draws, other = bytes): Uint8Array {
  let changed = bytes;
  for (let left = draws.pick([1, 1, 1, 2, 3]); left > 0 && changed.length > 0; left -= 1)
    changed = draws.pick(BY_MATTER[matter])(changed, draws, other.length > 0 ? other : bytes);
  return changed;
}

/** Files by path of which one is changed, or missing, or under another's name. */
export function mutatedFiles(
  files: Readonly<Record<string, Uint8Array>>,
  matterOf: (path: string) => Matter,
  draws: Draws,
): Record<string, Uint8Array> {
  const paths = Object.keys(files).sort();
  const path = draws.pick(paths);
  const other = draws.pick(paths);
  const kind = draws.unit();
  const { [path]: own = new Uint8Array(), ...rest } = files;
  if (kind < 0.06) return rest;
  if (kind < 0.12) return { ...rest, [path]: files[other] ?? own };
  return { ...rest, [path]: mutated(own, matterOf(path), draws, files[other]) };
}
