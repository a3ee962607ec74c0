/** Decentralised actors: what a critic that is told what no agent sees changes, beside the same critic without, and each agent's own. */
import { type Changes, type EvidenceRow, UNGUARDED } from './row.ts';

const FROZEN: Changes = { 'training.critic.kind': 'shared' };

export const DECENTRALISED_ROWS: readonly EvidenceRow[] = [
  {
    id: 'posts',
    title: 'Decentralised actors: three posts and an inspector',
    preset: 'posts',
    docsOnly: true,
    changes: { ...UNGUARDED, 'training.iterations': 20 },
    series: ['critic/vf_explained_var'],
    variants: [
      { id: 'own', name: 'Each agent’s own critic', changes: { 'training.critic.reads': 'speaker' } },
      { id: 'transcript', name: 'Centralised: the joint transcript', changes: { 'training.critic.reads': 'transcript' } },
      { id: 'privileged', name: 'Centralised: with the hidden state too', against: 'transcript' },
      { id: 'transcript-frozen', name: 'The joint transcript, frozen base', changes: { ...FROZEN, 'training.critic.reads': 'transcript' } },
      { id: 'privileged-frozen', name: 'With the hidden state too, frozen base', changes: FROZEN, against: 'transcript-frozen' },
    ],
  },
];
