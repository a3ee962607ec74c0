/**
 * What a person does to a document, as pure functions document → document; what did not change is shared, so undo is a
 * list of documents. A refused edit throws a `FaultError` and changes nothing.
 */
import { fault, FaultError } from '../faults.ts';
import { cycleFault, pathIfConnected, roleFault } from '../team/graph.ts';
import { colorSlots } from '../document/colors.ts';
import { entryAt, graphAt } from '../team/turns.ts';
import { agentSchema } from '../document/schema.ts';
import { teachersAfter } from '../document/teachers.ts';
import type { AgentSettings, Edge, ProjectDocument, TeamSettings } from '../document/schema.ts';
import { teamFaults } from '../../words/words.ts';

export interface Position {
  readonly x: number;
  readonly y: number;
}

const MAX_AGENTS = 32;

/** A role nobody has yet: `agent`, `agent2`, `agent3`, …; a wish that is numbered already is counted on. */
export function freeRole(document: ProjectDocument, wish = 'agent'): string {
  const taken = new Set(document.team.agents.map((agent) => agent.role.toLowerCase()));
  const stem = wish.replace(/\d+$/, '').slice(0, 28);
  let role = wish;
  for (let n = 2; taken.has(role.toLowerCase()) || roleFault(role) !== null; n++) role = `${stem}${n}`;
  return role;
}

/** Adds an agent at the end of the list, with adapter and sampling of the last one; the role is made up when absent. */
export function addAgent(document: ProjectDocument, agent: Partial<AgentSettings> = {}, position?: Position): ProjectDocument {
  const { agents } = document.team;
  if (agents.length >= MAX_AGENTS) throw new FaultError(fault(teamFaults, 'E_TEAM_FULL', { most: MAX_AGENTS }));
  const role = agent.role ?? freeRole(document);
  refuseRole(document, role);
  const model = agents.at(-1);
  const added = agentSchema.parse({ ...(model ? { adapter: model.adapter, sampling: model.sampling } : {}), ...agent, role });
  const next = withTeam(document, { agents: [...agents, added] });
  return position ? moveAgent(next, role, position) : next;
}

/** Renames an agent; its connections of all turns, its leading of the others and its position on the canvas follow. */
export function renameAgent(document: ProjectDocument, role: string, newRole: string): ProjectDocument {
  agentOf(document, role);
  if (role === newRole) return document;
  refuseRole(document, newRole, role);
  const renamed = (name: string) => (name === role ? newRole : name);
  const follow = (edge: Edge): Edge => ({ from: renamed(edge.from), to: renamed(edge.to) });
  const next = withTeam(document, {
    agents: document.team.agents.map((agent) => (agent.role === role ? { ...agent, role: newRole } : agent)),
    edges: document.team.edges.map(follow),
    turns: document.team.turns.map((entry) => ({ ...entry, edges: entry.edges.map(follow) })),
    orchestrator: { ...document.team.orchestrator, role: renamed(document.team.orchestrator.role) },
  });
  return withView(withTeachersAfter(next, role, newRole), (name) => renamed(name));
}

/** Deletes an agent with its connections and its position; the others keep the colours they have. */
export function removeAgent(document: ProjectDocument, role: string): ProjectDocument {
  agentOf(document, role);
  if (document.team.agents.length === 1) throw new FaultError(fault(teamFaults, 'E_TEAM_EMPTY', { role }));
  const stays = (edge: Edge): boolean => edge.from !== role && edge.to !== role;
  const next = withTeam(document, {
    agents: document.team.agents.filter((agent) => agent.role !== role),
    edges: document.team.edges.filter(stays),
    turns: document.team.turns.map((entry) => ({ ...entry, edges: entry.edges.filter(stays) })),
    orchestrator: document.team.orchestrator.role === role ? { ...document.team.orchestrator, role: '' } : document.team.orchestrator,
  });
  const colors = Object.fromEntries(colorSlots(document));
  const taught = withTeachersAfter(next, role, null);
  return withView({ ...taught, view: { ...taught.view, colors } }, (name) => (name === role ? null : name));
}

function withTeachersAfter(document: ProjectDocument, role: string, newRole: string | null): ProjectDocument {
  const { distillation } = document.training;
  if (!distillation.teachers.some(({ agents }) => agents.includes(role))) return document;
  const teachers = teachersAfter(distillation.teachers, role, newRole);
  return { ...document, training: { ...document.training, distillation: { ...distillation, teachers } } };
}

