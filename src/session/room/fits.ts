/**
 * Whether a work fits this machine, before it runs: in one memory, or with its layers over as few as can hold it. What fits neither way is
 * refused with the numbers and the smallest change after which it fits.
 */
import type { DataRow } from '../../core/dataset/rows.ts';
import type { ProjectDocument } from '../../core/document/schema.ts';
import type { EnvironmentHost } from '../../core/environment/contract.ts';
import { type Fault, fault, FaultError } from '../../core/faults.ts';
import { WEIGHT_FORMS, type WeightForm } from '../../core/weights/packed.ts';
import { engineFaults, type FittingChange } from '../../words/words.ts';
import type { Engine } from '../../engine/engine.ts';
import type { Ranges } from '../../engine/executors/split/ranges.ts';
import { type DryRun, dryRun } from '../play/dryRun.ts';
import type { BaseOutline } from '../team/base.ts';
import { type Cost, costOf } from './estimate.ts';
import { TRAINING, type Work } from './fitWork.ts';
import { bytesByForm, copiesFor } from './memory.ts';
import { MOST_MEMORIES, type Split, splitOver, type SplitPart } from './split.ts';

/** The most one WebAssembly memory can hold, bytes. */
export const WASM_MEMORY = 2 ** 32;
/** Below this share of it for weights the rest, which has bounds of its own, cannot come near: what is small is not played through for nothing. */
const SURELY_FITS = 1 / 16;
/** How full a memory is planned to be where there are several: predictions are not exact, and another memory costs little. */
const FILLED = 7 / 8;
/** Hints of a device's memory from here on mean "this or more". */
const LARGEST_HINT_GIB = 8;

export interface Room {
  readonly workers: number;
  /** Bytes that one memory can hold. */
  readonly worker: number;
  /** Bytes of the whole device, where something is known of it. */
  readonly device?: number;
  /** Whether a person can ask for fewer workers. */
  readonly fewerWorkers?: boolean;
}

/** What there is room for on WASM here. */
export function roomFor(workers: number): Room {
  const hint = (globalThis.navigator as { deviceMemory?: number } | undefined)?.deviceMemory;
  return { workers, worker: WASM_MEMORY, ...(hint !== undefined && hint < LARGEST_HINT_GIB && { device: hint * 2 ** 30 }) };
}

export interface RoomOptions extends Pick<Room, 'fewerWorkers'> {
  /** Of the file the document's data set names. */
  readonly rows?: readonly DataRow[];
  readonly work?: Work;
  /** What is known of this machine besides. */
  readonly machine?: Partial<Pick<Room, 'worker' | 'device'>>;
}

/**
 * Throws what {@link placeWork} refuses, where our WASM kernels compute; otherwise says over which memories the layers are to lie, in one
 * worker, or null where the engine may be as it is. Loads the document's environment. No weights are needed for it, so it is asked before
 * they are read.
 */
export async function requireRoom(
  document: ProjectDocument,
  bases: readonly BaseOutline[],
  environment: EnvironmentHost,
  { backend, lanes }: Pick<Engine, 'backend' | 'lanes'>,
  { rows, work, fewerWorkers = false, machine }: RoomOptions = {},
): Promise<Ranges | null> {
  const room = { ...roomFor(lanes), fewerWorkers, ...machine };
  if (backend !== 'wasm' || isSmall(bases, room)) return null;
  await environment.load(document.environment.source);
  const { refused, split } = await placeWork(document, bases, environment, room, rows, work);
  if (refused) throw new FaultError(refused);
  return split?.together ?? null;
}

const isSmall = (bases: readonly BaseOutline[], { workers, worker }: Room): boolean =>
  bases.reduce((sum, base) => sum + bytesByForm([base], () => workers)[base.form], 0) < SURELY_FITS * worker;

/** Where a work may run: refused, over several memories in one worker, or (neither) as it is. */
export interface Placed {
  readonly refused: Fault | null;
  readonly split: Split | null;
}

/** `problems` as in the estimate. `environment` has the document's environment loaded. */
export async function placeWork(
  document: ProjectDocument,
  bases: readonly BaseOutline[],
  environment: EnvironmentHost,
  room: Room,
  problems?: readonly DataRow[],
  work: Work = TRAINING,
): Promise<Placed> {
  if (isSmall(bases, room)) return { refused: null, split: null };
  if (document.environment.dataset && !problems?.length) return { refused: null, split: null }; // which is refused for that
  const played = new Map<string, DryRun>();
  const fitted = async (change: FittingChange): Promise<Fitted> => {
    const { weights, kvCache, shorter = 1, episodes, rows, layers, workers = room.workers } = change;
    const agents = document.team.agents.map((agent) => ({
      ...agent,
      sampling: { ...agent.sampling, maxNewTokens: Math.max(1, Math.floor(agent.sampling.maxNewTokens / shorter)) },
    }));
    const own = (rows !== undefined && work.rows?.with(rows)) || work;
    const changed = own.played({
      ...document,
      team: { ...document.team, ...(kvCache && { kvCache }), ...(weights && { weights }), agents },
      training: { ...document.training, ...(episodes !== undefined && { episodes }) },
    });
    const key = `${shorter} ${changed.training.episodes}`;
    const run = played.get(key) ?? (await dryRun(changed, bases, environment, 'typical', problems));
    played.set(key, run);
    const held = bases.map((base) => ({
      ...base,
      ...(weights && { form: weights }),
      ...(layers && base.name === document.team.base && { config: { ...base.config, layers } }),
    }));
    return fit(changed, held, run, { ...room, workers }, own);
  };
  const now = await fitted({});
  if (!now.lacks) return { refused: null, split: now.split };
  const { cost, lacks } = now;
  // Of what does not fit into a worker's own memory, what is said is of that one.
  const per = lacks === 'worker' ? copiesFor(room.workers) : 1;
  const numbers = {
    found: lacks,
    work: work.kind,
    bytes: now.bytes / per,
    room: lacks === 'device' ? (room.device ?? room.worker) : room.worker,
    parameters: cost.memory.parameters / per,
    cache: cost.memory.cache / per,
  };
  // Over several memories it would be one worker anyway.
  const options = { ...room, fewerWorkers: room.fewerWorkers && lacks !== 'memories' };
  for (const change of changesOf(document, bases, work, options)) {
    const after = await fitted(change);
    if (!after.lacks)
      return { refused: fault(engineFaults, 'E_MEMORY_PLAN', { ...numbers, change, after: after.bytes / per }), split: null };
  }
  return { refused: fault(engineFaults, 'E_MEMORY_PLAN', { ...numbers, change: null, after: null }), split: null };
}

