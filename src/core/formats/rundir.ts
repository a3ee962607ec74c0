/**
 * The run folder (DESIGN §5), the same whether it is written by the terminal, kept by the browser or downloaded. These
 * functions say what each file holds; whoever calls them decides where the bytes go, and writes a checkpoint aside
 * before renaming it. Nothing here knows a clock, so the same run gives the same bytes.
 */
import { z } from 'zod';
import type { EpisodeRecord } from '../episode/records.ts';
import { FaultError } from '../faults.ts';
import { decodeJson, encodeJson, type Files, filesInto, filesUnder } from './files.ts';
import { encodeJsonLine, encodeJsonLines } from './jsonl.ts';
import { ADAPTER_CONFIG, type LoraWeights, type ModuleShapes, type PeftAdapter, readPeft, writePeft } from './peft.ts';
import { type HostTensor, readSafetensors, writeSafetensors } from './safetensors.ts';

/** Where everything is, relative to the run folder; n counts completed iterations. */
export const RUN_PATHS = {
  project: 'project.json',
  run: 'run.json',
  metrics: 'metrics.jsonl',
  timing: 'timing.jsonl',
  rollout: (iteration: number) => `rollouts/${iteration}.jsonl`,
  checkpoint: (iteration: number) => `checkpoints/steps_${iteration}`,
  /** Adapters after an iteration, so that its team can speak again: one PEFT folder per role and `trainer_state.json`, zipped. */
  adapters: (iteration: number) => `adapters/${iteration}.zip`,
  /** Which checkpoint was best, and by what. */
  best: 'checkpoints/best.json',
} as const;

/** Folder of the adapters the run started from, where it did not begin with fresh ones; one PEFT folder per role. */
export const START_ADAPTERS = 'adapters-start';

const CRITIC = 'critic/critic.safetensors';
const OPTIMIZER = 'optimizer.safetensors';
const TRAINER_STATE = 'trainer_state.json';

/** What one needs to know to repeat a run, beside its project. */
export interface RunInfo {
  readonly seed: number;
  readonly backend: string;
  /** Device or build of the backend, and why it was chosen. */
  readonly device: string;
  readonly reason: string;
  /** Version of this workbench. */
  readonly build: string;
  /** Most tokens of one shard of an update; gradients are summed over shards in a fixed tree. */
  readonly shards: number;
  /** Workers that shared the shards; their number changes no result. */
  readonly workers: number;
  /** Whether it was held to the build whose numbers are the same on every host. */
  readonly reproducible: boolean;
  /** The folder of the adapters it started from, as it was given; absent where it started from fresh ones. */
  readonly adapters?: string;
  /** The file its problems came from, with the rows of each split that were used; absent where they were made up. */
  readonly dataset?: {
    readonly name: string;
    /** SHA-256 of the file. */
    readonly digest: string;
    readonly rows: number;
    readonly train: number;
    readonly test: number;
    /** Of the problems as they were used (`core/dataset/attach.ts`). */
    readonly fingerprint: string;
  };
  /** Versions of what computes, by package. */
  readonly versions: Readonly<Record<string, string>>;
}

/** Contents of `run.json`. */
export function runJson(info: RunInfo): Uint8Array {
  return encodeJson(info);
}

/** One line of `metrics.jsonl`; iteration 0 is the untrained team. */
export function metricsLine(iteration: number, metrics: Readonly<Record<string, number>>): string {
  return encodeJsonLine({ iteration, ...metrics });
}

/** One line of `timing.jsonl`, the only place for what a clock said. */
export function timingLine(iteration: number, timing: Readonly<Record<string, number>>): string {
  return encodeJsonLine({ iteration, ...timing });
}

/** Contents of `rollouts/<iteration>.jsonl`: one episode per line. */
export function rolloutLines(episodes: readonly EpisodeRecord[]): string {
  return encodeJsonLines(episodes);
}

export interface SavedAdapter {
  readonly role: string;
  /** The base model it belongs to; the team's where nothing is said. A checkpoint that was read always says it. */
  readonly baseName?: string;
  readonly weights: LoraWeights;
}

export interface Checkpoint {
  /** Completed iterations. */
  readonly iteration: number;
  /** The team's base model. */
  readonly baseName: string;
  readonly adapters: readonly SavedAdapter[];
  /** The critic's parameters by name; empty where the algorithm has none. */
  readonly critic: ReadonlyMap<string, HostTensor>;
  /** Optimiser moments by parameter set, such as `planner.m`. */
  readonly optimizer: ReadonlyMap<string, HostTensor>;
  /** Whatever else the session needs to go on: learning rates, counters. JSON. */
  readonly trainerState: Readonly<Record<string, unknown>>;
}

/** The files of one checkpoint, with paths from the run folder. `trainer_state.json` comes last: it marks completeness. */
export function checkpointFiles({
  iteration,
  baseName,
  adapters,
  critic,
  optimizer,
  trainerState,
}: Checkpoint): Record<string, Uint8Array> {
  const files: Record<string, Uint8Array> = {};
  for (const { role, baseName: own = baseName, weights } of adapters)
    Object.assign(files, filesInto(role, writePeft({ ...weights, baseName: own })));
  files[CRITIC] = writeSafetensors(critic);
  files[OPTIMIZER] = writeSafetensors(optimizer);
  files[TRAINER_STATE] = new TextEncoder().encode(
    encodeJsonLine({ iteration, base: baseName, roles: adapters.map(({ role }) => role), state: trainerState }),
  );
  return filesInto(RUN_PATHS.checkpoint(iteration), files);
}

