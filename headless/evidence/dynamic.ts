/** What agents decide while the episode runs: that it ends, and who hears whom. */
import type { EvidenceRow } from './row.ts';

/** The second variant is the project as it ships. */
const enough: EvidenceRow = {
  id: 'enough',
  title: 'Stopping: a desk that may end the search, and calls that cost',
  preset: 'enough',
  docsOnly: true,
  series: ['rollout/calls'],
  variants: [
    { id: 'fixed', name: 'Nobody may stop', changes: { 'team.agents.desk.stops': '', 'training.callCost': 0 } },
    { id: 'cost', name: 'The desk may stop, a call costs 0.03' },
    { id: 'free', name: 'The desk may stop, calls cost nothing', changes: { 'training.callCost': 0 } },
  ],
};

/** In the first variant everybody speaks in both turns, and the teller hears all three clerks. */
const switchboard: EvidenceRow = {
  id: 'switchboard',
  title: 'A graph chosen by an agent: the switchboard',
  preset: 'switchboard',
  docsOnly: true,
  series: ['rollout/calls'],
  variants: [
    { id: 'own', name: 'The team’s own graph', code: ['return graphOf(state);', 'return null;'] },
    { id: 'chosen', name: 'The graph that the operator chooses' },
  ],
};

export const DYNAMIC_ROWS: readonly EvidenceRow[] = [enough, switchboard];
