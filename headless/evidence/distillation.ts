/** Learning from a trained team's judgement of each token, beside learning from the reward, at equal episodes. */
import { type EvidenceRow, UNGUARDED } from './row.ts';

const ONE_STEP_EACH = { 'training.epochs': 1, 'training.minibatches': 2 } as const;

export const DISTILLATION_ROWS: readonly EvidenceRow[] = [
  {
    id: 'distillation-micro',
    title: 'A teacher or the reward: a planner and a solver on the micro base',
    preset: 'micro',
    docsOnly: true,
    changes: { ...UNGUARDED, 'training.iterations': 24 },
    teacherSeed: 100,
    variants: [
      { id: 'ppo', name: 'TPPO, the reward alone' },
      {
        // As many optimiser steps as TPPO takes, each on tokens that were seen once.
        id: 'teacher',
        name: 'The teacher alone',
        taught: true,
        changes: {
          'training.algorithm': 'reinforce',
          'training.baseline': 'none',
          'training.distillation.signal': 'alone',
          ...ONE_STEP_EACH,
        },
      },
      { id: 'both', name: 'TPPO, the teacher added', taught: true },
    ],
    series: ['actor/planner/teacher_kl', 'actor/solver/teacher_kl'],
  },
];
