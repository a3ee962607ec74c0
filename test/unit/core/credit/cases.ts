/** Every estimator and what changes its terms: the settings under which an advantage must be the sum of its terms. */
import type { Overrides } from './support.ts';

const DISCOUNTED = { gammaToken: 0.97, lambdaToken: 0.9, gamma: 0.95, lambda: 0.8 };

export const ESTIMATOR_CASES: readonly (readonly [string, Overrides])[] = [
  ['TPPO', {}],
  ['TPPO, discounted', DISCOUNTED],
  ['TPPO, per step', { ...DISCOUNTED, credit: { strategy: 'per_step' } }],
  ['TPPO, step discount', { ...DISCOUNTED, credit: { strategy: 'step_discount', discount: 0.7 } }],
  ['TPPO, KL in the reward', { klCoef: 0.1, klPlacement: 'reward' }],
  ['TPPO, processed rewards', { reward: { scale: 2, bias: 0.3, mean: 'batch', std: 'batch' } }],
  ['TPPO, the cut of R1', { ...DISCOUNTED, compat: ['r1_previous_turn_mask'] }],
  ['TPPO, the lost rewards of R3', { credit: { strategy: 'per_step' }, compat: ['r3_lost_token_rewards'] }],
  ['APPO', { algorithm: 'appo', ...DISCOUNTED }],
  ['IPPO', { ...DISCOUNTED, credit: { chain: 'agent' } }],
  ['IPPO, per step', { ...DISCOUNTED, credit: { chain: 'agent', strategy: 'per_step' } }],
  ['IPPO by messages', { algorithm: 'appo', ...DISCOUNTED, credit: { chain: 'agent' } }],
  ['TPPO along who hears', { ...DISCOUNTED, credit: { chain: 'listener' } }],
  ['APPO along who hears', { algorithm: 'appo', ...DISCOUNTED, credit: { chain: 'listener' } }],
  ['GRPO by team', { algorithm: 'grpo', groupSize: 4, ...DISCOUNTED }],
  ['GRPO by agent and turn', { algorithm: 'grpo', groupSize: 4, groupBy: 'agent_turn', ...DISCOUNTED }],
  ['GRPO of each agent', { algorithm: 'grpo', groupSize: 4, ...DISCOUNTED, credit: { chain: 'agent' } }],
  [
    'GRPO by agent and turn along who hears',
    { algorithm: 'grpo', groupSize: 4, groupBy: 'agent_turn', ...DISCOUNTED, credit: { chain: 'listener' } },
  ],
  ['GRPO by messages', { algorithm: 'grpo', groupSize: 4, ratioLevel: 'message' }],
  ['RLOO', { algorithm: 'rloo', groupSize: 4, ...DISCOUNTED }],
  ['RLOO by agent and turn', { algorithm: 'rloo', groupSize: 4, groupBy: 'agent_turn' }],
  ['REINFORCE', { algorithm: 'reinforce', baseline: 'none', ...DISCOUNTED }],
  ['REINFORCE along who hears', { algorithm: 'reinforce', baseline: 'none', ...DISCOUNTED, credit: { chain: 'listener' } }],
  ['REINFORCE, batch', { algorithm: 'reinforce', baseline: 'batch' }],
  ['REINFORCE, group', { algorithm: 'reinforce', baseline: 'group', groupSize: 4 }],
  ['VinePPO', { algorithm: 'vineppo' }],
  ['VinePPO by messages', { algorithm: 'vineppo', ratioLevel: 'message' }],
  ['C3', { algorithm: 'c3' }],
  ['C3 by messages, own and team', { algorithm: 'c3', ratioLevel: 'message', credit: { ownShare: 0.3 } }],
  ['difference rewards', { algorithm: 'difference' }],
  ['COMA', { algorithm: 'coma', ...DISCOUNTED }],
  ['REINFORCE, critic', { algorithm: 'reinforce', baseline: 'critic', ...DISCOUNTED }],
];
