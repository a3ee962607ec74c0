/** One update on a server against the same update here: the same adapters to begin with, the same episodes. */
import { afterEach, describe, expect, it } from 'vitest';
import type { TrainingSettings } from '../../../src/core/document/schema.ts';
import type { EpisodeRecord } from '../../../src/core/episode/records.ts';
import { tinkerTrainers } from '../../../src/session/tinker/tinkerTrainers.ts';
import type { Flavour } from '../../support/tinkerServer/flavour.ts';
import { OPEN_RL } from '../../support/tinkerServer/openRl.ts';
import { SKYRL_JAX } from '../../support/tinkerServer/skyrlJax.ts';
import { long } from '../../support/long.ts';
import { compare, difference, onServer, updated } from './compared.ts';
import { openMoved, openServed, servedProject } from './served.ts';

const ended: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0)) await end();
});

/** Whose names begin with * are tried on both servers in every run; the others are in the sample. */
const CASES: Readonly<Record<string, Partial<TrainingSettings>>> = {
  '* REINFORCE': { algorithm: 'reinforce', baseline: 'batch' },
  'GRPO by token': { algorithm: 'grpo', groupSize: 3 },
  'GRPO by message': { algorithm: 'grpo', groupSize: 3, ratioLevel: 'message' },
  RLOO: { algorithm: 'rloo', groupSize: 3 },
  VinePPO: { algorithm: 'vineppo', continuations: 2 },
  '* TPPO with a critic here, in minibatches': { algorithm: 'tppo', epochs: 2, minibatches: 2 },
  'TPPO, decoupled': { algorithm: 'tppo', decoupled: { enabled: true, weightCap: 5 } },
  'GRPO with a KL to the base in the loss': { algorithm: 'grpo', groupSize: 3, klCoef: 0.05, klPlacement: 'loss' },
  'RLOO with a KL to the base in the reward': { algorithm: 'rloo', groupSize: 3, klCoef: 0.05, klPlacement: 'reward' },
};

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
  const watch = { scored: () => undefined, tell: () => undefined, held: () => Promise.resolve() };
  const trainers = tinkerTrainers({ server: served.client, label: 'unused' }, served.session.engine, watch);
  const { metrics, records } = await updated(served.session, trainers, episodes);
  for (const [index, { adapter, role }] of served.session.policies.entries()) {
    const start = before[index] ?? new Map();
    const ours = difference(start, here.policies[index]?.adapter.parameters ?? new Map());
    const theirs = difference(start, await onServer(served.numbers, adapter));
    const { cosine, length } = compare(ours, theirs);
    expect(cosine, role).toBeGreaterThanOrEqual(0.999999);
    expect(Math.abs(length - 1), role).toBeLessThan(1e-4);
    expect(metrics.agents.get(index)?.predicted_gain, 'gradients never leave the server').toBeUndefined();
  }
  const refs = (of: readonly EpisodeRecord[]) => of.flatMap(({ messages }) => messages.flatMap(({ ref_logprobs }) => ref_logprobs));
  expect(refs(records)).toEqual(refs(episodes));
}

describe.each([OPEN_RL, SKYRL_JAX])('on $name', (flavour) => {
  for (const [name, training] of Object.entries(CASES))
    it(`makes the adapters that this computer makes: ${name}`, (context) => {
      if (!name.startsWith('*')) long(context);
      return sameUpdate(flavour, training);
    });
});
