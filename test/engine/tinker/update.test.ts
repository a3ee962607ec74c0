/** One update on a server against the same update here: the same adapters to begin with, the same episodes. */
import { afterEach, describe, expect, it } from 'vitest';
import type { TrainingSettings } from '../../../src/core/document/schema.ts';
import { creditBatch } from '../../../src/core/credit/advantages/creditBatch.ts';
import type { Episode } from '../../../src/core/episode/machine.ts';
import type { EpisodeRecord } from '../../../src/core/episode/records.ts';
import type { HostTensor } from '../../../src/core/formats/safetensors.ts';
import type { TrainingSession } from '../../../src/session/run/session.ts';
import { tinkerTrainers } from '../../../src/session/tinker/tinkerTrainers.ts';
import { TinkerAdapter } from '../../../src/session/tinker/tinkerAdapter.ts';
import { assess } from '../../../src/session/update/assess.ts';
import { update } from '../../../src/session/update/update.ts';
import type { Flavour } from '../../support/tinkerServer/flavour.ts';
import { OPEN_RL } from '../../support/tinkerServer/openRl.ts';
import { SKYRL_JAX } from '../../support/tinkerServer/skyrlJax.ts';
import { openMoved, openServed, type Served, servedProject } from './served.ts';

const ended: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0)) await end();
});

const CASES: Readonly<Record<string, Partial<TrainingSettings>>> = {
  REINFORCE: { algorithm: 'reinforce', baseline: 'batch' },
};

type Parameters = ReadonlyMap<string, HostTensor>;

/** What an update added, one after another. */
function difference(before: Parameters, after: Parameters): number[] {
  return [...before].flatMap(([name, { data }]) => {
    const now = after.get(name)?.data;
    if (!now) throw new Error(`there is no ${name}`);
    return Array.from(data, (value, i) => (now[i] ?? Number.NaN) - value);
  });
}

function compare(a: readonly number[], b: readonly number[]): { cosine: number; length: number } {
  const dot = (x: readonly number[], y: readonly number[]) => x.reduce((sum, value, i) => sum + value * (y[i] ?? Number.NaN), 0);
  return { cosine: dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b)), length: Math.sqrt(dot(b, b) / dot(a, a)) };
}

/** Parameters of an adapter on the stub, under the names they have here. */
async function onServer({ numbers }: Served, adapter: TrainingSession['policies'][number]['adapter']): Promise<Parameters> {
  if (!(adapter instanceof TinkerAdapter)) throw new Error('not on a server');
  const { weights } = await numbers.snapshot(adapter.model.id);
  return new Map([...weights.tensors].map(([name, tensor]) => [`${adapter.name}/${name}`, tensor]));
}

async function updated({ session, client }: Served, episodes: readonly EpisodeRecord[]) {
  const { document } = session;
  const { training } = document;
  const played = episodes.map((record) => ({ record: () => structuredClone(record), bootstrap: () => null }) as unknown as Episode);
  const assessed = await assess(session.groups, document, played);
  creditBatch(assessed.records, training, { klCoef: training.klCoef });
  const watch = { scored: () => undefined, held: () => Promise.resolve() };
  const metrics = await update(
    {
      trainers: tinkerTrainers({ server: client, label: 'unused' }, session.engine, watch),
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

async function sameUpdate(flavour: Flavour, training: Partial<TrainingSettings>): Promise<void> {
  // SkyRL limits no gradients.
  const document = servedProject(flavour, { ...training, ...(flavour === SKYRL_JAX && { maxGradNorm: 0 }) });
  const here = await openMoved(document);
  const served = await openServed(document, flavour, { like: here });
  ended.push(served.end, () => {
    here.dispose();
    here.engine.dispose();
  });
  const before = here.policies.map(({ adapter }) => adapter.parameters);
  const { episodes } = await here.iterate();
  const { metrics, records } = await updated(served, episodes);
  for (const [index, { adapter, role }] of served.session.policies.entries()) {
    const start = before[index] ?? new Map();
    const ours = difference(start, here.policies[index]?.adapter.parameters ?? new Map());
    const theirs = difference(start, await onServer(served, adapter));
    const { cosine, length } = compare(ours, theirs);
    expect(cosine, role).toBeGreaterThanOrEqual(0.999999);
    expect(Math.abs(length - 1), role).toBeLessThan(1e-4);
    expect(metrics.agents.get(index)?.predicted_gain, 'gradients never leave the server').toBeUndefined();
  }
  const refs = (of: readonly EpisodeRecord[]) => of.flatMap(({ messages }) => messages.flatMap(({ ref_logprobs }) => ref_logprobs));
  expect(refs(records)).toEqual(refs(episodes));
}

describe.each([OPEN_RL, SKYRL_JAX])('on $name', (flavour) => {
  it.each(Object.entries(CASES))('%s makes the adapters that this computer makes', (_, training) => sameUpdate(flavour, training));
});
