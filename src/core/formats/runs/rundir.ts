/**
 * The run folder (DESIGN §5), the same whether it is written by the terminal, kept by the browser or downloaded. These
 * functions say what each file holds; whoever calls them decides where the bytes go, and writes a checkpoint aside
 * before renaming it. Nothing here knows a clock, so the same run gives the same bytes.
 */
import { z } from 'zod';
import type { EpisodeRecord } from '../../episode/records.ts';
import { faultAt } from '../../faultAt.ts';
import type { FaultError } from '../../faults.ts';
import { type Instead, runFileFaults } from '../../../words/words.ts';
import { damageOf, iterationOf, type RowsReport, SUMS, sumsOf } from '../checksums.ts';
import { decodeJson, encodeJson, type Files, filesInto, filesUnder } from '../files.ts';
import { encodeFloatLines, encodeJsonLine } from '../jsonl.ts';
import { type LoraWeights, type ModuleShapes, type PeftAdapter, readPeft, writePeft } from '../models/adapters/peft.ts';
import { ADAPTER_CONFIG, checkpointsIn, latestCheckpoint, RUN_PATHS, START_ADAPTERS, TRAINER_STATE } from '../runPaths.ts';
import { type HostTensor, readSafetensors, writeSafetensors } from '../safetensors.ts';
import { knownFormat } from './format.ts';

export { checkpointsIn, latestCheckpoint, RUN_PATHS, START_ADAPTERS };

const CRITIC = 'critic/critic.safetensors';
const OPTIMIZER = 'optimizer.safetensors';

/** What makes a folder a checkpoint. */
const HOLDS = [TRAINER_STATE, OPTIMIZER, CRITIC, ADAPTER_CONFIG] as const;

