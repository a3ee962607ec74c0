/**
 * A team that another project's file describes (`core/formats/teams`) as the team of a document. What is no agent is taken out and what led
 * through it joined; a link that closes a circle cannot hold within a turn, and is what the next turn shows; names become roles. Everything
 * else of the document stays. A note says each thing that is lost or assumed.
 */
import { agentSchema, type Edge, type ProjectDocument, teamSchema, type TeamSettings } from '../document/schema.ts';
import { fault, FaultError } from '../faults.ts';
import { type ForeignTeam, note, type TeamNode, type TeamNote } from '../formats/teams/team.ts';
import { graphFaults } from '../team/graph.ts';
import { legalRole } from '../team/legalRole.ts';
import { escapePrompt } from '../team/placeholders.ts';
import { teamFileFaults } from '../../words/words.ts';

const MAX_AGENTS = 32;

/** The nodes that become agents unless a person says otherwise: all but tools, people, data and marks. */
export const speakers = ({ nodes }: ForeignTeam): string[] =>
  nodes.flatMap(({ id, kind }) => (kind === 'agent' || kind === 'step' ? [id] : []));

/** What may become an agent at all. */
export const mayBeAgent = ({ kind }: TeamNode): boolean => kind !== 'start' && kind !== 'end';

export interface ImportedTeam {
  readonly document: ProjectDocument;
  /** Of each node that became an agent, its role. */
  readonly roles: ReadonlyMap<string, string>;
  /** Links that the next turn shows, between roles. */
  readonly back: readonly Edge[];
  readonly notes: readonly TeamNote[];
}

interface Route {
  readonly to: string;
  /** The nodes without a voice that lie on the way. */
  readonly through: readonly string[];
}

/** Puts the team in place of the document's; `taken` are the nodes that become agents. Throws `E_TEAM_NOBODY`, `E_TEAM_FULL` or a graph's fault. */
export function importTeam(team: ForeignTeam, document: ProjectDocument, taken: Iterable<string> = speakers(team)): ImportedTeam {
  const chosen = new Set(taken);
  const nodes = team.nodes.filter((node) => chosen.has(node.id) && mayBeAgent(node));
  if (nodes.length === 0) throw new FaultError(fault(teamFileFaults, 'E_TEAM_NOBODY', {}));
  if (nodes.length > MAX_AGENTS) throw new FaultError(fault(teamFileFaults, 'E_TEAM_MANY', { agents: nodes.length, most: MAX_AGENTS }));
  const notes: TeamNote[] = [];
  const leader = nodes.find(({ id }) => id === team.orchestrator)?.id ?? null;
  const routes = routesOf(team, nodes, notes);
  const { forward, back } = splitCircles(nodes, beginnings(team, nodes), leader === null ? routes : withoutReports(routes, leader));
  const roles = rolesOf(nodes, notes);
  const role = (id: string): string => roles.get(id) ?? '';
  const next: TeamSettings = {
    ...document.team,
    agents: agentsOf(nodes, roles, document, notes),
    edges: team.context === 'prefix' ? [] : forward.map(({ from, to }) => ({ from: role(from), to: role(to) })),
    context: team.context,
    turns: [],
    history: 'all',
    orchestration: leader === null ? 'static' : 'dynamic',
    orchestrator: teamSchema.shape.orchestrator.parse(
      leader === null ? undefined : { role: role(leader), ...(team.maxSteps === null ? {} : { maxSteps: team.maxSteps }) },
    ),
  };
  const { horizon } = document.training;
  if (document.team.history !== 'all') notes.push(note('history', '', {}));
  for (const { from, to } of back) notes.push(note('circle', `${from} → ${to}`, { from: role(from), to: role(to), horizon }));
  const [wrong] = graphFaults(next);
  if (wrong) throw new FaultError(wrong);
  return {
    document: { ...document, team: next, view: { ...document.view, positions: placed(columnsOf(next)) } },
    roles,
    back: back.map(({ from, to }) => ({ from: role(from), to: role(to) })),
    notes: [...team.notes, ...notes],
  };
}

type Routes = ReadonlyMap<string, readonly Route[]>;

/** From each agent the agents that its links lead to, on through nodes without a voice. */
function routesOf({ nodes, links }: ForeignTeam, agents: readonly TeamNode[], notes: TeamNote[]): Routes {
  const kinds = new Map(nodes.map((node) => [node.id, node]));
  const voices = new Set(agents.map(({ id }) => id));
  const left = nodes.filter((node) => mayBeAgent(node) && !voices.has(node.id));
  for (const { id, kind } of left) if (kind === 'agent' || kind === 'step' || kind === 'data') notes.push(note('leftOut', id, {}));
  const routes = new Map<string, Route[]>();
  const joined = new Set<string>();
  for (const { id } of agents) {
    const found = new Map<string, Route>();
    const passed = new Set<string>();
    const walk: Route[] = [{ to: id, through: [] }];
    for (let at = walk.pop(); at !== undefined; at = walk.pop()) {
      for (const { from, to } of links) {
        const node = kinds.get(to);
        if (from !== at.to || !node || !mayBeAgent(node)) continue;
        const route: Route = { to, through: at.to === id ? [] : [...at.through, at.to] };
        if (!voices.has(to)) {
          if (!passed.has(to)) walk.push(route);
          passed.add(to);
        } else if (!found.has(to) || route.through.length === 0) found.set(to, route);
      }
    }
    // In the order of the file's nodes, whichever way the walk took.
    const own = found.get(id);
    if (own) notes.push(own.through.length === 0 ? note('selfLink', id, {}) : note('toolLoop', id, { through: own.through }));
    found.delete(id);
    for (const { to, through } of found.values()) if (through.length > 0) joined.add(JSON.stringify([id, through, to]));
    routes.set(
      id,
      agents.flatMap((agent) => found.get(agent.id) ?? []),
    );
  }
  for (const entry of joined) {
    const [source, through, to] = JSON.parse(entry) as [string, string[], string];
    notes.push(note('joined', `${source} → ${to}`, { through }));
  }
  return routes;
}

