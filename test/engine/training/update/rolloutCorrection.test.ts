/** Truncated importance sampling between sampler and trainer: what is measured is what it says, and in step it changes nothing. */
import { expect, it } from 'vitest';
import type { TrainingSettings } from '../../../../src/core/document/schema.ts';
import { scoreSequences } from '../../../../src/engine/train/score.ts';
import { sampledSequence } from '../../../../src/session/play/batch.ts';
import type { TrainingSession } from '../../../../src/session/run/session.ts';
import { long } from '../../../support/long.ts';
import { keepSessions } from '../../support/sessions.ts';
import { microProject, openTeam } from '../../support/team.ts';

const kept = keepSessions();
const open = async (training: Partial<TrainingSettings>): Promise<TrainingSession> =>
  kept(await openTeam(microProject({ episodes: 4, epochs: 1, learningRate: 0.02, klGate: 0, seed: 4, ...training })));
const CORRECTED = { rolloutCorrection: { mode: 'token', above: 'truncate', cap: 1.1 } } as const;

it.for(['tppo', 'reinforce'] as const)(
  '%s with a lag: weights, cap and KL are those of trainer against sampler',
  async (algorithm, context) => {
    if (algorithm !== 'tppo') long(context);
    const settings = { algorithm, lag: 1, ...CORRECTED };
    const [whole, before] = [await open(settings), await open(settings)];
    await whole.iterate();
    await before.iterate();
    const { metrics, episodes } = await whole.iterate();
    const { group } = before.policies[0]!;
    const roles = before.policies.map(({ role }) => role);
    for (const [agent, role] of roles.entries()) {
      const messages = episodes.flatMap((episode) => episode.messages.filter((message) => message.role === role));
      const { slotIndex } = group.adapter(agent);
      const { logprobs } = await scoreSequences(
        before.engine,
        group.base.config,
        group.adapters.map(({ slot }) => slot),
        messages.map((message) => sampledSequence(message, slotIndex)),
      );
      const ratios = messages.flatMap((message) => message.logprobs).map((sampled, t) => Math.exp(logprobs[t]! - sampled));
      const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;
      expect(metrics[`actor/${role}/rollout_weight`]).toBeCloseTo(mean(ratios.map((ratio) => Math.min(1.1, ratio))), 6);
      expect(metrics[`actor/${role}/rollout_capped_frac`]).toBeCloseTo(mean(ratios.map((ratio) => (ratio > 1.1 ? 1 : 0))), 6);
      expect(metrics[`actor/${role}/rollout_kl`]).toBeCloseTo(mean(ratios.map((ratio) => -Math.log(ratio))), 6);
      expect(Math.abs(metrics[`actor/${role}/rollout_kl`]!), 'the policies differ').toBeGreaterThan(1e-4);
      // The ratio of the loss is to the policy that the update began with, whatever played.
      if (algorithm === 'tppo') expect(metrics[`actor/${role}/first_ratio_deviation`]).toBeLessThan(1e-3);
    }
  },
);

it('in step every weight is 1, and the team learns what it would learn without', async () => {
  const [plain, corrected] = [await open({ epochs: 2 }), await open({ epochs: 2, ...CORRECTED })];
  await plain.iterate();
  const { metrics } = await corrected.iterate();
  for (const { role } of corrected.policies) {
    expect(metrics[`actor/${role}/rollout_weight`]).toBeCloseTo(1, 12);
    expect(metrics[`actor/${role}/rollout_capped_frac`]).toBe(0);
    expect(metrics[`actor/${role}/rollout_kl`]).toBeCloseTo(0, 12);
  }
  const numbers = (session: TrainingSession) => session.policies.map(({ adapter }) => adapter.parameters);
  expect(numbers(corrected)).toEqual(numbers(plain));
  expect(metrics).not.toHaveProperty('actor/planner/behave_weight');
});
