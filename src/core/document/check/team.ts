/** What a team's settings ask for that cannot be, or that nothing would read; the graph itself is checked in `team/graph.ts`. */
import type { Fault } from '../../faults.ts';
import { graphFaults } from '../../team/graph.ts';
import type { AgentSettings, ProjectDocument, TeamSettings } from '../schema.ts';
import { sameSetting } from '../settingPaths.ts';
import { conflictsOf, unreadSetting, type ConflictRule, type ReadRule, type UnreadSetting } from './rule.ts';
import { contextsCoincide, speakOneByOne } from './sight.ts';

/** Settings of the team, by path below `team`, with their defaults. */
export const TEAM_DEFAULTS = {
  context: 'ancestors',
  history: 'all',
  anonymous: false,
  orchestration: 'static',
  'orchestrator.role': '',
  'orchestrator.maxSteps': 10,
  turns: [],
} as const;
export type TeamPath = keyof typeof TEAM_DEFAULTS;

const TEAM_READS: readonly ReadRule<TeamPath>[] = [
  {
    paths: ['orchestrator.role', 'orchestrator.maxSteps'],
    unread: ({ team }) => team.orchestration === 'static',
    because: 'The graph says who speaks.',
    remedy: 'choose dynamic orchestration',
  },
  {
    paths: ['context'],
    // A connection that this context leaves without a meaning has a fault of its own, for which another is the remedy.
    unread: (document) => orchestratorEdgeFaults(document.team).length === 0 && contextsCoincide(document),
    because: 'Whichever it is, these connections show every agent the same messages.',
    remedy: 'connect the agents otherwise',
  },
  {
    paths: ['history'],
    unread: ({ training }) => training.horizon === 1,
    because: 'Episodes have one turn (horizon 1), so there are no earlier ones.',
    remedy: 'allow more turns',
  },
  {
    paths: ['turns'],
    unread: ({ training }) => training.horizon === 1,
    because: 'Episodes have one turn (horizon 1), so there are no later ones.',
    remedy: 'allow more turns',
  },
  {
    paths: ['turns'],
    unread: ({ team }) => team.orchestration === 'dynamic' && team.context === 'prefix',
    because: 'An orchestrator says who speaks, and with this context everybody sees all that was said.',
    remedy: 'let agents see their ancestors or predecessors only',
  },
  {
    paths: ['turns'],
    unread: speakOneByOne,
    because: 'No two agents speak in the same turn, and connections show nothing of other turns.',
    remedy: 'let two agents speak in one turn',
  },
];

const TEAM_CONFLICTS: readonly ConflictRule[] = [
  {
    code: 'E_TEAM_FROZEN',
    at: 'team',
    when: ({ team }) => team.agents.every((agent) => agent.adapter.frozen),
    message: () => 'Every adapter of the team is frozen, so nothing would be trained.',
    hint: 'Unfreeze at least one agent.',
  },
  {
    code: 'E_TEAM_ORCHESTRATOR',
    at: 'team.orchestrator.role',
    when: ({ team }) => team.orchestration === 'dynamic' && !team.agents.some((agent) => agent.role === team.orchestrator.role),
    message: ({ team }) =>
      team.orchestrator.role === ''
        ? 'Dynamic orchestration needs an agent that calls the others.'
        : `The orchestrator is to be “${team.orchestrator.role}”, but no agent has that role.`,
    hint: 'Choose one of the agents as the orchestrator.',
  },
  {
    code: 'E_TEAM_ORCHESTRATOR',
    at: 'team.orchestration',
    when: ({ team }) => team.orchestration === 'dynamic' && team.agents.length === 1,
    message: () => 'An orchestrator without other agents has nobody to call.',
    hint: 'Add an agent, or let the graph say who speaks.',
  },
];

/** Faults of the team's own settings and of each agent's. */
export function teamFaults(document: ProjectDocument): Fault[] {
  return [
    ...conflictsOf(TEAM_CONFLICTS, document),
    ...turnFaults(document),
    ...orchestratorEdgeFaults(document.team),
    ...speakingFaults(document),
  ];
}

/** Settings of the team and of its agents that were changed though nothing reads them. */
export function unreadInTeam(document: ProjectDocument): UnreadSetting[] {
  const { team } = document;
  return [
    ...(Object.keys(TEAM_DEFAULTS) as TeamPath[]).flatMap((path) => {
      const value = teamSettingAt(team, path);
      const usual = TEAM_DEFAULTS[path];
      const rule = sameSetting(value, usual) ? undefined : teamRule(document, path);
      return rule ? [unreadSetting(`team.${path}`, value, usual, rule)] : [];
    }),
    ...team.agents.flatMap((agent) =>
      agentSettings(agent).flatMap(([path, value, usual]) => {
        const rule = value === usual ? null : agentRule(document, agent, path);
        return rule ? [unreadSetting(`team.agents.${agent.role}.${path}`, value, usual, rule)] : [];
      }),
    ),
  ];
}

/** Path, value and default of the settings of an agent that may go unread. */
const agentSettings = ({ speaks, adapter }: AgentSettings) =>
  [
    ['speaks.from', speaks.from, 0],
    ['speaks.every', speaks.every, 1],
    ['adapter.learningRate', adapter.learningRate, null],
  ] as const;

/** Why nothing reads a setting of the team, by its path below `team`; null when something does. */
export function whyTeamUnread(document: ProjectDocument, path: TeamPath): string | null {
  return teamRule(document, path)?.because ?? null;
}

function teamRule(document: ProjectDocument, path: TeamPath): ReadRule<TeamPath> | undefined {
  return TEAM_READS.find((rule) => rule.paths.includes(path) && rule.unread(document));
}

