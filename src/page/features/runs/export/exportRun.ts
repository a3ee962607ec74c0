/**
 * A run as a folder to take away: each base as a Hugging Face folder, one PEFT folder per agent, the project and the run's
 * own files. Made from what the page holds, so it works while training goes on; nothing leaves the machine.
 */
import { baseNames } from '../../../../core/document/bases.ts';
import { fault, FaultError } from '../../../../core/faults.ts';
import { encodeJson, filesInto, filesUnder, type GivenFiles } from '../../../../core/formats/files.ts';
import { importInfoOf } from '../../../../core/formats/imports/run/info.ts';
import { encodeJsonLine, encodeJsonLines } from '../../../../core/formats/jsonl.ts';
import { readBase } from '../../../kit/projects/basesToTake.ts';
import { damageOf, missingSums } from '../../../../core/formats/checksums.ts';
import { damagedFault, rolloutLines } from '../../../../core/formats/runs/rundir.ts';
import { checkpointsIn, parseRunPath, RUN_PATHS, START_ADAPTERS } from '../../../../core/formats/runPaths.ts';
import { newestCheckpoint } from '../../../state/library/keptRun.ts';
import { keptIterations } from '../../../state/runs/keep.ts';
import type { ReadFile } from '../../../state/runs/recorded.ts';
import type { RunCheckpoint, RunSet } from '../../../state/runs/types.ts';
import type { Files } from '../../../../../workers/trainer/protocol.ts';
import { exportFaults } from '../../../../words/words.ts';
import { DamagedExport, type WholeExport } from './damagedExport.ts';
import { fileNameOf } from '../../../kit/files/saveFile.ts';
import { BEST_ADAPTERS, exportReadme } from './exportReadme.ts';
import { adapterFolders, loadable, loadableCheckpoints, loadableStart } from '../../../../core/formats/exports/loadable.ts';
import { baseInfo, type ToldBase } from '../../../../core/formats/exports/exportedBase.ts';

/** The files of every base the run's agents stand on, by name: those a person gave, the others from where `folderOf` finds them. */
export async function readBases(run: RunSet, folderOf: (name: string) => ReadFile): Promise<Record<string, GivenFiles>> {
  const own = new Map(Object.entries(run.bases));
  const read = baseNames(run.document).map(async (name) => [name, own.get(name) ?? (await readBase(name, folderOf(name)))] as const);
  return Object.fromEntries(await Promise.all(read));
}

/** Each agent's adapter folder of a checkpoint, by role; empty when it has none. */
function adaptersAt(run: RunSet, checkpoint: RunCheckpoint | null): ReadonlyMap<string, Files> {
  return checkpoint ? adapterFolders(run, filesUnder(checkpoint.files, RUN_PATHS.checkpoint(checkpoint.iteration))) : new Map();
}

/** The adapters of the newest checkpoint. A fault when there are none yet. */
function adaptersOf(run: RunSet): ReadonlyMap<string, Files> {
  const folders = adaptersAt(run, run.checkpoint);
  if (folders.size > 0) return folders;
  throw new FaultError(fault(exportFaults, 'E_EXPORT_NOTHING', { recorded: run.origin === 'recorded' }));
}

/**
 * All files of the export but those of its bases; `bases` is what is said of each, by name, `kept` the checkpoints and branches that this
 * browser keeps of the run, with their paths in its folder; `called` the run's own name, if it has one.
 */
export function exportFiles(run: RunSet, bases: ReadonlyMap<string, ToldBase>, kept: Files = {}, called = ''): Files {
  requireWhole(run, kept);
  const adapters = adaptersOf(run);
  // A window of an iteration is not its episodes.
  const last = keptIterations(run.episodes).find((iteration) => !run.windows?.[iteration]);
  const encode = (text: string) => new TextEncoder().encode(text);
  const metrics = encodeJsonLines(run.metrics);
  const sums = new TextDecoder().decode(kept[RUN_PATHS.checksums]);
  return {
    ...loadable(run, bases, adapters, { folder: 'adapters', iteration: run.checkpoint?.iteration ?? 0 }),
    ...loadable(run, bases, bestAdapters(run), { folder: BEST_ADAPTERS, iteration: run.best?.iteration ?? 0 }),
    ...loadableStart(run, bases),
    ...loadableCheckpoints(run, bases, kept),
    [RUN_PATHS.project]: encodeJson(run.document),
    [RUN_PATHS.run]: encodeJson(runJson(run, bases)),
    [RUN_PATHS.metrics]: encode(metrics),
    // Of a kept run its own, or a row that was left out as damaged would not be missed.
    [RUN_PATHS.checksums]: encode(sums + missingSums(metrics, sums)),
    [RUN_PATHS.timing]: encode(encodeJsonLines(run.timing)),
    ...(last === undefined ? {} : { [RUN_PATHS.rollout(last)]: encode(rolloutLines(run.episodes[last] ?? [])) }),
    ...(Object.keys(run.vocabularies).length === 0 ? {} : { [RUN_PATHS.vocabulary]: encode(encodeJsonLine(run.vocabularies)) }),
    'README.md': encode(
      exportReadme(
        run,
        bases,
        last ?? null,
        checkpointsIn(Object.keys(kept)),
        called,
        Object.keys(kept).some((path) => parseRunPath(path)?.kind === 'branch'),
      ),
    ),
  };
}

