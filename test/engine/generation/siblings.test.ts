/**
 * R3's mismatch between sampling and training of parallel agents: at the first pass after a rollout, when nothing has been
 * learnt since, the ratio of the later sibling is not 1, because it is scored behind a message it had not read.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { documentFaults } from '../../../src/core/document/check/check.ts';
import { documentSchema, type TrainingSettings } from '../../../src/core/document/schema.ts';
import { LocalEngine } from '../../../src/engine/engine.ts';
import { scoreSequences } from '../../../src/engine/train/score.ts';
import { createExecutor } from '../support/executors.ts';
import { micro, microProject, openTeamOn } from '../support/team.ts';

const engine = new LocalEngine(await createExecutor('wasm'));
afterAll(() => engine.dispose());

/** Both agents read the problem alone. */
async function apart(training: Partial<TrainingSettings>) {
  const project = microProject({ episodes: 4, seed: 5, klGate: 0, klCoef: 0.1, learningRate: 1e-9, ...training });
  const document = documentSchema.parse({ ...project, team: { ...project.team, edges: [] } });
  expect(documentFaults(document)).toEqual([]);
  const session = await openTeamOn(document, engine);
  const { metrics, episodes } = await session.iterate();
  // The base alone, under the prompt that is trained on.
  const linear = episodes.flatMap(({ messages }) => messages.flatMap((message) => (message.training_prompt_ids ? [message] : [])));
  const { logprobs } = await scoreSequences(
    engine,
    micro.config,
    [],
    linear.map(({ training_prompt_ids: prompt = [], response_ids: response, temperature }) => ({
      ids: [...prompt, ...response],
      first: prompt.length,
      slot: -1,
      temperature,
    })),
  );
  session.dispose();
  const [elder = '', later = ''] = session.roles;
  return {
    episodes,
    linear: [...logprobs],
    of: (name: string) => ({ elder: metrics[`actor/${elder}/${name}`], later: metrics[`actor/${later}/${name}`] }),
  };
}
const ROUNDING = 2e-4;

describe('r3_linear_training', () => {
  it('the later sibling’s ratio is off at the first pass, the elder’s is 1', async () => {
    const { elder, later } = (await apart({ compat: ['r3_linear_training'] })).of('ppo_kl');
    expect(Math.abs(elder ?? Number.NaN)).toBeLessThan(ROUNDING ** 2);
    expect(later).toBeGreaterThan(1e-3);
    const plain = (await apart({})).of('ppo_kl');
    expect(Math.abs(plain.later ?? Number.NaN)).toBeLessThan(ROUNDING ** 2);
  });

  it('with the decoupled loss it moves from the ratio into the behaviour weight', async () => {
    const { of } = await apart({ compat: ['r3_linear_training'], decoupled: { enabled: true, weightCap: 0 } });
    expect(Math.abs(of('ppo_kl').later ?? Number.NaN)).toBeLessThan(ROUNDING ** 2);
    expect(Math.abs(of('behave_kl').elder ?? Number.NaN)).toBeLessThan(ROUNDING ** 2);
    expect(of('behave_kl').later).toBeGreaterThan(1e-3);
  });

  it.each(['shared', 'lora'] as const)(
    'what was sampled stays; reference and values (%s critic) are of the linear prompt',
    async (kind) => {
      const critic = { ...microProject().training.critic, kind };
      const plain = (await apart({ critic })).episodes;
      const { episodes, linear } = await apart({ critic, compat: ['r3_linear_training'] });
      for (const [index, { messages }] of episodes.entries()) {
        const [elder, later] = messages;
        const [plainElder, plainLater] = plain[index]?.messages ?? [];
        if (!elder || !later || !plainElder || !plainLater) throw new Error('two agents speak');
        expect(later.response_ids).toEqual(plainLater.response_ids);
        expect(later.logprobs).toEqual(plainLater.logprobs);
        expect([elder.ref_logprobs, elder.values]).toEqual([plainElder.ref_logprobs, plainElder.values]);
        expect(later.training_prompt_ids?.length).toBeGreaterThan(later.prompt_ids.length);
        expect(later.ref_logprobs).not.toEqual(plainLater.ref_logprobs);
        expect(later.values.every((value) => value === 0) || later.values[0] !== plainLater.values[0]).toBe(true);
      }
      const reference = episodes.flatMap(({ messages }) => messages[1]?.ref_logprobs ?? []);
      expect(reference).toHaveLength(linear.length);
      reference.forEach((logprob, token) => expect(logprob).toBeCloseTo(linear[token] ?? Number.NaN, 4));
    },
  );
});
