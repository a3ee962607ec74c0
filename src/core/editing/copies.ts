/**
 * Agents that come into a team as copies of others: duplicated beside them, or pasted from elsewhere. Copies get roles and
 * labels nobody has; everything else of them is as it was.
 */
import { addAgent, freeRole, type Position } from './edits.ts';
import type { AgentSettings, Edge, ProjectDocument } from '../document/schema.ts';

/** An agent to be added, and where. */
export interface NewAgent {
  readonly agent: AgentSettings;
  readonly position: Position;
}

/** The document with copies of some agents, and the roles they got, in the same order. */
export interface Copied {
  readonly document: ProjectDocument;
  readonly roles: readonly string[];
}

/** Adds copies at the end of the list, without connections. */
export function addCopies(document: ProjectDocument, agents: readonly NewAgent[]): Copied {
  const roles: string[] = [];
  const next = agents.reduce((present, { agent, position }) => {
    const role = freeRole(present, agent.role);
    roles.push(role);
    return addAgent(present, { ...agent, role, label: freeLabel(present, agent.label) }, position);
  }, document);
  return { document: next, roles };
}

/**
 * Doubles agents: each copy hears whom its original hears and is heard by whoever hears that, in the graphs of all turns;
 * among themselves the copies are connected as the originals are. `positions` are by role.
 */
export function duplicateAgents(
  document: ProjectDocument,
  roles: readonly string[],
  positions: Readonly<Record<string, Position>>,
): Copied {
  const originals = document.team.agents.filter((agent) => roles.includes(agent.role));
  const copied = addCopies(
    document,
    originals.map((agent) => ({ agent, position: positions[agent.role] ?? { x: 0, y: 0 } })),
  );
  const copyOf = new Map(originals.map(({ role }, index) => [role, copied.roles[index] ?? role]));
  const doubled = (edges: readonly Edge[]): Edge[] => [
    ...edges,
    ...edges.flatMap(({ from, to }) => {
      const copy = { from: copyOf.get(from) ?? from, to: copyOf.get(to) ?? to };
      return copy.from === from && copy.to === to ? [] : [copy];
    }),
  ];
  const { team } = copied.document;
  return {
    ...copied,
    document: {
      ...copied.document,
      team: {
        ...team,
        edges: doubled(team.edges),
        turns: team.turns.map((entry) => ({ ...entry, edges: doubled(entry.edges) })),
      },
    },
  };
}

/** A label nobody has: `Solver`, `Solver 2`, …; no label stays none. */
function freeLabel(document: ProjectDocument, wish: string): string {
  if (wish === '') return '';
  const taken = new Set(document.team.agents.map((agent) => agent.label));
  const stem = wish.replace(/ \d+$/, '').slice(0, 74);
  let label = wish;
  for (let n = 2; taken.has(label); n++) label = `${stem} ${n}`;
  return label;
}
