/** Credit of real iterations conserves reward, with the KL weight that adaptive control has left. */
import { afterAll, expect, it } from 'vitest';
import { conservationViolations } from '../../../src/core/credit/conservation.ts';
import { documentFaults } from '../../../src/core/document/check/check.ts';
import { documentSchema, type TrainingSettings } from '../../../src/core/document/schema.ts';
import { LocalEngine } from '../../../src/engine/engine.ts';
import { long } from '../../support/long.ts';
import { createExecutor } from '../support/executors.ts';
import { microProject, openTeamOn } from '../support/team.ts';

const engine = new LocalEngine(await createExecutor('wasm'));
afterAll(() => engine.dispose());

const groups = { groupSize: 2 };
const discounted = { strategy: 'step_discount' as const, discount: 0.5, ownShare: 1, chain: 'serial' as const };
/** One a family of advantages: of tokens, of messages, of groups. */
const ALWAYS = new Set(['TPPO', 'APPO with step discount', 'GRPO by agent and turn']);

it.for<[string, Partial<TrainingSettings>]>([
  ['TPPO', { algorithm: 'tppo', gamma: 0.9, lambdaToken: 0.9 }],
  ['APPO with step discount', { algorithm: 'appo', credit: discounted }],
  ['GRPO', { algorithm: 'grpo', ...groups }],
  ['GRPO by agent and turn', { algorithm: 'grpo', groupBy: 'agent_turn', ...groups, credit: discounted }],
  ['RLOO', { algorithm: 'rloo', ratioLevel: 'message', ...groups }],
  ['REINFORCE with the critic', { algorithm: 'reinforce', baseline: 'critic' }],
  ['normalised rewards', { algorithm: 'tppo', reward: { scale: 2, bias: -0.1, clip: 0, mean: 'batch', std: 'batch' } }],
])('%s', async ([name, settings], context) => {
  if (!ALWAYS.has(name)) long(context);
  const adaptive = { enabled: true, target: 1e-3, horizon: 8 };
  const base = microProject({
    episodes: 4,
    horizon: 2,
    seed: 6,
    klGate: 0,
    klCoef: 0.2,
    klPlacement: 'reward',
    adaptiveKl: adaptive,
    ...settings,
  });
  const source = base.environment.source
    .replace('terminated: true', 'terminated: false')
    .replace('said === state.answer ? 1 : 0', '(messages.at(-1)?.text.length ?? 0) / 10');
  const document = documentSchema.parse({ ...base, environment: { ...base.environment, source } });
  expect(documentFaults(document)).toEqual([]);
  const session = await openTeamOn(document, engine);
  const weights = [];
  for (let i = 0; i < 3; i += 1) {
    const { metrics, episodes } = await session.iterate();
    const klCoef = metrics['actor/kl_coef'] ?? Number.NaN;
    weights.push(klCoef);
    expect(conservationViolations(episodes, document.training, { klCoef })).toEqual([]);
    // The check sees the weight: with another one the sums are not right.
    if (i > 0) expect(conservationViolations(episodes, document.training, { klCoef: klCoef * 1.01 })).not.toEqual([]);
  }
  expect(new Set(weights).size).toBe(3);
  session.dispose();
});
