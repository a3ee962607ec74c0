/** What a team's settings ask for that cannot be, or that nothing would read; the graph itself is checked in `team/graph.ts`. */
import { checkFaults, type UnreadReason } from '../../../words/words.ts';
import { fault, type Fault } from '../../faults.ts';
import { edgeFaults } from '../../team/graph.ts';
import type { AgentSettings, ProjectDocument, TeamSettings } from '../schema.ts';
import { sameSetting } from '../settingPaths.ts';
import { conflict, unreadSetting, type ConflictRule, type ReadRule, type UnreadSetting } from './rule.ts';
import { clockFaults, whyClockUnread } from './clocks.ts';
import { routerOf } from '../../team/turns.ts';
import { contextsCoincide, environmentChooses, speakOneByOne } from './sight.ts';

/** Settings of the team, by path below `team`, with their defaults. */
export const TEAM_DEFAULTS = {
  weights: 'f32',
  kvCache: 'f32',
  context: 'ancestors',
  history: 'all',
  template: 'workbench',
  thinking: 'default',
  anonymous: false,
  orchestration: 'static',
  'orchestrator.role': '',
  'orchestrator.maxSteps': 10,
  turns: [],
  'tools.most': 0,
  'tools.open': '[',
  'tools.close': ']',
} as const;
export type TeamPath = keyof typeof TEAM_DEFAULTS;

const TEAM_READS: readonly ReadRule<TeamPath>[] = [
  {
    paths: ['orchestrator.role', 'orchestrator.maxSteps'],
    unread: ({ team }) => team.orchestration === 'static',
    why: 'graphSpeaks',
  },
  {
    paths: ['orchestrator.maxSteps'],
    unread: ({ team }) => team.orchestration === 'routed',
    why: 'routesOnce',
  },
  {
    paths: ['context'],
    // A connection that this context leaves without a meaning has a fault of its own, for which another is the remedy.
    unread: (document) => orchestratorEdgeFaults(document.team).length === 0 && contextsCoincide(document),
    why: 'contextsCoincide',
  },
  {
    paths: ['thinking'],
    unread: ({ team }) => team.template === 'workbench',
    why: 'ownBlocks',
  },
  {
    paths: ['history'],
    unread: ({ training }) => training.horizon === 1,
    why: 'noEarlierTurns',
  },
  {
    paths: ['turns'],
    unread: ({ training }) => training.horizon === 1,
    why: 'noLaterTurns',
  },
  {
    paths: ['turns'],
    unread: ({ team }) => team.orchestration === 'dynamic' && team.context === 'prefix',
    why: 'everybodySeesAll',
  },
  {
    paths: ['tools.open', 'tools.close'],
    unread: ({ team }) => team.tools.most === 0,
    why: 'nothingCalled',
  },
  {
    paths: ['turns'],
    unread: speakOneByOne,
    why: 'oneByOne',
  },
];

const TEAM_CONFLICTS: readonly ConflictRule[] = [
  conflict(
    'E_TEAM_FROZEN',
    'team',
    ({ team }) => team.agents.every((agent) => agent.adapter.frozen),
    () => ({}),
  ),
  conflict(
    'E_TEAM_ORCHESTRATOR',
    'team.orchestrator.role',
    ({ team }) => team.orchestration !== 'static' && !team.agents.some((agent) => agent.role === team.orchestrator.role),
    ({ team: { orchestrator, orchestration } }) => {
      const routes = orchestration === 'routed';
      return orchestrator.role === '' ? { found: 'none', routes } : { found: 'unknown', role: orchestrator.role, routes };
    },
  ),
  conflict(
    'E_TEAM_ORCHESTRATOR',
    'team.orchestration',
    ({ team }) => team.orchestration === 'dynamic' && team.agents.length === 1,
    () => ({ found: 'alone' }),
  ),
  conflict(
    'E_TOOL_MARKS',
    'team.tools.close',
    ({ team: { tools } }) => tools.most > 0 && tools.open === tools.close,
    ({ team: { tools } }) => ({ mark: tools.open }),
  ),
  conflict(
    'E_TOOL_ALGORITHM',
    'team.tools.most',
    ({ team, training }) => team.tools.most > 0 && SAID_OTHERWISE.includes(training.algorithm),
    () => ({}),
  ),
];