const trainerStateSchema = z.object({
  iteration: z.int().min(0),
  base: z.string(),
  roles: z.array(z.string()),
  state: z.record(z.string(), z.unknown()),
});

/** The linear modules of every agent's base model, or of the one that all share. */
export type ModulesOf = ModuleShapes | ((role: string) => ModuleShapes | undefined);

/**
 * Reads a checkpoint back: the newest complete one of `files`, which may be a whole run folder or one checkpoint's own
 * folder. `modules` are the base model's linear modules; adapters are checked against them.
 */
export function readCheckpoint(files: Files, { modules }: { readonly modules?: ModulesOf } = {}): Checkpoint {
  const newest = latestCheckpoint(Object.keys(files));
  const folder = newest === null ? 'the checkpoint' : RUN_PATHS.checkpoint(newest);
  const own = newest === null ? files : filesUnder(files, folder);
  const parsed = trainerStateSchema.safeParse(
    decodeJson(requireFile(own, TRAINER_STATE, folder), `${folder}/${TRAINER_STATE}`, 'E_CHECKPOINT_STATE'),
  );
  if (!parsed.success) throw reject('STATE', folder, `has an unusable ${TRAINER_STATE}.`);
  const { iteration, base, roles, state } = parsed.data;
  if (newest !== null && newest !== iteration) throw reject('STATE', folder, `says it was made after ${iteration} iterations.`);
  const adapters = roles.map((role) => {
    const shapes = typeof modules === 'function' ? modules(role) : modules;
    const { baseName, ...weights }: PeftAdapter = readPeft(filesUnder(own, role), { folder: `${folder}/${role}`, modules: shapes });
    return { role, baseName: baseName || base, weights };
  });
  return {
    iteration,
    baseName: base,
    adapters,
    critic: readSafetensors(requireFile(own, CRITIC, folder), `${folder}/${CRITIC}`),
    optimizer: readSafetensors(requireFile(own, OPTIMIZER, folder), `${folder}/${OPTIMIZER}`),
    trainerState: state,
  };
}

/**
 * Refuses a checkpoint whose adapters were trained on other base models than the project's: of the same shape, they would
 * load and say nonsense. `bases` is the base's name of each role.
 */
export function requireBases(checkpoint: Checkpoint, bases: ReadonlyMap<string, string>): void {
  for (const { role, baseName = checkpoint.baseName } of checkpoint.adapters) {
    const wanted = bases.get(role);
    if (wanted === undefined || wanted === baseName) continue;
    throw new FaultError({
      code: 'E_CHECKPOINT_MISMATCH',
      message: `The checkpoint does not fit this project: the adapter of “${role}” was trained on the base “${baseName}”, the project says “${wanted}”.`,
      hint: 'Choose that base again, or start a new run.',
      place: { subject: role },
    });
  }
}

/** The newest complete checkpoint among a run folder's paths, in completed iterations; null if there is none. */
export function latestCheckpoint(paths: Iterable<string>): number | null {
  let newest: number | null = null;
  for (const path of paths) {
    const [, iteration] = /^checkpoints\/steps_(\d+)\/trainer_state\.json$/.exec(path) ?? [];
    if (iteration !== undefined) newest = Math.max(newest ?? 0, Number(iteration));
  }
  return newest;
}

/** The rollouts, adapters and checkpoints that a run resumed after `iteration` must remove first. */
export function pathsAfter(paths: Iterable<string>, iteration: number): string[] {
  return [...paths].filter((path) => {
    const [, rollout, adapters, checkpoint] =
      /^(?:rollouts\/(\d+)\.jsonl$|adapters\/(\d+)\.zip$|checkpoints\/steps_(\d+)\/)/.exec(path) ?? [];
    return Number(rollout ?? adapters ?? checkpoint ?? -1) > iteration;
  });
}

/**
 * The lines of `metrics.jsonl` or `timing.jsonl` up to `iteration`, as written. A last line that a crash cut off is
 * dropped with the rest: it belongs to an iteration that was not completed.
 */
export function linesUpTo(text: string, iteration: number): string {
  let kept = '';
  for (const line of text.split('\n').slice(0, -1)) {
    const [, number] = /^\{"iteration":(\d+)[,}]/.exec(line) ?? [];
    if (number !== undefined && Number(number) <= iteration) kept += `${line}\n`;
  }
  return kept;
}

function requireFile(files: Files, name: string, folder: string): Uint8Array {
  const bytes = files[name];
  if (!bytes) throw reject('FILE_MISSING', folder, `has no ${name}.`);
  return bytes;
}

function reject(defect: 'STATE' | 'FILE_MISSING', subject: string, what: string): FaultError {
  const hint = `A checkpoint is a folder with ${TRAINER_STATE}, ${OPTIMIZER}, ${CRITIC} and one ${ADAPTER_CONFIG} per role.`;
  return new FaultError({ code: `E_CHECKPOINT_${defect}`, message: `${subject} ${what}`, hint, place: { subject } });
}
