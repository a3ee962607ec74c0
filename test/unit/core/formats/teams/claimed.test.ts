/**
 * A file that is opened is first offered to the readers of runs: none of them takes a team for one. Rows of anybody, which a line of JSON
 * may be, are taken only where a person says that a run is meant (`openForeign`).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { claimsOf } from '../../../../../src/core/formats/imports/sources/claims.ts';

const trainers = async (files: Parameters<typeof claimsOf>[0]): Promise<string[]> =>
  (await claimsOf(files)).map(({ reader }) => reader.source).filter((source) => source !== 'unknown');

const FOLDER = 'test/golden/teams';
const paths = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((path) => /\.\w+$/.test(path) && path !== 'expected.json');

test.each(paths)('%s is no run', async (path) => {
  const bytes = new Uint8Array(readFileSync(`${FOLDER}/${path}`));
  expect(await trainers([{ path, size: bytes.length, read: async (from, to) => bytes.slice(from, to) }])).toEqual([]);
});

test('nor a whole crew', async () => {
  const files = paths
    .filter((path) => path.startsWith('crewai-json'))
    .map((path) => {
      const bytes = new Uint8Array(readFileSync(`${FOLDER}/${path}`));
      return { path, size: bytes.length, read: async (from: number, to: number) => bytes.slice(from, to) };
    });
  expect(files.length).toBeGreaterThan(2);
  expect(await trainers(files)).toEqual([]);
});
