/**
 * A run from elsewhere: the zip of an export, or the folder of one or of the terminal. Hostile like any file, so it is read before
 * anything of it is written, and of its files only those that a run folder has are taken.
 */
import { baseNames, SHIPPED_BASES } from '../core/document/bases.ts';
import { parseDocument } from '../core/document/parse.ts';
import type { ProjectDocument } from '../core/document/schema.ts';
import { fault, FaultError } from '../core/faults.ts';
import { runsFaults } from '../words/words.ts';
import { unzipFiles } from '../core/formats/archive.ts';
import { baseFolders } from '../core/formats/models/baseFolders.ts';
import { parsePlayOn } from '../core/formats/imports/playOn/playOn.ts';
import { importInfoOf } from '../core/formats/imports/run/info.ts';
import { readBest } from '../core/formats/runs/best.ts';
import { parseWeightDifference } from '../core/formats/runs/weightDifference.ts';
import { NO_LABELS, type StoredCard } from '../core/formats/runs/card.ts';
import { type Files, filesInto, filesUnder } from '../core/formats/files.ts';
import { parseEpisodes, parseRows } from '../core/formats/runs/rolloutFile.ts';
import { wholeLines } from '../core/formats/jsonl.ts';
import { readCheckpoint } from '../core/formats/runs/rundir.ts';
import { checkpointsIn, parseRunPath, RUN_PATHS } from '../core/formats/runPaths.ts';

export interface GivenRun {
  readonly document: ProjectDocument;
  /** By path in the run's folder. */
  readonly files: Files;
  readonly card: Omit<StoredCard, 'id' | 'began'>;
  /** The bases it brings that do not ship with the workbench, by name. */
  readonly bases: Readonly<Record<string, Files>>;
}

/** Reads a run; throws `E_RUN_GIVEN` for what is none, and the faults of its files, before anything is changed. */
export function readGivenRun(given: Uint8Array | Files): GivenRun {
  const all = given instanceof Uint8Array ? unzipFiles(given) : given;
  const [project] = Object.keys(all)
    .filter((path) => path === RUN_PATHS.project || path.endsWith(`/${RUN_PATHS.project}`))
    .toSorted((a, b) => a.split('/').length - b.split('/').length);
  const root = project?.slice(0, -RUN_PATHS.project.length) ?? '';
  const files = root === '' ? all : filesUnder(all, root);
  const text = (path: string): string => new TextDecoder().decode(files[path] ?? new Uint8Array());
  if (!files[RUN_PATHS.project] || !files[RUN_PATHS.metrics]) throw noRun();
  const document = parseDocument(text(RUN_PATHS.project));
  const rows = parseRows(wholeLines(text(RUN_PATHS.metrics)), RUN_PATHS.metrics);
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last) throw noRun();
  const checkpoints = checkpointsIn(Object.keys(files));
  for (const folder of checkpoints.map(RUN_PATHS.checkpoint)) readCheckpoint(filesInto(folder, filesUnder(files, folder)));
  readBest(files);
  const difference = files[RUN_PATHS.weightDifference];
  if (difference) parseWeightDifference(difference);
  const playOn = files[RUN_PATHS.playOn];
  if (playOn) parsePlayOn(playOn, RUN_PATHS.playOn);
  for (const path of Object.keys(files)) if (parseRunPath(path)?.kind === 'rollout') parseEpisodes(wholeLines(text(path)), path);
  const taken = Object.fromEntries(Object.entries(files).filter(([path]) => parseRunPath(path) !== null));
  const imported = importInfoOf(runInfo(files[RUN_PATHS.run]));
  const { iterations, seed } = document.training;
  const names = baseNames(document);
  const folders = baseFolders(names);
  const own = names.filter((name) => !SHIPPED_BASES.some((shipped) => shipped === name));
  return {
    document,
    files: taken,
    card: {
      ...NO_LABELS,
      project: document.name,
      phase: imported || checkpoints.includes(iterations) ? 'finished' : 'stopped',
      iteration: last['iteration'] ?? 0,
      iterations,
      seed: imported ? null : seed,
      ...(imported ? { imported: imported.source } : {}),
      first: first['iteration'] === 0 ? first : null,
      last,
      checkpoints,
      bytes: Object.values(taken).reduce((sum, bytes) => sum + bytes.byteLength, 0),
      removed: null,
      every: 1,
    },
    bases: Object.fromEntries(
      own.flatMap((name) => {
        const base = filesUnder(files, folders.get(name) ?? 'base');
        return Object.keys(base).length > 0 ? [[name, base]] : [];
      }),
    ),
  };
}

/** What `run.json` says; null where it says nothing that can be read, without which a run of ours is one all the same. */
function runInfo(bytes: Uint8Array | undefined): unknown {
  try {
    return bytes ? JSON.parse(new TextDecoder().decode(bytes)) : null;
  } catch {
    return null;
  }
}

const noRun = (): FaultError =>
  new FaultError(fault(runsFaults, 'E_RUN_GIVEN', { project: RUN_PATHS.project, metrics: RUN_PATHS.metrics }));
