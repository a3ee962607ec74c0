/**
 * The team's graph and the dependency function 𝒟 it stands for: who speaks when, who sees whose message, and what is
 * wrong with a graph while a person is still drawing it. Faults are values, because a half-drawn graph is no exception.
 */
import { ROLE_PATTERN } from '../document/schema.ts';
import type { TeamSettings } from '../document/schema.ts';
import { fault, FaultError } from '../faults.ts';
import type { Fault } from '../faults.ts';
import { teamFaults } from '../../words/words.ts';

/** What the graph needs of a team; tests and editors need not make up the rest. */
export type TeamGraph = { readonly agents: readonly { readonly role: string }[] } & Pick<TeamSettings, 'edges' | 'context'>;
type Roles = Pick<TeamGraph, 'agents'>;

/** Headers of the prompt's own blocks; an agent of that name could not be told apart from them. */
const PROMPT_BLOCKS = ['system', 'problem', 'observation', 'judge'];
/** A role is a folder name in checkpoints and exports, and Windows reserves these whatever the extension. */
const RESERVED_FILES = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])$/i;

/** Why `role` may not be an agent's role, or null. */
export function roleFault(role: string): Fault | null {
  const place = { subject: role };
  if (!ROLE_PATTERN.test(role)) return fault(teamFaults, 'E_ROLE_ILLEGAL', { role }, { place });
  const reserved = reservedBy(role);
  return reserved && fault(teamFaults, 'E_ROLE_RESERVED', { role, ...reserved }, { place });
}

/** What has the name `role` already, or null. */
function reservedBy(role: string) {
  if (PROMPT_BLOCKS.includes(role.toLowerCase())) return { by: 'prompt', blocks: PROMPT_BLOCKS } as const;
  if (RESERVED_FILES.test(role)) return { by: 'windows' } as const;
  if (role in Object.prototype) return { by: 'javascript' } as const;
  return null;
}

/** Everything wrong with the roles and edges of a team, in the order of the document. */
export function graphFaults(team: TeamGraph): Fault[] {
  return [...roleFaults(team), ...edgeFaults(team)];
}

function roleFaults(team: Roles): Fault[] {
  const faults: Fault[] = [];
  const seen = new Map<string, string>();
  for (const { role } of team.agents) {
    const wrong = roleFault(role);
    if (wrong) faults.push(wrong);
    const earlier = seen.get(role.toLowerCase());
    if (earlier === undefined) seen.set(role.toLowerCase(), role);
    else faults.push(fault(teamFaults, 'E_ROLE_DUPLICATE', { role, earlier }, { place: { subject: role } }));
  }
  return faults;
}

/** Everything wrong with the edges of a team whose roles are right; `turn` is the one from which on they hold. */
export function edgeFaults(team: TeamGraph, turn = 0): Fault[] {
  const faults: Fault[] = [];
  const known = new Set(team.agents.map((agent) => agent.role));
  const edges = new Set<string>();
  for (const { from, to } of team.edges) {
    const place = { subject: `${from} → ${to}` };
    for (const missing of new Set([from, to])) {
      if (!known.has(missing)) faults.push(fault(teamFaults, 'E_GRAPH_UNKNOWN_ROLE', { from, to, missing, turn }, { place }));
    }
    if (from === to) faults.push(fault(teamFaults, 'E_GRAPH_SELF_EDGE', { role: from, turn }, { place }));
    const key = JSON.stringify([from, to]);
    if (edges.has(key)) faults.push(fault(teamFaults, 'E_GRAPH_DUPLICATE_EDGE', { from, to, turn }, { place }));
    edges.add(key);
  }

  const cycle = cycleOf(team);
  if (cycle) faults.push(cycleFault(cycle, { turn }));
  return faults;
}

/** The fault of a cycle given as roles, the first repeated at the end: one in the graph from `turn` on, or one that an edit would make. */
export function cycleFault(cycle: readonly string[], where: { readonly turn: number } | { readonly refused: true }): Fault {
  return fault(teamFaults, 'E_GRAPH_CYCLE', { roles: cycle, ...where }, { place: { subject: cycle[0] } });
}

