/**
 * A run from elsewhere: the zip of an export, or the folder of one or of the terminal. Hostile like any file, so it is read before
 * anything of it is written, and of its files only those that a run folder has are taken.
 */
import { baseNames, SHIPPED_BASES } from '../../src/core/document/bases.ts';
import { parseDocument } from '../../src/core/document/parse.ts';
import type { ProjectDocument } from '../../src/core/document/schema.ts';
import { FaultError } from '../../src/core/faults.ts';
import { unzipFiles } from '../../src/core/formats/archive.ts';
import { baseFolders } from '../../src/core/formats/baseFolders.ts';
import { readBest } from '../../src/core/formats/best.ts';
import { NO_LABELS, type StoredCard } from '../../src/core/formats/card.ts';
import { type Files, filesUnder } from '../../src/core/formats/files.ts';
import { parseEpisodes, parseRows } from '../../src/core/formats/rolloutFile.ts';
import { readCheckpoint, RUN_PATHS } from '../../src/core/formats/rundir.ts';
import { wholeLines } from './readRun.ts';

/** What of its files is kept. */
const TAKEN =
  /^(?:(?:project|run|vocabulary)\.json|(?:metrics|checksums|timing|notices)\.jsonl|rollouts\/\d+\.jsonl|adapters\/\d+\.zip|branches\/[\w-]+\.jsonl|adapters-start\/.+|checkpoints\/best\.json|checkpoints\/steps_\d+\/.+)$/;

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
  const checkpoints = checkpointsIn(files);
  readBest(files);
  for (const path of Object.keys(files)) if (/^rollouts\/\d+\.jsonl$/.test(path)) parseEpisodes(wholeLines(text(path)), path);
  const taken = Object.fromEntries(Object.entries(files).filter(([path]) => TAKEN.test(path)));
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
      phase: checkpoints.includes(iterations) ? 'finished' : 'stopped',
      iteration: last['iteration'] ?? 0,
      iterations,
      seed,
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

/** Iterations of the checkpoints in `files`, each of which must be one, ascending. */
function checkpointsIn(files: Files): number[] {
  const found = Object.keys(files).flatMap((path) => /^checkpoints\/steps_(\d+)\/trainer_state\.json$/.exec(path)?.[1] ?? []);
  for (const iteration of found) {
    const folder = `${RUN_PATHS.checkpoint(Number(iteration))}/`;
    readCheckpoint(Object.fromEntries(Object.entries(files).filter(([path]) => path.startsWith(folder))));
  }
  return found.map(Number).toSorted((a, b) => a - b);
}

function noRun(): FaultError {
  return new FaultError({
    code: 'E_RUN_GIVEN',
    message: `This is no run that could be taken in: it has no ${RUN_PATHS.project} with a ${RUN_PATHS.metrics} that has rows.`,
    hint: 'Take the zip that Export made, or the folder that “npm run train -- --out DIR” wrote.',
  });
}
