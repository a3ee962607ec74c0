/**
 * On the first pass after a rollout the policy that learns is the one that played, so every ratio is 1 and every distance 0,
 * whatever the algorithm counts as a decision. The learning rate of the second iteration is 0, so what is measured after it
 * is its first pass, by then with trained adapters.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { documentFaults } from '../../../src/core/document/check/check.ts';
import { documentSchema, type TrainingSettings } from '../../../src/core/document/schema.ts';
import { LocalEngine } from '../../../src/engine/engine.ts';
import { createExecutor } from '../support/executors.ts';
import { microProject, openTeamOn } from '../support/team.ts';

const engine = new LocalEngine(await createExecutor('wasm'));
afterAll(() => engine.dispose());

const groups = { groupSize: 2 };
const cases: [string, Partial<TrainingSettings>][] = [
  ['TPPO', { algorithm: 'tppo' }],
  ['APPO, sum', { algorithm: 'appo', logprobNormalization: 'sum' }],
  ['APPO, per token', { algorithm: 'appo', logprobNormalization: 'token' }],
  ['APPO, per word', { algorithm: 'appo', logprobNormalization: 'word' }],
  ['GRPO by token', { algorithm: 'grpo', ratioLevel: 'token', ...groups }],
  ['GRPO by message', { algorithm: 'grpo', ratioLevel: 'message', logprobNormalization: 'token', ...groups }],
  ['GRPO by agent and turn', { algorithm: 'grpo', groupBy: 'agent_turn', ...groups }],
  ['REINFORCE', { algorithm: 'reinforce' }],
  ['REINFORCE by message, with a critic', { algorithm: 'reinforce', baseline: 'critic', ratioLevel: 'message' }],
  ['RLOO', { algorithm: 'rloo', ...groups }],
  ['VinePPO', { algorithm: 'vineppo', continuations: 2 }],
  ['decoupled TPPO', { algorithm: 'tppo', decoupled: { enabled: true, weightCap: 5 } }],
  ['decoupled APPO', { algorithm: 'appo', decoupled: { enabled: true, weightCap: 5 } }],
  ['decoupled GRPO', { algorithm: 'grpo', ...groups, decoupled: { enabled: true, weightCap: 5 } }],
  ['TPPO with R1’s untempered probabilities', { algorithm: 'tppo', compat: ['r1_untempered_logprobs'] }],
];

/** Scoring sums in another order than generating; a message's log-probability is a sum of up to 16 tokens'. */
const ROUNDING = 2e-4;

describe('the ratio is 1 at the first pass', () => {
  it.each(cases)('%s', async (_, settings) => {
    const schedule = { kind: 'linear' as const, warmup: 0, final: 0 };
    const project = microProject({ iterations: 2, episodes: 6, seed: 8, klGate: 0, schedule, ...settings });
    // Cold, and cut off at the top for one of them, so that the sampled distribution is not the model's own.
    const agents = project.team.agents.map((agent, index) => ({
      ...agent,
      sampling: { ...agent.sampling, temperature: 0.7, topK: index === 1 ? 5 : 0 },
    }));
    const document = documentSchema.parse({ ...project, team: { ...project.team, agents } });
    expect(documentFaults(document)).toEqual([]);
    const session = await openTeamOn(document, engine);
    await session.iterate();
    const before = session.policies.map(({ adapter }) => adapter.parameters);
    const { metrics } = await session.iterate();
    // The first iteration has trained, the second has not.
    session.policies.forEach(({ adapter }, index) => {
      expect(adapter.version).toBeGreaterThan(0);
      for (const [name, { data }] of adapter.parameters) expect(data).toEqual(before[index]?.get(name)?.data);
    });
    for (const role of session.roles) {
      expect(Math.abs((metrics[`actor/${role}/ratio_mean`] ?? Number.NaN) - 1)).toBeLessThan(ROUNDING);
      expect(Math.abs(metrics[`actor/${role}/ppo_kl`] ?? Number.NaN)).toBeLessThan(ROUNDING ** 2);
      expect(metrics[`actor/${role}/pg_clipfrac`]).toBe(0);

      // No single token hides behind a mean.
      expect(metrics[`actor/${role}/first_ratio_deviation`]).toBeLessThan(ROUNDING);
      if (!document.training.decoupled.enabled) continue;
      expect(Math.abs((metrics[`actor/${role}/behave_weight`] ?? Number.NaN) - 1)).toBeLessThan(ROUNDING);
      expect(Math.abs(metrics[`actor/${role}/behave_kl`] ?? Number.NaN)).toBeLessThan(ROUNDING ** 2);
      expect(metrics[`actor/${role}/capped_frac`]).toBe(0);
    }
    session.dispose();
  });
});

it('the deviation is measured before the first step, and is large where the ratio is of other numbers', async () => {
  const wild = { episodes: 6, seed: 8, klGate: 0, learningRate: 0.03, adaptiveLearningRate: { enabled: false, targetKl: 3e-3 } };
  const deviations = async (training: Partial<TrainingSettings>) => {
    const session = await openTeamOn(microProject({ ...wild, ...training }), engine);
    const { metrics, episodes } = await session.iterate();
    session.dispose();
    const named = episodes.flatMap(({ messages }) =>
      messages.flatMap(({ role, receipt }) => (role === 'solver' ? (receipt?.first_ratio_deviation ?? []) : [])),
    );
    return [metrics['actor/solver/first_ratio_deviation'] ?? Number.NaN, metrics['actor/solver/ppo_kl'] ?? Number.NaN, named] as const;
  };
  // Two epochs of two minibatches: later passes are far from 1, the first is not.
  const [deviation, kl, none] = await deviations({ epochs: 2, minibatches: 2 });
  expect(deviation).toBeLessThan(ROUNDING);
  expect(kl).toBeGreaterThan(0.01);
  expect(none).toEqual([]);
  // R3's proximal log-probability of a first token is 0, so its ratio is its probability.
  const [stitched, , named] = await deviations({ decoupled: { enabled: true, weightCap: 5 }, compat: ['r3_unstitched_first_tokens'] });
  expect(stitched).toBeGreaterThan(0.01);
  // The messages it is of say so, the furthest among them.
  expect(Math.max(...named)).toBe(stitched);
});
