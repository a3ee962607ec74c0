/** What an imported run is played on with lies beside it, goes with it, and is taken away with all that was tried with it. */
import { expect, it } from 'vitest';
import { type ImportedPart, importedEpisode, importedMessage } from '../../../../src/core/formats/imports/importedRun.ts';
import type { PlayOn } from '../../../../src/core/formats/imports/playOn/playOn.ts';
import type { RunReader } from '../../../../src/core/formats/imports/reader.ts';
import { RUN_PATHS } from '../../../../src/core/formats/runPaths.ts';
import { MemoryFileSystem } from '../../../../src/runs/memoryFileSystem.ts';
import { document } from '../../core/episode/records.ts';
import { folderOf, libraryOn } from './support.ts';

const said: ImportedPart = { kind: 'episode', episode: importedEpisode({ step: 1, messages: [importedMessage({ text: 'hi' })] }) };
const reader: RunReader = {
  source: 'verl',
  claims: () => true,
  async *read() {
    yield said;
  },
};
const playOn = (after: number | null): PlayOn => ({
  version: 1,
  document,
  project: 'mine',
  team: 'files',
  adapters: after === null ? null : { after, from: 'here', roles: ['solver'], trainedOn: [] },
  problems: {},
  episodes: { matched: 1, of: 1 },
  check: null,
});
const ADAPTERS = { 'solver/adapter_config.json': Uint8Array.of(1), 'solver/adapter_model.safetensors': Uint8Array.of(2, 3) };
const BRANCH = new TextEncoder().encode('{"iteration":1}\n');
const open = () => libraryOn(new MemoryFileSystem()).library;

async function equipped() {
  const library = open();
  await library.importRun('run', reader, { name: 'r', files: [], mapping: null, names: {}, edges: null });
  expect((await library.read('run')).playOn).toBeNull();
  await library.setPlayOn('run', playOn(7), ADAPTERS);
  await library.setBranch('run', 'tried', BRANCH);
  return library;
}

it('goes with an export and comes back with it', async () => {
  const library = await equipped();
  expect((await library.read('run')).playOn).toEqual(playOn(7));
  expect(await library.versions('run')).toEqual([7]);
  expect(await library.adapters('run', 7)).toEqual(ADAPTERS);
  const other = open();
  await other.takeIn('again', await folderOf(library, 'run'));
  expect((await other.read('again')).playOn).toEqual(playOn(7));
  expect(await other.adapters('again', 7)).toEqual(ADAPTERS);
  const bytes = await folderOf(library, 'run');
  await expect(open().takeIn('broken', { ...bytes, [RUN_PATHS.playOn]: Uint8Array.of(1) })).rejects.toThrow(RUN_PATHS.playOn);
});

it('what was found of it changes nothing else; other equipment takes away what was tried with the one before', async () => {
  const library = await equipped();
  const before = Object.keys(await folderOf(library, 'run'));
  await library.setPlayOn('run', { ...playOn(7), episodes: { matched: 0, of: 1 } }, 'same');
  expect(Object.keys(await folderOf(library, 'run'))).toEqual(before);
  expect((await library.read('run')).playOn?.episodes.matched).toBe(0);
  await library.setPlayOn('run', playOn(null), null);
  expect(await library.versions('run')).toEqual([]);
  expect(await library.branches('run')).toEqual({});
  expect((await library.read('run')).playOn).toEqual(playOn(null));
  await library.setPlayOn('run', null, null);
  expect((await library.read('run')).playOn).toBeNull();
  expect(Object.keys(await folderOf(library, 'run'))).toEqual(before.filter((path) => !/^play-on|^adapters|^branches/.test(path)));
});

it('one that cannot be read is told, and the run opens without it', async () => {
  const fs = new MemoryFileSystem();
  const { library } = libraryOn(fs);
  await library.importRun('run', reader, { name: 'r', files: [], mapping: null, names: {}, edges: null });
  const [project] = [...fs.files.keys()].filter((path) => path.endsWith('run/project.json'));
  await fs.write(project!.replace('project.json', RUN_PATHS.playOn), new TextEncoder().encode('{"version":1}\n'));
  const run = await library.read('run');
  expect(run.playOn).toBeNull();
  expect(run.notices.map(({ code }) => code)).toContain('play_on_unreadable');
});
