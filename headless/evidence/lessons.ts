/** What the lessons claim. A row's comment tells where the measurement went another way than the study it follows. */
import { evidenceNamesText } from '../../src/words/words.ts';
import { GRPO } from './algorithms.ts';
import { COLLAPSE_ROWS } from './collapses.ts';
import { LAZY_TEAM_ROWS } from './lazyTeam.ts';
import { type EvidenceRow, UNGUARDED } from './row.ts';

const { results } = evidenceNamesText;

const signalling: EvidenceRow = {
  id: 'signalling',
  title: results.signalling.title,
  preset: 'signalling',
  variants: [
    { id: 'seen', name: results.signalling.variants.seen },
    { id: 'unseen', name: results.signalling.variants.unseen, changes: { 'team.edges': [] } },
  ],
};

const groups: EvidenceRow = {
  id: 'groups',
  title: results.groups.title,
  preset: 'micro',
  changes: UNGUARDED,
  variants: [
    { id: 'tppo', name: results.groups.variants.tppo },
    // As few problems as GRPO sees, with a critic: what the groups cost, and what the estimator.
    { id: 'tppo-8', name: results.groups.variants['tppo-8'], changes: { 'training.groupSize': 8 } },
    { id: 'grpo-8', name: results.groups.variants['grpo-8'], changes: { ...GRPO, 'training.groupSize': 8 } },
    { id: 'grpo-4', name: results.groups.variants['grpo-4'], changes: { ...GRPO, 'training.groupSize': 4 } },
    {
      id: 'grpo-agent',
      name: results.groups.variants['grpo-agent'],
      changes: { ...GRPO, 'training.groupSize': 8, 'training.groupBy': 'agent_turn' },
    },
    {
      id: 'rloo',
      name: results.groups.variants.rloo,
      changes: { ...GRPO, 'training.algorithm': 'rloo', 'training.groupSize': 8, 'training.epochs': 1 },
    },
    {
      id: 'reinforce-1',
      name: results.groups.variants['reinforce-1'],
      changes: { 'training.algorithm': 'reinforce', 'training.baseline': 'batch', 'training.epochs': 1 },
    },
  ],
  series: ['reward/frac_zero_std'],
};

const actionOrToken: EvidenceRow = {
  id: 'action-or-token',
  title: results['action-or-token'].title,
  preset: 'micro',
  changes: UNGUARDED,
  variants: [
    { id: 'tppo', name: results['action-or-token'].variants.tppo },
    { id: 'appo', name: results['action-or-token'].variants.appo, changes: { 'training.algorithm': 'appo' } },
    {
      id: 'appo-token',
      name: results['action-or-token'].variants['appo-token'],
      changes: { 'training.algorithm': 'appo', 'training.logprobNormalization': 'token' },
    },
  ],
  series: ['actor/planner/ppo_kl', 'actor/solver/ppo_kl', 'actor/planner/pg_clipfrac', 'actor/solver/pg_clipfrac'],
};

const lora: EvidenceRow = {
  id: 'lora',
  title: results.lora.title,
  preset: 'micro',
  changes: UNGUARDED,
  variants: [
    { id: 'per-agent', name: results.lora.variants['per-agent'] },
    { id: 'shared', name: results.lora.variants.shared, changes: { 'team.agents.*.adapter.group': 'both' } },
    { id: 'rank-2', name: results.lora.variants['rank-2'], changes: { 'team.agents.*.adapter.rank': 2, 'team.agents.*.adapter.alpha': 4 } },
    {
      id: 'rank-16',
      name: results.lora.variants['rank-16'],
      changes: { 'team.agents.*.adapter.rank': 16, 'team.agents.*.adapter.alpha': 32 },
    },
    { id: 'q-v-only', name: results.lora.variants['q-v-only'], changes: { 'team.agents.*.adapter.targets': ['q_proj', 'v_proj'] } },
  ],
};

const critics: EvidenceRow = {
  id: 'critics',
  title: results.critics.title,
  preset: 'micro',
  changes: UNGUARDED,
  variants: [
    { id: 'shared', name: results.critics.variants.shared },
    { id: 'multi_head', name: results.critics.variants.multi_head, changes: { 'training.critic.kind': 'multi_head' } },
    { id: 'lora', name: results.critics.variants.lora, changes: { 'training.critic.kind': 'lora' } },
    { id: 'eager', name: results.critics.variants.eager, changes: { 'training.critic.steps': 16 } },
    // So small a rate that every value stays 0: what the critic is worth.
    { id: 'silent', name: results.critics.variants.silent, changes: { 'training.critic.learningRate': 1e-9 } },
  ],
  series: ['critic/vf_loss', 'critic/vf_explained_var'],
};

const counterfactuals: EvidenceRow = {
  id: 'counterfactuals',
  title: results.counterfactuals.title,
  preset: 'relay',
  variants: [
    { id: 'tppo', name: results.counterfactuals.variants.tppo },
    { id: 'vineppo', name: results.counterfactuals.variants.vineppo, changes: { 'training.algorithm': 'vineppo' } },
  ],
  shares: true,
};

const transfer: EvidenceRow = {
  id: 'transfer',
  title: results.transfer.title,
  preset: 'micro',
  variants: [{ id: 'trained', name: results.transfer.variants.trained }],
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
