/** Along what credit flows: whether the order of siblings matters, and independent learning beside the serialised team. */
import { type Changes, type EvidenceRow, UNGUARDED } from './row.ts';

/** The only other order of the flow network's siblings. Its agents then draw other random numbers as well: what both chains show is not the order. */
const SWAPPED = ['source', 'right', 'left', 'last'];
const LISTENER: Changes = { 'training.credit.chain': 'listener' };
const OWN: Changes = { 'training.credit.chain': 'agent' };

/** Half of the flow network's iterations. */
const siblings: EvidenceRow = {
  id: 'sibling-order',
  title: 'The order of siblings: credit along the serialised team, and to whoever hears',
  preset: 'flow',
  docsOnly: true,
  seeds: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
  changes: { ...UNGUARDED, 'training.iterations': 20 },
  variants: [
    { id: 'serial', name: 'Serialised, left branch first' },
    { id: 'serial-swapped', name: 'Serialised, right branch first', order: SWAPPED },
    { id: 'listener', name: 'To whoever hears, left branch first', changes: LISTENER },
    { id: 'listener-swapped', name: 'To whoever hears, right branch first', changes: LISTENER, order: SWAPPED, against: 'serial-swapped' },
  ],
};

const independent = (preset: 'micro' | 'relay', title: string): EvidenceRow => ({
  id: `independent-${preset}`,
  title,
  preset,
  docsOnly: true,
  changes: UNGUARDED,
  variants: [
    { id: 'serial', name: 'The serialised team (MARFT)' },
    { id: 'independent', name: 'Each agent by itself (IPPO with a shared critic)', changes: OWN },
  ],
});

/** Whether independent learners need critics of their own: the set of settings `ippo`, and the same with one critic for both. */
const ownCritics: EvidenceRow = {
  id: 'independent-critics',
  title: 'Independent learning: one critic for all, or one for each',
  preset: 'micro',
  settings: 'ippo',
  docsOnly: true,
  changes: { 'training.iterations': 25 },
  variants: [
    { id: 'shared', name: 'IPPO with a shared critic', changes: { 'training.critic.kind': 'shared' } },
    { id: 'own', name: 'IPPO, each agent’s own critic' },
  ],
};

/**
 * Nobody in the relay is told the others' steps, so the joint transcript tells the critic what no runner knows. Where a critic with adapters
 * reads it, the same critic on the speaker's prompt stands beside it.
 */
const central: EvidenceRow = {
  id: 'central-relay',
  title: 'A centralised critic: the relay',
  preset: 'relay',
  docsOnly: true,
  changes: { ...UNGUARDED, 'training.iterations': 30 },
  series: ['critic/vf_explained_var'],
  variants: [
    { id: 'serial', name: 'The speaker’s prompt (MARFT)' },
    { id: 'independent', name: 'Each agent by itself (IPPO with a shared critic)', changes: OWN },
    { id: 'mappo', name: 'The joint transcript (MAPPO)', changes: { 'training.critic.reads': 'state' } },
    { id: 'adapted', name: 'The speaker’s prompt, critic with adapters', changes: { 'training.critic.kind': 'lora' } },
    {
      id: 'mappo-adapted',
      name: 'The joint transcript, critic with adapters',
      changes: { 'training.critic.kind': 'lora', 'training.critic.reads': 'state' },
      against: 'adapted',
    },
  ],
};

export const CHAIN_ROWS: readonly EvidenceRow[] = [
  siblings,
  independent('micro', 'Independent learning: planner and solver'),
  independent('relay', 'Independent learning: the relay'),
  ownCritics,
  central,
];
