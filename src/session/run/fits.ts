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
}

/** What there is room for on WASM here. */
export function roomFor(workers: number): Room {
  const hint = (globalThis.navigator as { deviceMemory?: number } | undefined)?.deviceMemory;
  return { workers, worker: WASM_MEMORY, ...(hint !== undefined && hint < LARGEST_HINT_GIB && { device: hint * 2 ** 30 }) };
}

/** Throws what {@link fitFault} finds, where our WASM kernels compute; loads the document's environment. */
export async function requireRoom(
  document: ProjectDocument,
  bases: readonly BaseOutline[],
  environment: EnvironmentHost,
  { backend, lanes }: Pick<Engine, 'backend' | 'lanes'>,
  rows?: readonly DataRow[],
): Promise<void> {
  if (backend !== 'wasm' || isSmall(document, bases, lanes)) return;
  await environment.load(document.environment.source);
  const found = await fitFault(document, bases, environment, roomFor(lanes), rows);
  if (found) throw new FaultError(found);
}

const isSmall = ({ team }: ProjectDocument, bases: readonly BaseOutline[], workers: number): boolean =>
  bytesByForm(bases, () => workers)[team.weights] < SURELY_FITS;

/** Null when the document's iterations fit; `problems` as in the estimate. `environment` has the document's environment loaded. */
export async function fitFault(
  document: ProjectDocument,
  bases: readonly BaseOutline[],
  environment: EnvironmentHost,
  room: Room,
  problems?: readonly DataRow[],
): Promise<Fault | null> {
  if (isSmall(document, bases, room.workers)) return null;
  if (document.environment.dataset && !problems?.length) return null; // which is refused for that
  const played = new Map<number, DryRun>();
  const costWith = async ({ weights, kvCache, shorter = 1, episodes }: FittingChange): Promise<Cost> => {
    const agents = document.team.agents.map((agent) => ({
      ...agent,
      sampling: { ...agent.sampling, maxNewTokens: Math.max(1, Math.floor(agent.sampling.maxNewTokens / shorter)) },
    }));
    const changed: ProjectDocument = {
      ...document,
      team: { ...document.team, ...(kvCache && { kvCache }), ...(weights && { weights }), agents },
      training: { ...document.training, ...(episodes !== undefined && { episodes }) },
    };
    const key = shorter * 2 ** 20 + changed.training.episodes;
    const run = played.get(key) ?? (await dryRun(changed, bases, environment, 'typical', problems));
    played.set(key, run);
    const held = weights ? bases.map((base) => ({ ...base, form: weights })) : bases;
    return costOf(changed, held, run, { workers: room.workers });
  };
  // Workers that share a memory have one for all.
  const memories = copiesFor(room.workers);
  const share = ({ memory }: Cost): number => memory.total / memories;
  const fits = (cost: Cost): boolean => share(cost) <= room.worker && (room.device === undefined || cost.memory.total <= room.device);
  const now = await costWith({});
  if (fits(now)) return null;
  const tooMuch = share(now) > room.worker ? ('worker' as const) : ('device' as const);
  const per = tooMuch === 'worker' ? memories : 1;
  const { parameters, cache, total } = now.memory;
  const numbers = {
    found: tooMuch,
    bytes: total / per,
    room: tooMuch === 'worker' ? room.worker : (room.device ?? room.worker),
    parameters: parameters / per,
    cache: cache / per,
  };
  for (const change of changesOf(document)) {
    const cost = await costWith(change);
    if (fits(cost)) return fault(engineFaults, 'E_MEMORY_PLAN', { ...numbers, change, after: cost.memory.total / per });
  }
  return fault(engineFaults, 'E_MEMORY_PLAN', { ...numbers, change: null, after: null });
}

/** Changes that save memory, from the one that changes least to all together. */
function changesOf({ team, training }: ProjectDocument): FittingChange[] {
  const fewer = (['bf16', 'q8', 'q4'] as const).filter((form) => bitsRank(form) > bitsRank(team.weights));
  const half = team.kvCache === 'f32' ? { kvCache: 'f16' as const } : {};
  const last = fewer.at(-1);
  const least = { ...half, ...(last && { weights: last }) };
  const episodes = Math.max(1, Math.floor(training.episodes / 2));
  return [
    ...(half.kvCache ? [half] : []),
    ...fewer.map((weights) => ({ weights })),
    ...(half.kvCache ? fewer.map((weights) => ({ weights, ...half })) : []),
    ...[2, 4].map((shorter) => ({ ...least, shorter })),
    ...(episodes < training.episodes ? [{ ...least, shorter: 4, episodes }] : []),
  ];
}

const bitsRank = (form: WeightForm): number => WEIGHT_FORMS.indexOf(form === 'f16' ? 'bf16' : form);
