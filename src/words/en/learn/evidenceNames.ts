/** English names of recorded results and of what was trained for them, by the ids of `public/evidence`: in figures, tables and the evidence's own files. */
import { spoken } from '../../forms/language.ts';

const guards = {
  gate: 'KL gate 0.01',
  'gate-after': 'KL gate 0.01, after the last step',
  'early-stop': 'Early stop at KL 0.01',
  penalty: 'KL penalty 0.05',
  rollback: 'Rollback, half the rate',
  adaptive: 'Adaptive learning rate',
};

export const evidenceNamesEn = spoken('learn/evidenceNames', {
  results: {
    'lazy-team': {
      title: 'Three agents, one reward: who does the work?',
      variants: {
        equal: 'Equal credit',
        'per-step': 'Credit per step',
        'per-step-adaptive': 'Credit per step, adaptive learning rate',
        rotation: 'Agent by agent (K = 5)',
        slow: 'Learning rate 1e-3',
        adaptive: 'Adaptive learning rate',
      },
    },
    'trust-region': {
      title: 'Steps that are too large, and what rescues the team',
      variants: { none: 'No guard but the clip', 'no-clip': 'No guard, no clip', ...guards, healthy: 'Learning rate 3e-3' },
    },
    reuse: {
      title: 'A batch that is used too often',
      variants: {
        none: '8 epochs, no clip',
        clip: 'Clip 0.2',
        'clip-gate': 'Clip 0.2 and KL gate 0.01',
        ...guards,
        healthy: '2 epochs, clip 0.2',
      },
    },
    signalling: {
      title: 'The signalling game with and without the arrow',
      variants: { seen: 'The listener hears the speaker', unseen: 'The arrow is removed' },
    },
    groups: {
      title: 'A critic, or a group: with the same number of episodes',
      variants: {
        tppo: 'TPPO (critic)',
        'tppo-8': 'TPPO, groups of 8',
        'grpo-8': 'GRPO, groups of 8',
        'grpo-4': 'GRPO, groups of 4',
        'grpo-agent': 'GRPO, groups per agent',
        rloo: 'RLOO, groups of 8, 1 epoch',
        'reinforce-1': 'REINFORCE, 1 epoch',
      },
    },
    'action-or-token': {
      title: 'One decision a message, or one a token',
      variants: {
        tppo: 'Token level (TPPO)',
        appo: 'Action level (APPO)',
        'appo-token': 'APPO, log-probability per token',
      },
    },
    lora: {
      title: 'An adapter for each agent, one for both, and how large',
      variants: {
        'per-agent': 'One adapter each (rank 8)',
        shared: 'One adapter for both',
        'rank-2': 'Rank 2',
        'rank-16': 'Rank 16',
        'q-v-only': 'Queries and values only',
      },
    },
    critics: {
      title: 'One critic for the team, or one per agent',
      variants: {
        shared: 'Shared head',
        multi_head: 'One head per agent',
        lora: 'Adapter and head per agent',
        eager: 'Shared head, 16 steps a minibatch',
        silent: 'A critic that never learns (V = 0)',
      },
    },
    counterfactuals: {
      title: 'A relay with one weak runner: who earned it?',
      variants: { tppo: 'TPPO', vineppo: 'VinePPO' },
    },
    transfer: { title: 'Problems that were never rewarded', variants: { trained: 'TPPO, the project as it ships' } },
    prompts: {
      title: 'What the prompts are worth, on the micro base',
      variants: {
        own: 'Own prompts',
        none: 'No prompts',
        'both-solver': 'The planner has the solver’s',
        swapped: 'Swapped prompts',
      },
    },
    miniature: {
      title: 'The paper in miniature: solo, duo and trio',
      variants: {
        'solo-tppo': 'Solo, TPPO',
        'solo-appo': 'Solo, APPO',
        'solo-grpo': 'Solo, GRPO',
        'duo-tppo': 'Duo, TPPO',
        'duo-appo': 'Duo, APPO',
        'duo-grpo': 'Duo, GRPO',
        'duo-ippo': 'Duo, IPPO with a shared critic',
        'duo-mappo': 'Duo, MAPPO',
        'trio-tppo': 'Trio, TPPO',
        'trio-appo': 'Trio, APPO',
        'trio-grpo': 'Trio, GRPO',
        'trio-ippo': 'Trio, IPPO with a shared critic',
        'trio-mappo': 'Trio, MAPPO',
      },
    },
  },
  /** Of every exhibit of the bug museum alike. */
  museum: {
    title: (exhibit: string) => `Bug museum: ${exhibit}`,
    variants: {
      right: 'Right',
      bug: 'With the defect',
      'slow-right': 'Right, learning rate 3e-5',
      'slow-bug': 'With the defect, learning rate 3e-5',
      'decoupled-right': 'Right, decoupled loss',
      'decoupled-bug': 'With the defect, decoupled loss',
    },
    /** What the second pair of an exhibit has besides. */
    also: { slow: 'learning rate 3e-5', decoupled: 'decoupled loss' },
  },
});