/** Algorithms that hold a message against others to the same prompt: calls in those would be answered when the turn is over. */
const SAID_OTHERWISE: readonly string[] = ['c3', 'coma'];

/** Faults of the team's own settings and of each agent's. */
export function teamFaults(document: ProjectDocument): Fault[] {
  return [
    ...TEAM_CONFLICTS.flatMap((faultsOf) => faultsOf(document)),
    ...turnFaults(document),
    ...orchestratorEdgeFaults(document.team),
    ...routerFaults(document),
    ...speakingFaults(document),
    ...clockFaults(document),
  ];
}

/** Settings of the team and of its agents that were changed though nothing reads them. */
export function unreadInTeam(document: ProjectDocument): UnreadSetting[] {
  const { team } = document;
  return [
    ...(Object.keys(TEAM_DEFAULTS) as TeamPath[]).flatMap((path) => {
      const value = teamSettingAt(team, path);
      const usual = TEAM_DEFAULTS[path];
      const why = sameSetting(value, usual) ? null : whyTeamUnread(document, path);
      return why ? [unreadSetting(`team.${path}`, value, usual, why)] : [];
    }),
    ...team.agents.flatMap((agent) =>
      agentSettings(agent).flatMap(([path, value, usual]) => {
        const why = value === usual ? null : whyAgentUnread(document, agent, path);
        return why ? [unreadSetting(`team.agents.${agent.role}.${path}`, value, usual, why)] : [];
      }),
    ),
  ];
}

/** Path, value and default of the settings of an agent that may go unread. */
const agentSettings = ({ speaks, stops, clock, adapter }: AgentSettings) =>
  [
    ['speaks.from', speaks.from, 0],
    ['speaks.every', speaks.every, 1],
    ['stops', stops, ''],
    ['clock.timePerOutputToken', clock.timePerOutputToken, 0],
    ['clock.jitter', clock.jitter, 0],
    ['clock.timeout', clock.timeout, null],
    ['clock.interrupts', clock.interrupts, false],
    ['adapter.learningRate', adapter.learningRate, null],
  ] as const;

/** Why nothing reads a setting of the team, by its path below `team`; null when something does. */
export function whyTeamUnread(document: ProjectDocument, path: TeamPath): UnreadReason | null {
  return TEAM_READS.find((rule) => rule.paths.includes(path) && rule.unread(document))?.why ?? null;
}

function teamSettingAt(team: TeamSettings, path: TeamPath): unknown {
  const [first, second] = path.split('.');
  const own = Object.entries(team).find(([name]) => name === first)?.[1];
  return second === undefined ? own : Object.entries(own as object).find(([name]) => name === second)?.[1];
}

/** The graphs of later turns: each comes once, within the horizon, and is a graph. */
function turnFaults(document: ProjectDocument): Fault[] {
  const { team, training } = document;
  if (training.horizon === 1 || (team.orchestration === 'dynamic' && team.context === 'prefix')) return []; // never looked at
  const place = { subject: 'team.turns' };
  return team.turns.flatMap(({ turn, edges }, index): Fault[] => {
    const faults: Fault[] = [];
    if (turn >= training.horizon) faults.push(fault(checkFaults, 'E_TEAM_TURN_LATE', { turn, horizon: training.horizon }, { place }));
    if (team.turns.findIndex((other) => other.turn === turn) < index)
      faults.push(fault(checkFaults, 'E_TEAM_TURN_TWICE', { turn }, { place }));
    // Faults of the roles are the same in every turn and are told once, with the first graph.
    return [...faults, ...edgeFaults({ ...team, edges }, turn).map((wrong) => ({ ...wrong, place }))];
  });
}