/** The cycle an edge `from → to` would close, as roles from `from` back to `from`; null when the edge is harmless. */
export function pathIfConnected(team: TeamGraph, from: string, to: string): string[] | null {
  if (from === to) return [from, from];
  const cameFrom = new Map<string, string>([[to, from]]);
  const queue = [to];
  for (let role = queue.shift(); role !== undefined; role = queue.shift()) {
    for (const edge of team.edges) {
      if (edge.from !== role || cameFrom.has(edge.to)) continue;
      cameFrom.set(edge.to, role);
      if (edge.to === from) return walkBack(cameFrom, from);
      queue.push(edge.to);
    }
  }
  return null;
}

/** Follows `cameFrom` from `start` back to `start`, in forward order. */
function walkBack(cameFrom: ReadonlyMap<string, string>, start: string): string[] {
  const path = [start];
  for (let role = cameFrom.get(start); role !== undefined && role !== start; role = cameFrom.get(role)) path.unshift(role);
  return [start, ...path];
}

/** The first cycle of two or more agents, or null. Self edges have a fault of their own. */
function cycleOf(team: TeamGraph): string[] | null {
  for (const edge of team.edges) {
    if (edge.from === edge.to) continue;
    const cycle = pathIfConnected(team, edge.from, edge.to);
    if (cycle) return cycle;
  }
  return null;
}

/** For every agent the agents with an edge to it, as indices into `team.agents`; edges with unknown ends are left out. */
function predecessors(team: TeamGraph): Set<number>[] {
  const indexOf = new Map(team.agents.map((agent, index) => [agent.role, index]));
  const before = team.agents.map(() => new Set<number>());
  for (const edge of team.edges) {
    const from = indexOf.get(edge.from);
    const to = indexOf.get(edge.to);
    if (from !== undefined && to !== undefined && from !== to) before[to]?.add(from);
  }
  return before;
}

/**
 * Agent indices in the order in which a turn is serialised: every agent after its predecessors, ties by index in the
 * list. Throws the fault of a cyclic graph.
 */
export function speakingOrder(team: TeamGraph): number[] {
  const before = predecessors(team);
  const spoken = new Set<number>();
  while (spoken.size < before.length) {
    const next = before.findIndex((needed, agent) => !spoken.has(agent) && [...needed].every((p) => spoken.has(p)));
    if (next < 0) throw new FaultError(cycleFault(cycleOf(team) ?? [], { turn: 0 }));
    spoken.add(next);
  }
  return [...spoken];
}

/**
 * The rows of 𝒟 within one turn: for every agent the agents whose message of this turn it sees, in speaking order.
 * What is seen of earlier turns is not part of it but the team's `history`.
 */
export function dependencies(team: TeamGraph): number[][] {
  const order = speakingOrder(team);
  const before = predecessors(team);
  const visible = team.agents.map(() => new Set<number>());
  order.forEach((agent, index) => {
    const row = visible[agent];
    if (team.context === 'prefix') for (const earlier of order.slice(0, index)) row?.add(earlier);
    else {
      for (const parent of before[agent] ?? []) {
        row?.add(parent);
        if (team.context === 'ancestors') for (const ancestor of visible[parent] ?? []) row?.add(ancestor);
      }
    }
  });
  return visible.map((row) => order.filter((agent) => row.has(agent)));
}

/** The agents whose message of this turn the agent `agentIndex` sees (its row of 𝒟), in speaking order. */
export function seenBy(team: TeamGraph, agentIndex: number): number[] {
  return dependencies(team)[agentIndex] ?? [];
}

/** Agents that speak at the same time, layer by layer: each waits for nobody but those it sees. */
export function layersOf(team: TeamGraph): number[][] {
  const rows = dependencies(team);
  const depth = new Map<number, number>();
  const layers: number[][] = [];
  for (const agent of speakingOrder(team)) {
    const layer = Math.max(-1, ...(rows[agent] ?? []).map((seen) => depth.get(seen) ?? 0)) + 1;
    depth.set(agent, layer);
    (layers[layer] ??= []).push(agent);
  }
  return layers;
}
