/** Updates held against each other: what each added to the adapters. */
import { NODE_OUTSIDE } from '../../../headless/server/tinkerServer.ts';
import { creditBatch } from '../../../src/core/credit/advantages/creditBatch.ts';
import type { Episode } from '../../../src/core/episode/machine.ts';
import type { EpisodeRecord } from '../../../src/core/episode/records.ts';
import type { HostTensor } from '../../../src/core/formats/safetensors.ts';
import type { Trainers } from '../../../src/session/policy/policyTrainer.ts';
import type { TrainingSession } from '../../../src/session/run/session.ts';
import { TinkerAdapter } from '../../../src/session/tinker/tinkerAdapter.ts';
import { connect } from '../../../src/tinker/client.ts';
import { assess } from '../../../src/session/update/assess.ts';
import { update } from '../../../src/session/update/update.ts';
import type { EngineNumbers } from '../../support/tinkerServer/engineNumbers.ts';

/** By name. */
export type Parameters = ReadonlyMap<string, HostTensor>;

/** What an update added, one after another. */
export function difference(before: Parameters, after: Parameters): number[] {
  return [...before].flatMap(([name, { data }]) => {
    const now = after.get(name)?.data;
    if (!now) throw new Error(`there is no ${name}`);
    return Array.from(data, (value, i) => (now[i] ?? Number.NaN) - value);
  });
}

export function compare(a: readonly number[], b: readonly number[]): { cosine: number; length: number } {
  const dot = (x: readonly number[], y: readonly number[]) => x.reduce((sum, value, i) => sum + value * (y[i] ?? Number.NaN), 0);
  return { cosine: dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b)), length: Math.sqrt(dot(b, b) / dot(a, a)) };
}

/**
 * Parameters of an adapter on the stub, under the names they have here; where the stub at `url` was ended behind the last request, as it kept
 * them.
 */
export async function onServer(
  numbers: EngineNumbers,
  adapter: TrainingSession['policies'][number]['adapter'],
  url?: string,
): Promise<Parameters> {
  if (!(adapter instanceof TinkerAdapter)) throw new Error('not on a server');
  const { id, request } = adapter.model;
  if (url !== undefined && !numbers.has(id)) {
    const { path = '' } = await adapter.snapshot();
    return keptOnServer(url, numbers, { role: adapter.name, path, ...request });
  }
  const { weights } = await numbers.snapshot(id);
  return new Map([...weights.tensors].map(([name, tensor]) => [`${adapter.name}/${name}`, tensor]));
}

/** Whether the stub has it, as after a crash it has not. */
export const isOnServer = (numbers: EngineNumbers, adapter: TrainingSession['policies'][number]['adapter']): boolean =>
  adapter instanceof TinkerAdapter && numbers.has(adapter.model.id);

/** Parameters of `role` that the stub at `url` has kept under `path`: it loads them into an adapter of the request's shape. */
export async function keptOnServer(
  url: string,
  numbers: EngineNumbers,
  { role, path, rank, alpha }: { readonly role: string; readonly path: string; readonly rank: number; readonly alpha: number },
): Promise<Parameters> {
  const server = await connect(url, NODE_OUTSIDE, { probe: null });
  const model = await server.createModel({ base: 'micro', rank, alpha, attention: true, mlp: true, seed: 1 });
  await model.load({ path });
  const { weights } = await numbers.snapshot(model.id);
  server.close();
  return new Map([...weights.tensors].map(([name, tensor]) => [`${role}/${name}`, tensor]));
}

/** One update of a session by episodes that were played elsewhere. */
export async function updated(session: TrainingSession, trainers: Trainers, episodes: readonly EpisodeRecord[]) {
  const { document } = session;
  const { training } = document;
  const played = episodes.map((record) => ({ record: () => structuredClone(record), bootstrap: () => null }) as unknown as Episode);
  const assessed = await assess(session.groups, document, played);
  creditBatch(assessed.records, training, { klCoef: training.klCoef });
  const metrics = await update(
    {
      trainers,
      training,
      iteration: 1,
      learners: new Set(session.policies.map(({ index }) => index)),
      rateShare: 1,
      roles: session.roles,
      stale: undefined,
      emit: () => undefined,
    },
    assessed,
  );
  return { metrics, records: assessed.records };
}