/** Connections that show nobody anything, because an orchestrator speaks: it sees all, and with context `prefix` all do; or those to a router, before whom nobody speaks. */
function orchestratorEdgeFaults({ orchestration, orchestrator, edges, turns, ...team }: TeamSettings): Fault[] {
  if (orchestration === 'static') return [];
  // With a router this context is a fault of its own.
  const context = orchestration === 'routed' ? 'ancestors' : team.context;
  const lists = [{ edges, subject: 'team.edges' }, ...turns.map((later) => ({ edges: later.edges, subject: 'team.turns' }))];
  const idle = lists.flatMap((list) =>
    list.edges
      .filter(({ to }) => context === 'prefix' || to === orchestrator.role)
      .map(({ from, to }) => ({ from, to, subject: list.subject })),
  );
  const seesAll = context === 'prefix' ? 'everybody' : { orchestrator: orchestrator.role, routes: orchestration === 'routed' };
  return idle
    .slice(0, 1)
    .map(({ from, to, subject }) => fault(checkFaults, 'E_ORCHESTRATOR_EDGE', { from, to, seesAll }, { place: { subject } }));
}

/** A router that could hold nothing back. */
function routerFaults(document: ProjectDocument): Fault[] {
  const { team, training } = document;
  const router = team.agents[routerOf(team)]?.role;
  if (router === undefined) return []; // there is none, or its role has a fault of its own
  const refuse = (of: Parameters<typeof checkFaults.E_TEAM_ROUTER>[0]) => [
    fault(checkFaults, 'E_TEAM_ROUTER', of, { place: { subject: 'team.orchestration' } }),
  ];
  const transcript = training.compat.find((name) => name === 'r3_linear_transcript' || name === 'r3_linear_training');
  const shows = transcript ?? (team.context === 'prefix' ? team.context : null);
  if (shows !== null) return refuse({ shows });
  const edges = [team.edges, ...team.turns.map((later) => later.edges)].flat();
  return environmentChooses(document) || edges.some(({ from }) => from !== router) ? [] : refuse({ router });
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
  const place = { subject: `team.agents.${team.agents[0]?.role ?? ''}.speaks.from` };
  return [fault(checkFaults, 'E_TEAM_SILENT', { turn: silent }, { place })];
}

/** Why a setting of an agent is not read; null when it is. */
export function whyAgentUnread(document: ProjectDocument, agent: AgentSettings, path: string): UnreadReason | null {
  const { team, training } = document;
  const leads = team.orchestration === 'dynamic' && agent.role === team.orchestrator.role;
  // It speaks whenever a call has been answered.
  if (leads && (path === 'speaks.from' || path === 'speaks.every')) return 'orchestratorSpeaks';
  // Of one that never speaks at all, that is the fault.
  if (path === 'speaks.every' && agent.speaks.from < training.horizon && agent.speaks.from + 1 >= training.horizon) return 'oneTurn';
  // With an orchestrator it ends the turn as well.
  if (path === 'stops' && training.horizon === 1 && team.orchestration !== 'dynamic') return 'noLaterTurns';
  if (path === 'adapter.learningRate' && agent.adapter.frozen) return 'frozenAdapter';
  return path.startsWith('clock.') ? whyClockUnread(document, agent, path.slice('clock.'.length)) : null;
}

function agentFaults(agent: AgentSettings, document: ProjectDocument): Fault[] {
  const { speaks, role } = agent;
  const { horizon } = document.training;
  if (speaks.from < horizon || whyAgentUnread(document, agent, 'speaks.from')) return [];
  const place = { subject: `team.agents.${role}.speaks.from` };
  return [fault(checkFaults, 'E_AGENT_SILENT', { role, from: speaks.from, horizon }, { place })];
}

function speaksIn({ speaks }: AgentSettings, turn: number): boolean {
  return turn >= speaks.from && (turn - speaks.from) % speaks.every === 0;
}