function teamSettingAt(team: TeamSettings, path: TeamPath): unknown {
  if (path === 'orchestrator.role') return team.orchestrator.role;
  if (path === 'orchestrator.maxSteps') return team.orchestrator.maxSteps;
  return team[path];
}

/** The graphs of later turns: each comes once, within the horizon, and is a graph. */
function turnFaults(document: ProjectDocument): Fault[] {
  const { team, training } = document;
  if (training.horizon === 1 || (team.orchestration === 'dynamic' && team.context === 'prefix')) return []; // never looked at
  const place = { subject: 'team.turns' };
  return team.turns.flatMap(({ turn, edges }, index): Fault[] => {
    const faults: Fault[] = [];
    if (turn >= training.horizon)
      faults.push({
        code: 'E_TEAM_TURN_LATE',
        message: `The graph from turn ${turn} on is never used: the horizon is ${training.horizon}, so the last turn is ${training.horizon - 1}.`,
        hint: 'Raise the horizon, or remove that graph.',
        place,
      });
    if (team.turns.findIndex((other) => other.turn === turn) < index)
      faults.push({
        code: 'E_TEAM_TURN_TWICE',
        message: `Two graphs begin with turn ${turn}.`,
        hint: 'Remove one of them.',
        place,
      });
    // Faults of the roles are the same in every turn and are told once, with the first graph.
    const ofEdges = graphFaults({ ...team, edges }).filter((fault) => fault.code.startsWith('E_GRAPH_'));
    return [...faults, ...ofEdges.map((fault) => ({ ...fault, message: `From turn ${turn} on: ${fault.message}`, place }))];
  });
}

/** Connections that show nobody anything, because an orchestrator speaks: it sees all, and with context `prefix` all do. */
function orchestratorEdgeFaults({ orchestration, orchestrator, context, edges, turns }: TeamSettings): Fault[] {
  if (orchestration === 'static') return [];
  const lists = [{ edges, subject: 'team.edges' }, ...turns.map((later) => ({ edges: later.edges, subject: 'team.turns' }))];
  const idle = lists.flatMap((list) =>
    list.edges
      .filter(({ to }) => context === 'prefix' || to === orchestrator.role)
      .map(({ from, to }) => ({ from, to, subject: list.subject })),
  );
  return idle.slice(0, 1).map(({ from, to, subject }) => ({
    code: 'E_ORCHESTRATOR_EDGE',
    message:
      context === 'prefix'
        ? `With an orchestrator and the context “everyone who spoke before”, all agents see all that was said; the connection ${from} → ${to} would change nothing.`
        : `The orchestrator “${orchestrator.role}” sees all that is said; the connection ${from} → ${to} would change nothing.`,
    hint: context === 'prefix' ? 'Remove the connections, or choose another context.' : 'Remove it.',
    place: { subject },
  }));
}

/** Finds faults of single agents, and turns in which nobody speaks. */
function speakingFaults(document: ProjectDocument): Fault[] {
  const {
    team,
    training: { horizon },
  } = document;
  const faults = team.agents.flatMap((agent) => agentFaults(agent, document));
  if (team.orchestration === 'dynamic' || faults.length > 0) return faults;
  const silent = Array.from({ length: horizon }, (_, turn) => turn).find((turn) => !team.agents.some((agent) => speaksIn(agent, turn)));
  if (silent === undefined) return [];
  return [
    {
      code: 'E_TEAM_SILENT',
      message: `Nobody speaks in turn ${silent}.`,
      hint: 'Let an agent speak in every turn, or lower the horizon.',
      place: { subject: `team.agents.${team.agents[0]?.role ?? ''}.speaks.from` },
    },
  ];
}

/** The orchestrator speaks whenever a call has been answered. */
const ORCHESTRATOR_SPEAKS = {
  because: 'The orchestrator opens every turn and speaks after each agent it called.',
  remedy: 'let another agent orchestrate',
};
const FROZEN_RATE = { because: 'A frozen adapter takes no steps.', remedy: 'unfreeze it' };
const ONE_TURN = { because: 'From its first turn on there is no other within the horizon.', remedy: 'raise the horizon' };

/** Why a setting of an agent is not read, as a sentence; null when it is. */
export function whyAgentUnread(document: ProjectDocument, agent: AgentSettings, path: string): string | null {
  return agentRule(document, agent, path)?.because ?? null;
}

function agentRule({ team, training }: ProjectDocument, agent: AgentSettings, path: string): Pick<ReadRule, 'because' | 'remedy'> | null {
  const leads = team.orchestration === 'dynamic' && agent.role === team.orchestrator.role;
  if (leads && (path === 'speaks.from' || path === 'speaks.every')) return ORCHESTRATOR_SPEAKS;
  // Of one that never speaks at all, that is the fault.
  if (path === 'speaks.every' && agent.speaks.from < training.horizon && agent.speaks.from + 1 >= training.horizon) return ONE_TURN;
  if (path === 'adapter.learningRate' && agent.adapter.frozen) return FROZEN_RATE;
  return null;
}

function agentFaults(agent: AgentSettings, document: ProjectDocument): Fault[] {
  const { speaks, role } = agent;
  const { horizon } = document.training;
  if (speaks.from < horizon || agentRule(document, agent, 'speaks.from')) return [];
  return [
    {
      code: 'E_AGENT_SILENT',
      message: `“${role}” speaks from turn ${speaks.from} on, but the last turn is ${horizon - 1} (horizon ${horizon}), so it never would.`,
      hint: 'Let it speak earlier, or raise the horizon.',
      place: { subject: `team.agents.${role}.speaks.from` },
    },
  ];
}

function speaksIn({ speaks }: AgentSettings, turn: number): boolean {
  return turn >= speaks.from && (turn - speaks.from) % speaks.every === 0;
}
