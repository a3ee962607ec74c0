/** What agents decide while the episode runs: that it ends, who hears whom, and how long they take. */
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
    { id: 'own', name: 'The team’s own graph', code: [['return graphOf(state);', 'return null;']] },
    { id: 'chosen', name: 'The graph that the operator chooses' },
  ],
};

const TIMEOUT = 'team.agents.dispatcher.clock.timeout';

/** The second variant is the project as it ships. In the last a second costs nothing, so that its reward is of another scale. */
const dispatch: EvidenceRow = {
  id: 'dispatch',
  title: 'Waiting that costs: a dispatcher and a scout with clocks',
  preset: 'dispatch',
  docsOnly: true,
  changes: { 'training.iterations': 30 },
  series: ['arrival/scout/mean', 'arrival/dispatcher/mean', 'response_length/scout/mean', 'response_length/scout/interrupted_ratio'],
  variants: [
    { id: 'all', name: 'Waits for all', changes: { [TIMEOUT]: null } },
    { id: 'timeout', name: 'Starts after 3 s' },
    { id: 'interrupts', name: 'Starts after 3 s, interrupts', changes: { 'team.agents.dispatcher.clock.interrupts': true } },
    { id: 'hasty', name: 'Starts at once', changes: { [TIMEOUT]: 0 } },
    {
      id: 'free',
      name: 'Waits for all, seconds cost nothing',
      changes: { [TIMEOUT]: null },
      code: [['const PRICE = 0.1;', 'const PRICE = 0;']],
    },
  ],
};

const ASKED = '[[OPERATOR, `how many ${notes[asked]';
const CLERKS_HEARD = ['gardener', 'baker', 'smith'].map((from) => ({ from, to: 'teller' }));
const ROUTED = { 'team.orchestration': 'routed', 'team.orchestrator.role': 'operator' };

/**
 * The switchboard in one turn, whose environment no longer chooses: it asks the operator and pays the teller. In the third variant the operator is
 * asked about the thing of any clerk, whichever the team is paid for, so that whom it names is chance.
 */
const router: EvidenceRow = {
  id: 'router',
  title: 'A graph opened by a router: the switchboard in one turn',
  preset: 'switchboard',
  docsOnly: true,
  changes: { 'training.horizon': 1, 'team.history': 'all', 'training.iterations': 30 },
  code: [
    ['line: null, turn: 0 };', 'line: null, turn: 1 };'],
    ['notes[clerk]?.count}`]));', `notes[clerk]?.count}\`]).concat(${ASKED}?.thing}?\`]]));`],
    ['const { line, notes } = state;', 'const { notes } = state, line = named(saidBy(messages, OPERATOR));'],
    ['return graphOf(state);', 'return null;'],
  ],
  series: ['rollout/calls', 'routing/unknown_role'],
  variants: [
    { id: 'fixed', name: 'Fixed: the teller hears all clerks' },
    {
      id: 'heard',
      name: 'Fixed: it hears the operator too',
      changes: { 'team.edges': [{ from: 'operator', to: 'teller' }, ...CLERKS_HEARD] },
    },
    {
      id: 'random',
      name: 'A random router',
      changes: ROUTED,
      code: [[ASKED, ASKED.replace('asked', 'CLERKS[hash(JSON.stringify(notes)) % 3]')]],
    },
    { id: 'frozen', name: 'A router that is not trained', changes: { ...ROUTED, 'team.agents.operator.adapter.frozen': true } },
    { id: 'routed', name: 'A router that is trained', changes: ROUTED },
  ],
};

export const DYNAMIC_ROWS: readonly EvidenceRow[] = [enough, switchboard, router, dispatch];
