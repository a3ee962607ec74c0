/**
 * LangGraph's graphs as `get_graph().to_json()` writes them: `{ nodes: [{ id, type, data, metadata }], edges: [{ source, target, data,
 * conditional }] }` (langchain-core 1.6.5, `runnables/graph.py`; the JavaScript library's `toJSON()` likewise). A graph has no prompts, and
 * its nodes are functions that may or may not ask a model; only a `ToolNode` and interrupts say what they are.
 */
import { isRecord } from '../../isRecord.ts';
import { fieldsOf, listOf, textOf } from './fields.ts';
import { checkedTeam, type ForeignTeam, note, PLAIN_TEAM, type TeamLink, type TeamNode, type TeamNote, unreadable } from './team.ts';

const START = '__start__';
const END = '__end__';

export function readLangGraph(value: { readonly nodes?: unknown; readonly edges?: unknown }): ForeignTeam {
  const names = namesOf(listOf(value.nodes));
  const nodes: GraphNode[] = listOf(value.nodes).map((entry, index) => {
    const node = fieldsOf(entry);
    const data = fieldsOf(node['data']);
    const id = names[index]?.name ?? '';
    const made = textOf(listOf(data['id']).at(-1));
    const kind = id === START || id === END ? undefined : made === 'ToolNode' ? 'tools' : node['type'] === 'schema' ? 'data' : undefined;
    return { id, kind, metadata: Object.entries(fieldsOf(node['metadata'])).map(([key, field]) => [key, textOf(field) ?? '…']) };
  });
  const byKey = new Map(names.map(({ key, name }) => [key, name]));
  const links = listOf(value.edges).map((entry, index): TeamLink => {
    const edge = fieldsOf(entry);
    const [from, to] = [edge['source'], edge['target']].map((end) => byKey.get(keyOf(end) ?? ''));
    if (from === undefined || to === undefined) throw unreadable(`edges[${index}]`, 'end');
    return { from, to, conditional: edge['conditional'] === true, label: textOf(edge['data']) };
  });
  return graphTeam('langgraph', nodes, links);
}

/** How an edge names a node: the id with its type, since runnables without a name are numbered. */
const keyOf = (id: unknown): string | null => (typeof id === 'string' || typeof id === 'number' ? JSON.stringify(id) : null);

/** Each node's key and name; what is only numbered is called after what it runs. */
function namesOf(nodes: readonly unknown[]): { readonly key: string; readonly name: string }[] {
  const taken = new Set<string>();
  return nodes.map((entry, index) => {
    const { id, data } = fieldsOf(entry);
    const key = keyOf(id);
    if (key === null) throw unreadable(`nodes[${index}]`, 'name');
    const own = typeof id === 'string' ? id : (textOf(isRecord(data) ? data['name'] : data) ?? key);
    const name = typeof id === 'number' && taken.has(own) ? `${own} ${key}` : own;
    if (taken.has(name)) throw unreadable(name, 'twice');
    taken.add(name);
    return { key, name };
  });
}

/** A node as LangGraph knows it; `kind` where it is no mere step. */
export interface GraphNode {
  readonly id: string;
  readonly kind?: 'tools' | 'data' | undefined;
  readonly metadata: readonly (readonly [string, string])[];
}

/** The team of a graph, however it was written. */
export function graphTeam(source: 'langgraph' | 'mermaid', graph: readonly GraphNode[], links: readonly TeamLink[]): ForeignTeam {
  const nodes = graph.map(
    ({ id, kind }): TeamNode => ({ id, kind: kind ?? (id === START ? 'start' : id === END ? 'end' : 'step'), prompt: '', group: null }),
  );
  const steps = nodes.filter(({ kind }) => kind === 'step').map(({ id }) => id);
  const notes: TeamNote[] = [note('noPrompts', '', {}), note('steps', '', { steps })];
  for (const { id, kind } of nodes) if (kind === 'tools') notes.push(note('toolNode', id, { guess: source === 'mermaid' }));
  for (const { id, metadata } of graph) {
    const interrupt = metadata.find(([key]) => key === '__interrupt')?.[1];
    if (interrupt !== undefined) notes.push(note('interrupt', id, { when: interrupt }));
    if (metadata.some(([key]) => key === 'defer')) notes.push(note('defer', id, {}));
    const more = metadata.map(([key]) => key).filter((key) => key !== '__interrupt' && key !== 'defer');
    if (more.length > 0) notes.push(note('fields', id, { fields: more }));
  }
  const inner = new Set(nodes.flatMap(({ id }) => (id.includes(':') ? id.slice(0, id.lastIndexOf(':')) : [])));
  for (const group of inner) notes.push(note('subgraph', group, {}));
  const team: ForeignTeam = { ...PLAIN_TEAM, source, nodes, links, notes };
  const checked = checkedTeam(team);
  const hub = hubOf(checked);
  return {
    ...checked,
    orchestrator: hub,
    notes: [...notes, ...(hub === null ? [note('reads', '', {})] : [note('hub', hub, {})]), ...conditions(checked, hub)],
  };
}

/** One note for each node that chooses among links; an orchestrator's choices have a counterpart. */
export function conditions({ nodes, links }: ForeignTeam, orchestrator: string | null): TeamNote[] {
  return nodes.flatMap(({ id }) => {
    if (id === orchestrator) return [];
    const chosen = links.filter(({ from, conditional }) => from === id && conditional);
    const ends = chosen.map(({ to, label }) => ({ to: to === END ? null : to, label }));
    return chosen.length === 0 ? [] : [note('condition', id, { ends })];
  });
}

/**
 * The node that all others report to and that alone chooses among them, as a supervisor does: begun with, every other node has one link,
 * to it, and it has a conditional one to each. Null where there is none.
 */
function hubOf({ nodes, links }: ForeignTeam): string | null {
  const inner = nodes.filter(({ kind }) => kind !== 'start' && kind !== 'end');
  if (inner.length < 3 || inner.some(({ kind }) => kind !== 'step')) return null;
  const from = (id: string) => links.filter((link) => link.from === id);
  const begun = nodes.filter(({ kind }) => kind === 'start').flatMap(({ id }) => from(id));
  const [first] = begun;
  if (!first || begun.length > 1) return null;
  const hub = first.to;
  const chosen = from(hub);
  const others = inner.filter(({ id }) => id !== hub);
  const calls = others.every(({ id }) => chosen.some(({ to, conditional }) => to === id && conditional));
  const reports = others.every(({ id }) => from(id).length === 1 && from(id)[0]?.to === hub);
  return calls && reports && chosen.every(({ to, conditional }) => conditional && to !== hub) ? hub : null;
}
