/** What the lessons claim. A row's comment tells where the measurement went another way than the study it follows. */
import { GRPO } from './algorithms.ts';
import { COLLAPSE_ROWS } from './collapses.ts';
import { LAZY_TEAM_ROWS } from './lazyTeam.ts';
import { type EvidenceRow, UNGUARDED } from './row.ts';

const signalling: EvidenceRow = {
  id: 'signalling',
  title: 'The signalling game with and without the arrow',
  preset: 'signalling',
  variants: [
    { id: 'seen', name: 'The listener hears the speaker' },
    { id: 'unseen', name: 'The arrow is removed', changes: { 'team.edges': [] } },
  ],
};

const groups: EvidenceRow = {
  id: 'groups',
  title: 'A critic, or a group: with the same number of episodes',
  preset: 'micro',
  changes: UNGUARDED,
  variants: [
    { id: 'tppo', name: 'TPPO (critic)' },
    // As few problems as GRPO sees, with a critic: what the groups cost, and what the estimator.
    { id: 'tppo-8', name: 'TPPO, groups of 8', changes: { 'training.groupSize': 8 } },
    { id: 'grpo-8', name: 'GRPO, groups of 8', changes: { ...GRPO, 'training.groupSize': 8 } },
    { id: 'grpo-4', name: 'GRPO, groups of 4', changes: { ...GRPO, 'training.groupSize': 4 } },
    {
      id: 'grpo-agent',
      name: 'GRPO, groups per agent',
      changes: { ...GRPO, 'training.groupSize': 8, 'training.groupBy': 'agent_turn' },
    },
    {
      id: 'rloo',
      name: 'RLOO, groups of 8, 1 epoch',
      changes: { ...GRPO, 'training.algorithm': 'rloo', 'training.groupSize': 8, 'training.epochs': 1 },
    },
    {
      id: 'reinforce-1',
      name: 'REINFORCE, 1 epoch',
      changes: { 'training.algorithm': 'reinforce', 'training.baseline': 'batch', 'training.epochs': 1 },
    },
  ],
  series: ['reward/frac_zero_std'],
};

const actionOrToken: EvidenceRow = {
  id: 'action-or-token',
  title: 'One decision a message, or one a token',
  preset: 'micro',
  changes: UNGUARDED,
  variants: [
    { id: 'tppo', name: 'Token level (TPPO)' },
    { id: 'appo', name: 'Action level (APPO)', changes: { 'training.algorithm': 'appo' } },
    {
      id: 'appo-token',
      name: 'APPO, log-probability per token',
      changes: { 'training.algorithm': 'appo', 'training.logprobNormalization': 'token' },
    },
  ],
  series: ['actor/planner/ppo_kl', 'actor/solver/ppo_kl', 'actor/planner/pg_clipfrac', 'actor/solver/pg_clipfrac'],
};

const lora: EvidenceRow = {
  id: 'lora',
  title: 'An adapter for each agent, one for both, and how large',
  preset: 'micro',
  changes: UNGUARDED,
  variants: [
    { id: 'per-agent', name: 'One adapter each (rank 8)' },
    { id: 'shared', name: 'One adapter for both', changes: { 'team.agents.*.adapter.group': 'both' } },
    { id: 'rank-2', name: 'Rank 2', changes: { 'team.agents.*.adapter.rank': 2, 'team.agents.*.adapter.alpha': 4 } },
    { id: 'rank-16', name: 'Rank 16', changes: { 'team.agents.*.adapter.rank': 16, 'team.agents.*.adapter.alpha': 32 } },
    { id: 'q-v-only', name: 'Queries and values only', changes: { 'team.agents.*.adapter.targets': ['q_proj', 'v_proj'] } },
  ],
};

const critics: EvidenceRow = {
  id: 'critics',
  title: 'One critic for the team, or one per agent',
  preset: 'micro',
  changes: UNGUARDED,
  variants: [
    { id: 'shared', name: 'Shared head' },
    { id: 'multi_head', name: 'One head per agent', changes: { 'training.critic.kind': 'multi_head' } },
    { id: 'lora', name: 'Adapter and head per agent', changes: { 'training.critic.kind': 'lora' } },
    { id: 'eager', name: 'Shared head, 16 steps a minibatch', changes: { 'training.critic.steps': 16 } },
    // So small a rate that every value stays 0: what the critic is worth.
    { id: 'silent', name: 'A critic that never learns (V = 0)', changes: { 'training.critic.learningRate': 1e-9 } },
  ],
  series: ['critic/vf_loss', 'critic/vf_explained_var'],
};

const counterfactuals: EvidenceRow = {
  id: 'counterfactuals',
  title: 'A relay with one weak runner: who earned it?',
  preset: 'relay',
  variants: [
    { id: 'tppo', name: 'TPPO' },
    { id: 'vineppo', name: 'VinePPO', changes: { 'training.algorithm': 'vineppo' } },
  ],
  shares: true,
};

const transfer: EvidenceRow = {
  id: 'transfer',
  title: 'Problems that were never rewarded',
  preset: 'micro',
  variants: [{ id: 'trained', name: 'TPPO, the project as it ships' }],
  test: true,
};

export const LESSON_ROWS: readonly EvidenceRow[] = [
  ...LAZY_TEAM_ROWS,
  ...COLLAPSE_ROWS,
  signalling,
  groups,
  actionOrToken,
  lora,
  critics,
  counterfactuals,
  transfer,
];