/** Lets `to` see what `from` said, in the graph in force at `turn`; refuses what would make the team wait for itself. */
export function connect(document: ProjectDocument, from: string, to: string, turn = 0): ProjectDocument {
  agentOf(document, from);
  agentOf(document, to);
  const graph = graphAt(document.team, turn);
  const { edges } = graph;
  if (edges.some((edge) => edge.from === from && edge.to === to)) return document;
  const cycle = pathIfConnected(graph, from, to);
  if (cycle) {
    throw new FaultError(
      from === to
        ? fault(teamFaults, 'E_GRAPH_SELF_EDGE', { role: from, refused: true }, { place: { subject: from } })
        : cycleFault(cycle, { refused: true }),
    );
  }
  return withEdges(document, turn, [...edges, { from, to }]);
}

/** Removes the connection from the graph in force at `turn`, if it is there. */
export function disconnect(document: ProjectDocument, from: string, to: string, turn = 0): ProjectDocument {
  const { edges } = graphAt(document.team, turn);
  const rest = edges.filter((edge) => edge.from !== from || edge.to !== to);
  return rest.length === edges.length ? document : withEdges(document, turn, rest);
}

/** Changes settings of an agent other than its role. */
export function updateAgent(document: ProjectDocument, role: string, changes: Partial<Omit<AgentSettings, 'role'>>): ProjectDocument {
  agentOf(document, role);
  return withTeam(document, {
    agents: document.team.agents.map((agent) => (agent.role === role ? { ...agent, ...changes, role } : agent)),
  });
}

/** Changes what an agent is told. */
export function setPrompt(document: ProjectDocument, role: string, prompt: string): ProjectDocument {
  return updateAgent(document, role, { prompt });
}

/** Changes the environment's code. */
export function setEnvironmentSource(document: ProjectDocument, source: string): ProjectDocument {
  return { ...document, environment: { ...document.environment, source } };
}

/** Puts an agent somewhere on the canvas. */
export function moveAgent(document: ProjectDocument, role: string, position: Position): ProjectDocument {
  agentOf(document, role);
  return withPositions(document, [
    ...Object.entries(document.view.positions).filter(([name]) => name !== role),
    [role, { x: position.x, y: position.y }],
  ]);
}

function withTeam(document: ProjectDocument, changes: Partial<TeamSettings>): ProjectDocument {
  return { ...document, team: { ...document.team, ...changes } };
}

/** The graph in force at `turn` with other edges; it stays in force for as long as it was. */
function withEdges(document: ProjectDocument, turn: number, edges: Edge[]): ProjectDocument {
  const begun = entryAt(document.team, turn);
  if (!begun) return withTeam(document, { edges });
  return withTeam(document, { turns: document.team.turns.map((entry) => (entry === begun ? { ...entry, edges } : entry)) });
}

/** What the view knows of each agent, under another role or, where `follow` gives null, no longer. */
function withView(document: ProjectDocument, follow: (role: string) => string | null): ProjectDocument {
  const followed = <T>(of: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(
      Object.entries(of).flatMap(([name, value]): [string, T][] => {
        const now = follow(name);
        return now === null ? [] : [[now, value]];
      }),
    );
  const { positions, colors } = document.view;
  return { ...document, view: { ...document.view, positions: followed(positions), colors: followed(colors) } };
}

function withPositions(document: ProjectDocument, positions: [string, { x: number; y: number }][]): ProjectDocument {
  return { ...document, view: { ...document.view, positions: Object.fromEntries(positions) } };
}

function agentOf(document: ProjectDocument, role: string): AgentSettings {
  const agent = document.team.agents.find((candidate) => candidate.role === role);
  if (!agent) throw new FaultError(fault(teamFaults, 'E_GRAPH_UNKNOWN_ROLE', { role, for: 'edit' }, { place: { subject: role } }));
  return agent;
}

/** Throws when `role` is illegal or taken by another agent than `except`. */
function refuseRole(document: ProjectDocument, role: string, except?: string): void {
  const illegal = roleFault(role);
  if (illegal) throw new FaultError(illegal);
  const other = document.team.agents.find((agent) => agent.role !== except && agent.role.toLowerCase() === role.toLowerCase());
  if (other)
    throw new FaultError(fault(teamFaults, 'E_ROLE_DUPLICATE', { earlier: other.role, refused: true }, { place: { subject: role } }));
}