export interface Fitted {
  readonly cost: Cost;
  /** What there is too little of: one memory, several of them, or the device's; null where it fits. */
  readonly lacks: 'worker' | 'memories' | 'device' | null;
  readonly split: Split | null;
  /** Most bytes held at one time in all memories together. */
  readonly bytes: number;
}

/** A work of these messages as it is, or in one worker over as few memories as hold it. */
export function fit(
  document: ProjectDocument,
  bases: readonly BaseOutline[],
  run: DryRun,
  { workers, worker, device = Number.POSITIVE_INFINITY }: Room,
  work: Pick<Work, 'total' | 'splits'> = TRAINING,
): Fitted {
  const priced = (among: number, part?: SplitPart): { readonly cost: Cost; readonly bytes: number } => {
    const cost = costOf(document, bases, run, { workers: among, part });
    return { cost, bytes: work.total(cost, document, bases, run, among) };
  };
  const whole = priced(workers);
  // Workers that share a memory have one for all.
  const inOne = whole.bytes / copiesFor(workers) <= worker;
  if (inOne || !work.splits) return { ...whole, lacks: inOne ? (whole.bytes <= device ? null : 'device') : 'worker', split: null };
  const alone = workers > 1 ? priced(1) : whole;
  const weights = bases.reduce((sum, base) => sum + bytesByForm([base], () => 1)[base.form], 0);
  const fewest = alone.bytes <= worker ? 1 : Math.max(2, Math.ceil(alone.bytes / (FILLED * worker)));
  for (let count = fewest; count <= MOST_MEMORIES; count += 1) {
    const split = splitOver(count, bases, Math.max(0, alone.bytes - weights));
    const parts = count > 1 ? Array.from({ length: count }, (_, index) => priced(1, { split, index }).bytes) : [alone.bytes];
    if (count > 1 && Math.max(...parts) > FILLED * worker) continue;
    const bytes = parts.reduce((a, b) => a + b, 0);
    return { cost: alone.cost, lacks: bytes <= device ? null : 'device', split, bytes };
  }
  return { ...alone, lacks: 'memories', split: null };
}

/** Changes that save memory, from the one that changes least to all together. */
function changesOf(
  { team, training }: ProjectDocument,
  bases: readonly BaseOutline[],
  { mayChange, rows }: Work,
  { workers, fewerWorkers }: Room,
): FittingChange[] {
  const alone = fewerWorkers && workers > 1 ? [{ workers: 1 }] : [];
  const batch = rows && rows.count > 1 ? { rows: Math.floor(rows.count / 2) } : null;
  if (!mayChange.team) return alone;
  const forms = (['bf16', 'q8', 'q4'] as const).filter((form) => bitsRank(form) > bitsRank(team.weights));
  const fewer = mayChange.weights ? forms : [];
  const half = team.kvCache === 'f32' ? { kvCache: 'f16' as const } : {};
  const made = mayChange.layers ? bases.find(({ name }) => name === team.base) : undefined;
  const thinner = halved(made?.config.layers ?? 1).map((layers) => ({ layers }));
  const last = fewer.at(-1);
  const least = { ...alone[0], ...half, ...(last && { weights: last }), ...batch };
  const episodes = Math.max(1, Math.floor(training.episodes / 2));
  return [
    ...alone,
    ...(batch ? [batch] : []),
    ...(half.kvCache ? [half] : []),
    ...fewer.map((weights) => ({ weights })),
    ...(half.kvCache ? fewer.map((weights) => ({ weights, ...half })) : []),
    ...thinner.map((layers) => ({ ...least, ...layers })),
    ...[2, 4].map((shorter) => ({ ...least, ...thinner.at(-1), shorter })),
    ...(mayChange.episodes && episodes < training.episodes ? [{ ...least, shorter: 4, episodes }] : []),
  ];
}

/** Half of `count`, a quarter and so on, down to one. */
const halved = (count: number): number[] => (count > 1 ? [count >> 1, ...halved(count >> 1)] : []);

const bitsRank = (form: WeightForm): number => WEIGHT_FORMS.indexOf(form === 'f16' ? 'bf16' : form);
