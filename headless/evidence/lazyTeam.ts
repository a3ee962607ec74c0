/** Three agents, one reward: who does the work? On a base whose verifier can do it alone, and on one whose verifier cannot. */
import { type EvidenceRow, UNGUARDED } from './row.ts';

const lazyTeam: EvidenceRow = {
  id: 'lazy-team',
  title: 'Three agents, one reward: who does the work?',
  preset: 'trio',
  settings: 'lazy_team',
  variants: [
    { id: 'equal', name: 'Equal credit' },
    { id: 'per-step', name: 'Credit per step', changes: { 'training.credit.strategy': 'per_step' } },
    {
      // At 3e-3 without a guard the verifier is not stable under credit per step; this is how the project ships.
      id: 'per-step-adaptive',
      name: 'Credit per step, adaptive learning rate',
      changes: { 'training.credit.strategy': 'per_step', 'training.adaptiveLearningRate.enabled': true },
    },
    { id: 'rotation', name: 'Agent by agent (K = 5)', changes: { 'training.rotation.interval': 5 } },
    { id: 'slow', name: 'Learning rate 1e-3', changes: { 'training.learningRate': 1e-3 } },
    { id: 'adaptive', name: 'Adaptive learning rate', changes: { 'training.adaptiveLearningRate.enabled': true } },
  ],
  without: ['actor/planner/entropy', 'actor/solver/entropy', 'actor/verifier/entropy'],
};

export const LAZY_TEAM_ROWS: readonly EvidenceRow[] = [lazyTeam];

export const STANDARD_LAZY_TEAM_ROWS: readonly EvidenceRow[] = [
  {
    ...lazyTeam,
    id: 'lazy-team-standard',
    title: 'Three agents, one reward, on the standard base',
    preset: 'standard',
    settings: undefined,
    team: 'trio',
    docsOnly: true,
    changes: UNGUARDED,
  },
];
