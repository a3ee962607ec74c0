/** The runs that ship with the page, as their files lie: rollouts gzipped, the rest as in any run folder. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { EpisodeRecord } from '../../../src/core/episode/records.ts';
import type { Files } from '../../../src/core/formats/files.ts';
import { parseRunPath, RUN_PATHS } from '../../../src/core/formats/runPaths.ts';
import { parseEpisodes } from '../../../src/core/formats/runs/rolloutFile.ts';
import { projectRoot, readFolder } from '../folders.ts';

const folderOf = (run: string): string => join(projectRoot, 'public', 'recorded', run);

/** Names of the recorded runs: folders of `public/recorded`. */
export const recordedRuns = (): string[] => readdirSync(folderOf('.'));

/** A file of a recorded run, as text. */
export const recordedText = (run: string, path: string): string => readFileSync(join(folderOf(run), path), 'utf8');

/** Iterations whose episodes a recorded run has, ascending. */
export const recordedIterations = (run: string): readonly number[] =>
  (JSON.parse(recordedText(run, 'index.json')) as { readonly rollouts: readonly number[] }).rollouts;

/** Episodes of an iteration of a recorded run. */
export function recordedEpisodes(run: string, iteration: number): EpisodeRecord[] {
  const bytes = readFileSync(join(folderOf(run), RUN_PATHS.packedRollout(iteration)));
  return parseEpisodes(gunzipSync(bytes).toString(), RUN_PATHS.rollout(iteration));
}

/** A recorded run as the run folder it is of, its rollouts unpacked. */
export function recordedFiles(run: string): Files {
  const unpacked = ([path, bytes]: [string, Uint8Array]): [string, Uint8Array] =>
    path.endsWith('.gz') ? [path.slice(0, -'.gz'.length), new Uint8Array(gunzipSync(bytes))] : [path, bytes];
  return Object.fromEntries(Object.entries(readFolder(folderOf(run))).map(unpacked));
}

/** Files of a run folder as they lie with the page: {@link recordedFiles} the other way. */
export function packRollouts(files: Files): Files {
  const packed = ([path, bytes]: [string, Uint8Array]): [string, Uint8Array] => {
    const parsed = parseRunPath(path);
    return parsed?.kind === 'rollout' ? [RUN_PATHS.packedRollout(parsed.iteration), gzipSync(bytes, { level: 9 })] : [path, bytes];
  };
  return Object.fromEntries(Object.entries(files).map(packed));
}
