/** Which algorithm, alone or in a team, on both bases; with plain settings for all, so that rows differ in the algorithm alone. */
import { type Changes, type EvidenceRow, type RowVariant, UNGUARDED } from './row.ts';

export const GRPO: Changes = {
  'training.algorithm': 'grpo',
  'training.normalizeAdvantages.mean': 'none',
  'training.normalizeAdvantages.std': 'none',
};

/** Without a ratio nothing corrects a second pass over a batch. */
const REINFORCE: Changes = { 'training.algorithm': 'reinforce', 'training.epochs': 1 };

const VARIANTS: readonly [RowVariant, ...RowVariant[]] = [
  { id: 'tppo', name: 'TPPO' },
  // As few problems as GRPO sees, with the critic of TPPO: which of the two is it?
  { id: 'tppo-8', name: 'TPPO, groups of 8', changes: { 'training.groupSize': 8 } },
  { id: 'grpo-8', name: 'GRPO, groups of 8', changes: { ...GRPO, 'training.groupSize': 8 } },
  { id: 'appo', name: 'APPO', changes: { 'training.algorithm': 'appo' } },
  { id: 'reinforce', name: 'REINFORCE', changes: { 'training.algorithm': 'reinforce', 'training.baseline': 'batch' } },
  {
    // Without a ratio nothing corrects the second pass over a batch; so it is also tried with one.
    id: 'reinforce-1',
    name: 'REINFORCE, 1 epoch',
    changes: { ...REINFORCE, 'training.baseline': 'batch' },
  },
];

const rowOf = (preset: 'micro' | 'standard', team: 'solo' | 'duo'): EvidenceRow => ({
  id: `algorithms-${preset}-${team}`,
  title: `Which algorithm: ${team === 'solo' ? 'an agent alone' : 'a planner and a solver'} on the ${preset} base`,
  preset,
  // The duo is the preset's own team.
  ...(team === 'solo' && { team }),
  docsOnly: true,
  changes: UNGUARDED,
  variants: VARIANTS,
  series: ['reward/frac_zero_std'],
  without: ['actor/planner/entropy', 'actor/solver/entropy', 'actor/actor/entropy'],
});

/** What stands in the place of GRPO's deviation, and of REINFORCE's mean over the batch; each beside the method it changes. */
const baselinesOn = (preset: 'micro' | 'standard', seeds?: readonly number[]): EvidenceRow => ({
  id: `baselines-${preset}`,
  title: `MaxRL beside GRPO, RAE beside REINFORCE: a planner and a solver on the ${preset} base`,
  preset,
  docsOnly: true,
  ...(seeds && { seeds }),
  changes: UNGUARDED,
  variants: [
    { id: 'grpo-8', name: 'GRPO, groups of 8', changes: { ...GRPO, 'training.groupSize': 8 } },
    { id: 'maxrl-8', name: 'MaxRL, groups of 8', changes: { ...GRPO, 'training.groupSize': 8, 'training.groupStd': 'mean' } },
    { id: 'reinforce-1', name: 'REINFORCE, mean of the batch', changes: { ...REINFORCE, 'training.baseline': 'batch' }, against: 'grpo-8' },
    {
      id: 'rae-1',
      name: 'REINFORCE, mean of the role (RAE)',
      changes: { ...REINFORCE, 'training.baseline': 'role' },
      against: 'reinforce-1',
    },
  ],
  series: ['reward/frac_zero_std'],
  without: ['actor/planner/entropy', 'actor/solver/entropy'],
});

export const ALGORITHM_ROWS: readonly EvidenceRow[] = [
  rowOf('micro', 'solo'),
  rowOf('micro', 'duo'),
  rowOf('standard', 'solo'),
  rowOf('standard', 'duo'),
  baselinesOn('micro', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]),
  baselinesOn('standard'),
];