/** What one needs to know to repeat a run, beside its project. */
export interface RunInfo {
  readonly seed: number;
  readonly backend: string;
  /** Device or build of the backend, and why it was chosen. */
  readonly device: string;
  readonly reason: string;
  /** Version of this workbench. */
  readonly build: string;
  /** The commit of it, with `+changes` where files differed; absent where it is not known, and in runs of earlier versions. */
  readonly commit?: string;
  /** Most tokens of one shard of an update; gradients are summed over shards in a fixed tree. */
  readonly shards: number;
  /** Workers that shared the shards; their number changes no result. */
  readonly workers: number;
  /** Whether it was held to the build whose numbers are the same on every host. */
  readonly reproducible: boolean;
  /** The folder of the adapters it started from, as it was given; absent where it started from fresh ones. */
  readonly adapters?: string;
  /** The server whose numbers the policies are; absent where this workbench computed them. */
  readonly server?: {
    readonly url: string;
    readonly bases: readonly string[];
    /** What it calls the team's base; absent where that is the project's name. */
    readonly model?: string;
  };
  /** The file its problems came from, with the rows of each split that were used; absent where they were made up. */
  readonly dataset?: {
    readonly name: string;
    /** SHA-256 of the file. */
    readonly digest: string;
    readonly rows: number;
    readonly train: number;
    readonly test: number;
    /** Fingerprint of the problems as they were used (`core/dataset/attach.ts`). */
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

/** Fields of an episode's line whose numbers are no counts, ids or indices. What an environment tells in `info` may be anything. */
const EPISODE_FLOATS: ReadonlySet<string> = new Set([
  ...['reward', 'rewards', 'turn_rewards', 'step_rewards', 'bootstrap', 'skills', 'info', 'temperature', 'logprobs', 'ref_logprobs'],
  'teacher_logprobs',
  ...[
    'values',
    'entropies',
    'tree_values',
    'running_mean',
    'worth',
    'token_rewards',
    'advantages',
    'returns',
    'updated_logprobs',
    'push',
    'clipped',
  ],
  ...['normalized_advantages', 'first_ratio_deviation'],
]);

/** Contents of `rollouts/<iteration>.jsonl`: one episode per line. Before this version whole numbers had no fraction anywhere. */
export function rolloutLines(episodes: readonly EpisodeRecord[]): string {
  return encodeFloatLines(episodes, EPISODE_FLOATS);
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
  /** The document it was trained with, so that another `project.json` shows; earlier versions kept none. JSON. */
  readonly project?: unknown;
}

/**
 * The files of one checkpoint, with paths from the run folder; `SHA256SUMS` holds the checksums of the others.
 * `trainer_state.json` comes last: it marks completeness.
 */
export function checkpointFiles({
  iteration,
  baseName,
  adapters,
  critic,
  optimizer,
  trainerState,
  project,
}: Checkpoint): Record<string, Uint8Array> {
  const files: Record<string, Uint8Array> = {};
  for (const { role, baseName: own = baseName, weights } of adapters)
    Object.assign(files, filesInto(role, writePeft({ ...weights, baseName: own })));
  files[CRITIC] = writeSafetensors(critic);
  files[OPTIMIZER] = writeSafetensors(optimizer);
  const roles = adapters.map(({ role }) => role);
  const state = new TextEncoder().encode(encodeJsonLine({ iteration, base: baseName, roles, state: trainerState, project }));
  const sums = sumsOf({ ...files, [TRAINER_STATE]: state });
  return filesInto(RUN_PATHS.checkpoint(iteration), { ...files, [SUMS]: sums, [TRAINER_STATE]: state });
}

const trainerStateSchema = z.object({
  iteration: z.int().min(0),
  base: z.string(),
  roles: z.array(z.string()),
  state: z.record(z.string(), z.unknown()),
  project: z.unknown().optional(),
});

/** What a `trainer_state.json` holds; throws `E_RUN_FUTURE` where it is of a newer format: such a checkpoint is whole, and not read here. */
export const stateIn = (bytes: Uint8Array, subject: string): unknown =>
  knownFormat(decodeJson(bytes, subject, runFileFaults, 'E_CHECKPOINT_STATE'), subject);

/** The linear modules of every agent's base model, or of the one that all share. */
export type ModulesOf = ModuleShapes | ((role: string) => ModuleShapes | undefined);

/**
 * Reads a checkpoint back: the newest complete one of `files`, which may be a whole run folder or one checkpoint's own
 * folder. `modules` are the base model's linear modules; adapters are checked against them. A file that is not what was
 * written is `E_CHECKPOINT_DAMAGED`; a checkpoint without checksums, of an earlier version, is read as it is.
 */
export function readCheckpoint(files: Files, { modules }: { readonly modules?: ModulesOf } = {}): Checkpoint {
  const newest = latestCheckpoint(Object.keys(files));
  const folder = newest === null ? 'the checkpoint' : RUN_PATHS.checkpoint(newest);
  const own = newest === null ? files : filesUnder(files, folder);
  const [damage] = damageOf(own) ?? [];
  if (damage !== undefined) throw damagedFault(folder, damage, { instead: 'another' });
  const parsed = trainerStateSchema.safeParse(stateIn(requireFile(own, TRAINER_STATE, folder), `${folder}/${TRAINER_STATE}`));
  if (!parsed.success) throw faultAt(runFileFaults, 'E_CHECKPOINT_STATE', { found: 'unusable', subject: folder, holds: HOLDS });
  const { iteration, base, roles, state, project } = parsed.data;
  if (newest !== null && newest !== iteration)
    throw faultAt(runFileFaults, 'E_CHECKPOINT_STATE', { found: 'iteration', subject: folder, iteration, holds: HOLDS });
  const adapters = roles.map((role) => {
    const shapes = typeof modules === 'function' ? modules(role) : modules;
    const read: PeftAdapter = readPeft(filesUnder(own, role), { folder: `${folder}/${role}`, modules: shapes });
    const { baseName, baseCalled, baseFingerprint: _, ...weights } = read;
    return { role, baseName: baseCalled ?? (baseName || base), weights };
  });
  return {
    iteration,
    baseName: base,
    adapters,
    critic: readSafetensors(requireFile(own, CRITIC, folder), `${folder}/${CRITIC}`),
    optimizer: readSafetensors(requireFile(own, OPTIMIZER, folder), `${folder}/${OPTIMIZER}`),
    trainerState: state,
    ...(project === undefined ? {} : { project }),
  };
}

/** What a checkpoint's own folder says it was trained with: the document, which earlier versions did not keep, and the seed. */
export function trainedWith(own: Files): { readonly project?: unknown; readonly seed?: number } {
  const bytes = own[TRAINER_STATE];
  const parsed = bytes && trainerStateSchema.safeParse(stateIn(bytes, TRAINER_STATE)).data;
  const seed = z.int().safeParse(parsed?.state['seed']).data;
  return { ...(parsed?.project === undefined ? {} : { project: parsed.project }), ...(seed === undefined ? {} : { seed }) };
}

/**
 * What keeps a run from going on from the checkpoint after `iteration`, a clause each: damage to its own folder's files, whose
 * paths in `files` are from the run folder, and to the rows up to it.
 */
export function damageUpTo(iteration: number, files: Files, rows: RowsReport): string[] {
  const folder = RUN_PATHS.checkpoint(iteration);
  return [
    ...(damageOf(filesUnder(files, folder)) ?? []).map((what) => `${folder}/${what}`),
    // Checkpoint 0 stands before the first row.
    ...rows.damage.filter((row) => iteration > 0 && row.iteration <= iteration).map(({ what }) => `in ${RUN_PATHS.metrics} ${what}`),
  ];
}

/** That the checkpoint in `folder` has this `damage`, such as “optimizer.safetensors is not what was written”. */
export function damagedFault(folder: string, damage: string, instead: Instead): FaultError {
  return faultAt(runFileFaults, 'E_CHECKPOINT_DAMAGED', { subject: folder, damage, ...instead });
}

/**
 * Refuses a checkpoint whose adapters were trained on other base models than the project's: of the same shape, they would
 * load and say nonsense. `bases` is the base's name of each role.
 */
export function requireBases(checkpoint: Checkpoint, bases: ReadonlyMap<string, string>): void {
  for (const { role, baseName = checkpoint.baseName } of checkpoint.adapters) {
    const wanted = bases.get(role);
    if (wanted === undefined || wanted === baseName) continue;
    throw faultAt(runFileFaults, 'E_CHECKPOINT_MISMATCH', { subject: role, trainedOn: baseName, wanted });
  }
}

/**
 * The lines of `metrics.jsonl` or `timing.jsonl` up to `iteration`, as written. A last line that a crash cut off is
 * dropped with the rest: it belongs to an iteration that was not completed.
 */
export function linesUpTo(text: string, iteration: number): string {
  let kept = '';
  for (const line of text.split('\n').slice(0, -1)) {
    const own = iterationOf(line);
    if (own !== null && own <= iteration) kept += `${line}\n`;
  }
  return kept;
}

function requireFile(files: Files, name: string, folder: string): Uint8Array {
  const bytes = files[name];
  if (!bytes) throw faultAt(runFileFaults, 'E_CHECKPOINT_FILE_MISSING', { subject: folder, file: name, holds: HOLDS });
  return bytes;
}
