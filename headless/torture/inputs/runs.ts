/** Runs: ours as archives, folders and kept ones, event files, and those of other trainers and services. */
import type { Files } from '../../../src/core/formats/files.ts';
import { zipFiles } from '../../../src/core/formats/archive.ts';
import type { GivenFile } from '../../../src/core/formats/imports/reader.ts';
import { claimsOf, joined } from '../../../src/core/formats/imports/sources/claims.ts';
import { eventsFileStart, eventsUpTo, scalarEvents } from '../../../src/core/formats/tfevents.ts';
import { surveyRun } from '../../../src/runs/importRun.ts';
import { MemoryFileSystem } from '../../../src/runs/memoryFileSystem.ts';
import { readKeptRun } from '../../../src/runs/storedRun.ts';
import { readGivenRun } from '../../../src/runs/takeIn.ts';
import type { Format } from './format.ts';
import { type Matter, mutated, mutatedFiles } from './mutations.ts';
import { golden, once, runFolder } from './samples.ts';

const matterOf = (path: string): Matter => (/\.(?:jsonl?|csv|txt|ndjson)$/.test(path) ? 'text' : 'bytes');

const archived = once(() => zipFiles(runFolder(), { stored: true }));

const run: Format = {
  name: 'run folder',
  read(draws) {
    if (draws.chance(0.1)) return readGivenRun(mutated(archived(), 'bytes', draws));
    return readGivenRun(mutatedFiles(runFolder(), matterOf, draws));
  },
};

const soundCard = once(() => ({ ...readGivenRun(runFolder()).card, id: 'given', began: 1 }));

const kept: Format = {
  name: 'kept run',
  async read(draws) {
    const fs = new MemoryFileSystem();
    for (const [path, bytes] of Object.entries(mutatedFiles(runFolder(), matterOf, draws))) fs.files.set(path, bytes);
    return readKeptRun(fs, soundCard());
  },
};

const ownEvents = once(() => {
  const parts = [eventsFileStart(1), ...[1, 2, 3].map((step) => scalarEvents({ 'reward/mean': step / 3, 'kl/mean': 0.1 }, step, step))];
  return new Uint8Array(Buffer.concat(parts));
});

const events: Format = {
  name: 'tfevents',
  async read(draws) {
    if (draws.chance(0.4)) return eventsUpTo(mutated(ownEvents(), 'bytes', draws), draws.below(4));
    const files = golden('imports/tfevents');
    const names = Object.keys(files).filter((path) => path.includes('tfevents'));
    const name = draws.pick(names);
    return surveyed({ [name]: mutated(files[name] ?? new Uint8Array(), 'bytes', draws, ownEvents()) });
  },
};

const SOURCES = [
  'areal',
  'langfuse',
  'langsmith',
  'metrics',
  'opentelemetry',
  'phoenix',
  'prime-rl',
  'rows',
  'sqlite',
  'trackio',
  'trl',
  'trl-text',
  'trl-zstd',
  'verifiers',
  'verl',
  'wandb',
];
const sources = once(() => SOURCES.map((name) => withoutExpected(golden(`imports/${name}`))));
const withoutExpected = (files: Files): Files =>
  Object.fromEntries(Object.entries(files).filter(([path]) => !path.endsWith('expected.json')));

const foreign: Format = {
  name: 'foreign run',
  read: (draws) => surveyed(mutatedFiles(draws.pick(sources()), matterOf, draws)),
};

const given = ([path, bytes]: [string, Uint8Array]): GivenFile => ({
  path,
  size: bytes.length,
  read: (start, end) => Promise.resolve(bytes.slice(start, end)),
});

/** The run that these files are of, as the page looks at it before it is imported; null where nobody knows them. */
async function surveyed(files: Files): Promise<unknown> {
  const claims = await claimsOf(Object.entries(files).map(given));
  const [first, ...others] = claims;
  if (!first) return null;
  const { reader, files: claimed } = joined([first, ...others]);
  return surveyRun(reader, { files: claimed, mapping: null, names: {}, edges: null });
}

export const RUN_FORMATS: readonly Format[] = [run, kept, events, foreign];
