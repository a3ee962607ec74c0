/**
 * What the files of a run folder are called: the one place that makes and reads their paths. Apart from what reads and writes the
 * files, as the page needs the names at its start.
 */

const ADAPTERS = 'adapters';
const BRANCHES = 'branches';
const ROLLOUTS = 'rollouts';
const CHECKPOINTS = 'checkpoints';

/** Marks a checkpoint as complete: written last, removed first. */
export const TRAINER_STATE = 'trainer_state.json';

/** Where everything is, relative to the run folder; n counts completed iterations. */
export const RUN_PATHS = {
  project: 'project.json',
  run: 'run.json',
  metrics: 'metrics.jsonl',
  /** Checksums of the rows of `metrics.jsonl` (`checksums.ts`); runs of earlier versions have none. */
  checksums: 'checksums.jsonl',
  timing: 'timing.jsonl',
  rollout: (iteration: number) => `${ROLLOUTS}/${iteration}.jsonl`,
  /** The same gzipped, as it lies with the runs that ship with the page. */
  packedRollout: (iteration: number) => `${ROLLOUTS}/${iteration}.jsonl.gz`,
  checkpoint: (iteration: number) => `${CHECKPOINTS}/steps_${iteration}`,
  /** The checkpoint's trainer state: its presence says that the checkpoint is complete. */
  trainerState: (iteration: number) => `${CHECKPOINTS}/steps_${iteration}/${TRAINER_STATE}`,
  /** Adapters after an iteration, so that its team can speak again: one PEFT folder per role and `trainer_state.json`, zipped. */
  adapters: (iteration: number) => `${ADAPTERS}/${iteration}.zip`,
  /** Which checkpoint was best, and by what. */
  best: `${CHECKPOINTS}/best.json`,
  /** Token strings by base, so that its episodes can be read without the base; in the browser and in exports. */
  vocabulary: 'vocabulary.json',
  /** What was said of the run, notices and faults, one a line; in the browser. */
  notices: 'notices.jsonl',
  /** What was tried with one of its episodes beside the recording; in the browser and in exports. */
  branch: (name: string) => `${BRANCHES}/${name}.jsonl`,
  /** What holding its bases in fewer bits changes, once it was measured: a list with an entry for each base. */
  weightDifference: 'weight_difference.json',
  /** What an imported run is played on with, where a person brought it; its adapters lie with those of its iteration. */
  playOn: 'play-on.json',
  /** Which checkpoints are there only to go on from after a crash, and make way for the next one; in the browser. */
  passing: `${CHECKPOINTS}/passing.json`,
} as const;

/** Folders whose files are listed by themselves. */
export const RUN_FOLDERS = { adapters: ADAPTERS, branches: BRANCHES } as const;

/** Folder of the adapters the run started from, where it did not begin with fresh ones; one PEFT folder per role. */
export const START_ADAPTERS = 'adapters-start';

export const ADAPTER_CONFIG = 'adapter_config.json';

/** Matches the paths in a checkpoint's own folder of what a team speaks with. */
export const SPEAKING = /^trainer_state\.json$|\/adapter_[^/]+$/;

/** What a path of a run folder names. */
export type RunPath =
  | { readonly kind: 'single' | 'start' }
  | { readonly kind: 'rollout' | 'adapters'; readonly iteration: number }
  /** `file` is the path in the checkpoint's own folder. */
  | { readonly kind: 'checkpoint'; readonly iteration: number; readonly file: string }
  | { readonly kind: 'branch'; readonly name: string };

const { project, run, metrics, checksums, timing, best, vocabulary, notices, weightDifference, playOn } = RUN_PATHS;
const SINGLE: ReadonlySet<string> = new Set([
  project,
  run,
  metrics,
  checksums,
  timing,
  best,
  vocabulary,
  notices,
  weightDifference,
  playOn,
]);
const NUMBERED =
  /^(?:rollouts\/(?<rollout>\d+)\.jsonl|adapters\/(?<adapters>\d+)\.zip|checkpoints\/steps_(?<checkpoint>\d+)\/(?<file>.+))$/;
const BRANCH = /^branches\/([\w-]+)\.jsonl$/;

/** Reads a path; null for what is no part of a run that others could use, as what only its writer needs is none. */
export function parseRunPath(path: string): RunPath | null {
  if (SINGLE.has(path)) return { kind: 'single' };
  if (path.startsWith(`${START_ADAPTERS}/`) && !path.endsWith('/')) return { kind: 'start' };
  const { rollout, adapters, checkpoint, file } = NUMBERED.exec(path)?.groups ?? {};
  if (rollout !== undefined) return { kind: 'rollout', iteration: Number(rollout) };
  if (adapters !== undefined) return { kind: 'adapters', iteration: Number(adapters) };
  if (checkpoint !== undefined && file !== undefined) return { kind: 'checkpoint', iteration: Number(checkpoint), file };
  const [, name] = BRANCH.exec(path) ?? [];
  return name === undefined ? null : { kind: 'branch', name };
}

/** Iterations of the rollouts, or of the adapters, among a run folder's paths, ascending. */
export function iterationsIn(paths: Iterable<string>, kind: 'rollout' | 'adapters'): number[] {
  return ascending(paths, (path) => (path?.kind === kind ? path.iteration : null));
}

/** The complete checkpoints among a run folder's paths, in completed iterations, ascending; 0 is the team as it began. */
export function checkpointsIn(paths: Iterable<string>): number[] {
  return ascending(paths, (path) => (path?.kind === 'checkpoint' && path.file === TRAINER_STATE ? path.iteration : null));
}

/** The newest of them; null if there is none. */
export function latestCheckpoint(paths: Iterable<string>): number | null {
  return checkpointsIn(paths).at(-1) ?? null;
}

/** The rollouts, adapters and checkpoints that a run resumed after `iteration` must remove first. */
export function pathsAfter(paths: Iterable<string>, iteration: number): string[] {
  return [...paths].filter((path) => {
    const parsed = parseRunPath(path);
    return parsed !== null && 'iteration' in parsed && parsed.iteration > iteration;
  });
}

function ascending(paths: Iterable<string>, iterationOf: (path: RunPath | null) => number | null): number[] {
  return [...paths].flatMap((path) => iterationOf(parseRunPath(path)) ?? []).sort((a, b) => a - b);
}