/** Where the graph begins: what its start leads to, else the nodes that nothing leads to. */
function beginnings({ nodes, links }: ForeignTeam, agents: readonly TeamNode[]): string[] {
  const kinds = new Map(nodes.map((node) => [node.id, node]));
  const voices = new Set(agents.map(({ id }) => id));
  const targets = new Set(links.map(({ to }) => to));
  const starts = nodes.filter(({ kind }) => kind === 'start').map(({ id }) => id);
  const queue = starts.length > 0 ? starts : nodes.filter(({ id }) => !targets.has(id)).map(({ id }) => id);
  const seen = new Set(queue);
  const first: string[] = [];
  for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
    if (voices.has(at)) first.push(at);
    else
      for (const { to } of links.filter(({ from }) => from === at)) {
        if (seen.has(to) || !kinds.has(to)) continue;
        seen.add(to);
        queue.push(to);
      }
  }
  return first;
}

/** A leader reads everything as it is; what leads to it needs no edge. */
const withoutReports = (routes: Routes, leader: string): Routes =>
  new Map([...routes].map(([from, list]) => [from, list.filter(({ to }) => to !== leader)]));

/**
 * The links without those that close a circle, which are what leads back to a node on the way from the beginning (depth first, in the
 * order of the file), and those.
 */
function splitCircles(agents: readonly TeamNode[], beginning: readonly string[], routes: Routes): { forward: Edge[]; back: Edge[] } {
  const state = new Map<string, 'open' | 'done'>();
  const back: Edge[] = [];
  const visit = (from: string): void => {
    state.set(from, 'open');
    for (const { to } of routes.get(from) ?? []) {
      if (state.get(to) === 'open') back.push({ from, to });
      else if (!state.has(to)) visit(to);
    }
    state.set(from, 'done');
  };
  for (const id of [...beginning, ...agents.map((agent) => agent.id)]) if (!state.has(id)) visit(id);
  const isBack = new Set(back.map(({ from, to }) => JSON.stringify([from, to])));
  const forward = agents.flatMap(({ id }) => (routes.get(id) ?? []).map(({ to }) => ({ from: id, to })));
  return { forward: forward.filter(({ from, to }) => !isBack.has(JSON.stringify([from, to]))), back };
}

/** A role for each node: the last part of its name where that is free. */
function rolesOf(nodes: readonly TeamNode[], notes: TeamNote[]): Map<string, string> {
  const taken: { role: string }[] = [];
  return new Map(
    nodes.map(({ id }) => {
      const role = legalRole(id.split(':').at(-1) || id, taken);
      taken.push({ role });
      if (role !== id) notes.push(note('role', id, { role }));
      return [id, role];
    }),
  );
}

/** The agents, with adapter and sampling of the document's last one; those of one group share an adapter. */
function agentsOf(nodes: readonly TeamNode[], roles: ReadonlyMap<string, string>, document: ProjectDocument, notes: TeamNote[]) {
  const model = document.team.agents.at(-1);
  const groups = [...new Set(nodes.flatMap(({ group }) => group ?? []))];
  const names = new Map<string, string>();
  for (const group of groups)
    names.set(
      group,
      legalRole(
        group,
        Array.from(names.values(), (role) => ({ role })),
      ),
    );
  return nodes.map(({ id, prompt, group }) => {
    const role = roles.get(id) ?? '';
    const escaped = escapePrompt(prompt);
    if (escaped !== prompt) notes.push(note('braces', id, {}));
    const shared = group !== null && nodes.filter((node) => node.group === group).length > 1;
    return agentSchema.parse({
      ...(model ? { sampling: model.sampling } : {}),
      adapter: { ...model?.adapter, frozen: false, group: shared ? names.get(group) : '' },
      role,
      label: id === role ? '' : Array.from(id).slice(0, 80).join('').slice(0, 80),
      prompt: fits(escaped, id),
    });
  });
}

/** The roles in columns: each right of all that lead to it, or whose orchestrator calls it. */
export function columnsOf({ agents, edges, orchestration, orchestrator }: TeamSettings): string[][] {
  const roles = agents.map(({ role }) => role);
  const called =
    orchestration === 'dynamic' ? roles.filter((role) => role !== orchestrator.role).map((to) => ({ from: orchestrator.role, to })) : [];
  const depth = new Map(roles.map((role) => [role, 0]));
  // A graph without circles has no way longer than it has agents.
  for (const _ of roles)
    for (const { from, to } of [...edges, ...called]) depth.set(to, Math.max(depth.get(to) ?? 0, (depth.get(from) ?? 0) + 1));
  const columns: string[][] = [];
  for (const role of roles) (columns[depth.get(role) ?? 0] ??= []).push(role);
  return columns;
}

const placed = (columns: readonly (readonly string[])[]): Record<string, { x: number; y: number }> =>
  Object.fromEntries(columns.flatMap((column, x) => column.map((role, y) => [role, { x: x * 320, y: y * 200 }])));

const LONGEST_PROMPT = 65_536;

function fits(prompt: string, id: string): string {
  if (prompt.length <= LONGEST_PROMPT) return prompt;
  throw new FaultError(fault(teamFileFaults, 'E_TEAM_PROMPT', { node: id, most: LONGEST_PROMPT }));
}
