/** Three agents, one reward: who does the work? On a base whose verifier can do it alone, and on one whose verifier cannot. */
import { evidenceNamesText } from '../../src/words/words.ts';
import { type EvidenceRow, UNGUARDED } from './row.ts';

const { title, variants: names } = evidenceNamesText.results['lazy-team'];

const lazyTeam: EvidenceRow = {
  id: 'lazy-team',
  title,
  preset: 'trio',
  settings: 'lazy_team',
  variants: [
    { id: 'equal', name: names.equal },
    { id: 'per-step', name: names['per-step'], changes: { 'training.credit.strategy': 'per_step' } },
    {
      // At 3e-3 without a guard the verifier is not stable under credit per step; this is how the project ships.
      id: 'per-step-adaptive',
      name: names['per-step-adaptive'],
      changes: { 'training.credit.strategy': 'per_step', 'training.adaptiveLearningRate.enabled': true },
    },
    { id: 'rotation', name: names.rotation, changes: { 'training.rotation.interval': 5 } },
    { id: 'slow', name: names.slow, changes: { 'training.learningRate': 1e-3 } },
    { id: 'adaptive', name: names.adaptive, changes: { 'training.adaptiveLearningRate.enabled': true } },
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
