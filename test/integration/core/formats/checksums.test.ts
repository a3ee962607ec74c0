/** Checksums of a run: every kind of damage shows, and nothing else is taken for damage. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checkRows, damageOf, resummed, rowSums, SUMS, sumsOf } from '../../../../src/core/formats/checksums.ts';
import { metricsLine } from '../../../../src/core/formats/runs/rundir.ts';

const text = (value: string) => new TextEncoder().encode(value);
const files = { 'a.bin': Uint8Array.of(1, 2, 3), 'below/b.json': text('{}') };
const whole = { ...files, [SUMS]: sumsOf(files) };

it('sha256sum reads the checksums of a folder', ({ skip }) => {
  const folder = mkdtempSync(join(tmpdir(), 'sums-'));
  try {
    writeFileSync(join(folder, 'a.bin'), files['a.bin']);
    writeFileSync(join(folder, SUMS), sumsOf({ 'a.bin': files['a.bin'] }));
    expect(execFileSync('sha256sum', ['-c', SUMS], { cwd: folder, encoding: 'utf8' })).toBe('a.bin: OK\n');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') skip('there is no sha256sum on this machine');
    throw error;
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('a folder is as it was written, or says what is not', () => {
  expect(damageOf(whole)).toEqual([]);
  expect(damageOf({ ...whole, 'a.bin': Uint8Array.of(1, 2, 2) })).toEqual(['a.bin is not what was written']);
  const { 'a.bin': _, ...less } = whole;
  expect(damageOf(less)).toEqual(['a.bin is missing']);
  expect(damageOf({ ...whole, [SUMS]: sumsOf(files).slice(0, -1) })).toEqual([`${SUMS} was cut off`]);
  expect(damageOf({ ...whole, [SUMS]: text('what\n') })).toEqual([`${SUMS} cannot be read`]);
  expect(damageOf(files), 'of an earlier version').toBeNull();
});

it('files written anew and new ones are summed, and what is wrong with the others still shows', () => {
  const changed = { 'a.bin': Uint8Array.of(9), 'README.md': text('new') };
  const again = { ...files, ...changed, [SUMS]: resummed(whole[SUMS], changed) };
  expect(damageOf(again)).toEqual([]);
  const spoilt = { ...again, 'below/b.json': text('[]') };
  expect(damageOf(spoilt)).toEqual(['below/b.json is not what was written']);
  expect(damageOf(spoilt, ['a.bin', 'README.md'])).toEqual([]);
});

const rows = [0, 1, 2, 3].map((iteration) => metricsLine(iteration, { a: iteration / 3 }));
const sums = rowSums(rows.join(''));
const damaged = (...lines: string[]) => checkRows(lines.join(''), sums).damage.map(({ iteration, what }) => [iteration, what]);
const [zero = '', one = '', two = '', three = ''] = rows;

it('whole rows are whole, also while a crash has left the last one without its checksum or its end', () => {
  expect(checkRows(rows.join(''), sums)).toEqual({ unchecked: null, mixed: [], damage: [] });
  expect(damaged(...rows, metricsLine(4, { a: 4 }))).toEqual([]);
  expect(damaged(...rows, '{"iteration":4,"a":')).toEqual([]);
});

it.each([
  ['altered', [zero, one.replace('0.3', '0.4'), two, three], [[1, 'the row of iteration 1 is not what was written']]],
  ['missing', [zero, two, three], [[1, 'the row of iteration 1 is missing or cut off']]],
  ['doubled', [zero, one, one, two, three], [[1, 'the row of iteration 1 stands 2 times']]],
  ['cut', [zero, one, two, three.slice(0, -4)], [[3, 'the row of iteration 3 is missing or cut off']]],
  ['cut in the middle', [zero, `${one.slice(0, 20)}\n`, two, three], [[1, 'the row of iteration 1 is not what was written']]],
])('a row that is %s is told', (_what, lines, expected) => {
  expect(damaged(...lines)).toEqual(expected);
});

it('a row whose checksum was taken out or spoilt is told', () => {
  const without = sums.split('\n').filter((line) => !line.includes(':1,'));
  const told = [[1, 'the checksum of the row of iteration 1 is missing or cannot be read']];
  expect(checkRows(rows.join(''), without.join('\n')).damage.map(({ iteration, what }) => [iteration, what])).toEqual(told);
  const spoilt = sums.replace('{"iteration":1', '{"iterati');
  expect(checkRows(rows.join(''), spoilt).damage.map(({ iteration, what }) => [iteration, what])).toEqual(told);
});

it('checksums that were cut off before a checkpoint are told, and those that a crash left out are not', () => {
  const cut = sums.split('\n').slice(0, 2).join('\n').concat('\n');
  expect(checkRows(rows.join(''), cut).damage).toEqual([]);
  expect(checkRows(rows.join(''), cut, [0]).damage).toEqual([]);
  expect(checkRows(rows.join(''), cut, [0, 2]).damage.map(({ iteration }) => iteration)).toEqual([2]);
});

it.each([
  ['emptied', ''],
  ['overwritten', 'not a checksum\n\u0000\n'],
])('that the checksums were %s is told', (_what, spoilt) => {
  const { unchecked, damage } = checkRows(rows.join(''), spoilt, [0, 2]);
  expect(unchecked).toMatch(/^The checksums of this run are gone/);
  expect(damage).toEqual([]);
});

const NONE = expect.stringMatching(/^This run is without checksums/) as string;

it('rows of two processes show, with checksums and without', () => {
  const both = [zero, zero, one, two, one, two].join('');
  expect(checkRows(both, rowSums(both)).mixed).toEqual([0, 1, 2]);
  expect(checkRows(both, null)).toEqual({ unchecked: NONE, mixed: [0, 1, 2], damage: [] });
  expect(checkRows(rows.join(''), null)).toEqual({ unchecked: NONE, mixed: [], damage: [] });
});