/**
 * Refuses a run whose newest or best checkpoint is not what was written: its adapters would be given away as the run's. Says which of
 * those that are `kept` is the last whole one, and holds the export with it.
 */
export function requireWhole(run: RunSet, kept: Files): void {
  // A run that was opened has the last whole one for its newest, and the damaged one behind it would go along.
  const [first] = [run.checkpoint, newestCheckpoint(kept), run.best].flatMap((checkpoint) => (checkpoint ? damageIn(checkpoint) : []));
  if (!first) return;
  const whole = checkpointsIn(Object.keys(kept))
    .map((iteration) => ({
      iteration,
      files: filesInto(RUN_PATHS.checkpoint(iteration), filesUnder(kept, RUN_PATHS.checkpoint(iteration))),
    }))
    .filter((checkpoint) => damageIn(checkpoint).length === 0);
  const last = whole.at(-1);
  const instead = last ? ({ instead: 'export', iteration: last.iteration } as const) : ({ instead: 'train_again' } as const);
  const damaged = damagedFault(first.folder, first.damage, instead);
  throw new DamagedExport(damaged.fault, last ? wholeExport(run, kept, last, whole) : null);
}

/** The export of `run` with checkpoint `last` in place of the newest, and of what is kept the `whole` checkpoints alone. */
function wholeExport(run: RunSet, kept: Files, last: RunCheckpoint, whole: readonly RunCheckpoint[]): WholeExport {
  const best = run.best && damageIn(run.best).length === 0 ? run.best : null;
  const others = Object.entries(kept).filter(([path]) => parseRunPath(path)?.kind !== 'checkpoint' && (best || path !== RUN_PATHS.best));
  return {
    run: { ...run, checkpoint: last, best },
    kept: Object.assign(Object.fromEntries(others), ...whole.map(({ files }) => files)) as Files,
    iteration: last.iteration,
  };
}

/** What is wrong with a checkpoint's files, by its folder. */
function damageIn({ iteration, files }: RunCheckpoint): { readonly folder: string; readonly damage: string }[] {
  const folder = RUN_PATHS.checkpoint(iteration);
  return (damageOf(filesUnder(files, folder)) ?? []).map((damage) => ({ folder, damage }));
}

/** The adapters of the best checkpoint; none where that is the newest one, whose adapters are there already. */
function bestAdapters(run: RunSet): ReadonlyMap<string, Files> {
  return run.best && run.best.iteration !== run.checkpoint?.iteration ? adaptersAt(run, run.best) : new Map();
}

/** Whether exporting can succeed at all, without doing it: a fault that says why not, or null. */
export function exportObstacle(run: RunSet): FaultError | null {
  try {
    adaptersOf(run);
    return null;
  } catch (error) {
    if (error instanceof FaultError) return error;
    throw error;
  }
}

/** `run.json` of the run, with what the export holds of it: its checkpoint, its best one and its bases. */
function runJson(run: RunSet, bases: ReadonlyMap<string, ToldBase>) {
  const { document, iteration, checkpoint, best, backend } = run;
  return {
    seed: document.training.seed,
    ...(backend && { backend: backend.backend, device: backend.device, reason: backend.reason, workers: backend.workers }),
    ...run.info,
    iterations: iteration,
    ...(run.startedFrom ? { adapters: START_ADAPTERS } : {}),
    checkpoint: checkpoint?.iteration ?? null,
    best: best && { iteration: best.iteration, metric: best.metric, value: best.value },
    bases: Object.fromEntries([...bases].map(([name, base]) => [name, baseInfo(base)])),
  };
}

/** A file name for the export of a run, such as `planner-solver-run.zip`; with its own name where it has one, and its seed where that is known. */
export function exportName({ document, info }: Pick<RunSet, 'document' | 'info'>, called = '', what = 'run'): string {
  const seed = importInfoOf(info) ? '' : ` seed ${document.training.seed}`;
  const name = called === '' ? document.name : `${called}${seed}`;
  return fileNameOf(name, 'zip').replace(/\.zip$/, `-${what}.zip`);
}
