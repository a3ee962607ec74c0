/** Archives and data sets. */
import { gunzipSync, gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { guessColumns, problemOf } from '../../../src/core/dataset/columns.ts';
import { parseDataFile } from '../../../src/core/dataset/parse.ts';
import { unzipFiles, zipFiles } from '../../../src/core/formats/archive.ts';
import { recogniseFile } from '../../../src/core/formats/runs/recognise.ts';
import { readTarGz } from '../../../src/core/formats/tar.ts';
import { writeTar } from '../../../scripts/package/tar.ts';
import type { Draws } from '../draws.ts';
import type { Format } from './format.ts';
import { mutated } from './mutations.ts';
import { bytesOf, golden, once, projects } from './samples.ts';

/** What a mutant may unpack to: the reader's own limit, and not that of the memory. */
const LIMITS = { files: 40, bytes: 2 ** 22 };

const STANDS_FOR_PROTO = '..proto..';
const NAMES = [
  '../up',
  '/root',
  'a/../../b',
  'C:/x',
  'a\\b',
  STANDS_FOR_PROTO,
  'a/./b',
  'a//b',
  '.',
  '\u0000',
  'project.json',
  'run/project.json',
  '\u202egnp.exe',
];

/** A zip that is packed as it should be, of files whose names should not be. */
function oddZip(draws: Draws): Uint8Array {
  const names = Array.from({ length: 1 + draws.below(5) }, () => draws.pick(NAMES));
  const entries = names.map((name): [string, Uint8Array] => [name, draws.chance(0.1) ? new Uint8Array(2 ** 23) : draws.bytes(20)]);
  const packed = Buffer.from(zipSync(Object.fromEntries(entries), { level: draws.chance(0.5) ? 0 : 6 }));
  // The packer itself cannot write it.
  for (let at = packed.indexOf(STANDS_FOR_PROTO); at >= 0; at = packed.indexOf(STANDS_FOR_PROTO)) packed.write('__proto__', at);
  return new Uint8Array(packed);
}

const zips = once(() =>
  [true, false].map((stored) =>
    zipFiles(
      { 'run/project.json': projects()[0] ?? new Uint8Array(), 'run/metrics.jsonl': bytesOf('{}\n'), 'a.txt': bytesOf('a') },
      { stored },
    ),
  ),
);

const zip: Format = {
  name: 'zip',
  read(draws) {
    const bytes = draws.chance(0.25) ? oddZip(draws) : mutated(draws.pick(zips()), 'bytes', draws, draws.pick(zips()));
    return draws.chance(0.5) ? unzipFiles(bytes, LIMITS) : recogniseFile('given.zip', bytes);
  },
};

const tars = once(() =>
  [
    gzipSync(
      writeTar(
        new Map([
          ['a/project.json', bytesOf('{"a": 1}')],
          ['b.txt', bytesOf('b'.repeat(1000))],
        ]),
      ),
    ),
  ].map((bytes) => new Uint8Array(bytes)),
);

const tar: Format = {
  name: 'tar',
  read(draws) {
    const bytes = draws.pick(tars());
    if (draws.chance(0.3)) return readTarGz(mutated(bytes, 'bytes', draws), LIMITS);
    return readTarGz(new Uint8Array(gzipSync(mutated(new Uint8Array(gunzipSync(bytes)), 'bytes', draws))), LIMITS);
  },
};

const TABLE = `question,answer,split\n"What is ""2+2""?",4,train\n"two\nlines",7,test\n=1+1,@x,train\n`;
const dataFiles = once(() => [
  ...Object.values(golden('datasets')).map((bytes) => bytes.slice(0, 3000)),
  bytesOf(TABLE),
  bytesOf(TABLE.replaceAll(',', '\t')),
  bytesOf(JSON.stringify({ train: [{ question: '1', answer: '2' }], test: [{ question: '3', answer: { value: 4 } }] })),
  bytesOf(JSON.stringify({ question: ['1', '2'], answer: [1, 2] })),
  bytesOf(JSON.stringify({ features: [{ name: 'q' }], rows: [{ row_idx: 0, row: { q: 'a', answer: 'b' }, truncated_cells: [] }] })),
]);

const data: Format = {
  name: 'data set',
  read(draws) {
    const file = parseDataFile(mutated(draws.pick(dataFiles()), 'text', draws, draws.pick(dataFiles())), 'given');
    const columns = guessColumns(file);
    return file.rows.map((row) => problemOf(row, columns));
  },
};

export const ARCHIVE_FORMATS: readonly Format[] = [zip, tar, data];
