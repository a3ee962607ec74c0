/** What cannot fit this machine is refused before it runs, with the numbers and the smallest change after which it fits. */
import type { DataRow } from '../../core/dataset/rows.ts';
import type { ProjectDocument } from '../../core/document/schema.ts';
import type { EnvironmentHost } from '../../core/environment/contract.ts';
import { type Fault, fault, FaultError } from '../../core/faults.ts';
import { WEIGHT_FORMS, type WeightForm } from '../../core/weights/packed.ts';
import { engineFaults, type FittingChange } from '../../words/words.ts';
import type { Engine } from '../../engine/engine.ts';
import { type DryRun, dryRun } from '../play/dryRun.ts';
import type { BaseOutline } from '../team/base.ts';
import { type Cost, costOf } from './estimate.ts';
import { TRAINING, type Work } from './fitWork.ts';
import { bytesByForm, copiesFor } from './memory.ts';

/** The most one worker's WebAssembly memory can hold, bytes. */
export const WASM_MEMORY = 2 ** 32;
/** Below this much for weights the rest, which has bounds of its own, cannot come near: what is small is not played through for nothing. */
const SURELY_FITS = 2 ** 28;
/** Hints of a device's memory from here on mean "this or more". */
const LARGEST_HINT_GIB = 8;

export interface Room {
  readonly workers: number;
  /** Bytes that one worker can hold. */
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
}

/**
 * Throws what {@link fitFault} finds, where our WASM kernels compute; loads the document's environment. No weights are needed for it, so
 * it is asked before they are read.
 */
export async function requireRoom(
  document: ProjectDocument,
  bases: readonly BaseOutline[],
  environment: EnvironmentHost,
  { backend, lanes }: Pick<Engine, 'backend' | 'lanes'>,
  { rows, work, fewerWorkers = false }: RoomOptions = {},
): Promise<void> {
  if (backend !== 'wasm' || isSmall(bases, lanes)) return;
  await environment.load(document.environment.source);
  const found = await fitFault(document, bases, environment, { ...roomFor(lanes), fewerWorkers }, rows, work);
  if (found) throw new FaultError(found);
}

const isSmall = (bases: readonly BaseOutline[], workers: number): boolean =>
  bases.reduce((sum, base) => sum + bytesByForm([base], () => workers)[base.form], 0) < SURELY_FITS;

/** Null when the document's work fits; `problems` as in the estimate. `environment` has the document's environment loaded. */
export async function fitFault(
  document: ProjectDocument,
  bases: readonly BaseOutline[],
  environment: EnvironmentHost,
  room: Room,
  problems?: readonly DataRow[],
  work: Work = TRAINING,
): Promise<Fault | null> {
  if (isSmall(bases, room.workers)) return null;
  if (document.environment.dataset && !problems?.length) return null; // which is refused for that
  const played = new Map<string, DryRun>();
  const costWith = async (change: FittingChange): Promise<Fitted> => {
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
    const cost = costOf(changed, held, run, { workers });
    return { cost, total: own.total(cost, changed, held, run, workers), memories: copiesFor(workers) };
  };
  // Workers that share a memory have one for all.
  const share = ({ total, memories }: Fitted): number => total / memories;
  const fits = (fitted: Fitted): boolean => share(fitted) <= room.worker && (room.device === undefined || fitted.total <= room.device);
  const now = await costWith({});
  if (fits(now)) return null;
  const tooMuch = share(now) > room.worker ? ('worker' as const) : ('device' as const);
  const said = (fitted: Fitted): number => (tooMuch === 'worker' ? share(fitted) : fitted.total);
  const per = tooMuch === 'worker' ? now.memories : 1;
  const { parameters, cache } = now.cost.memory;
  const numbers = {
    found: tooMuch,
    work: work.kind,
    bytes: said(now),
    room: tooMuch === 'worker' ? room.worker : (room.device ?? room.worker),
    parameters: parameters / per,
    cache: cache / per,
  };
  for (const change of changesOf(document, bases, work, room)) {
    const fitted = await costWith(change);
    if (fits(fitted)) return fault(engineFaults, 'E_MEMORY_PLAN', { ...numbers, change, after: said(fitted) });
  }
  return fault(engineFaults, 'E_MEMORY_PLAN', { ...numbers, change: null, after: null });
}

/** What a work takes after some change. */
interface Fitted {
  readonly cost: Cost;
  /** Bytes in all workers together, and in how many memories they lie. */
  readonly total: number;
  readonly memories: number;
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
