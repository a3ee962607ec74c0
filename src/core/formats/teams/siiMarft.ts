/**
 * The team of an SII-MARFT configuration (R3, `examples/marft/*.yaml`): the part `multi_agent` with `role_configs` and a graph that is a chain
 * (`graph_type: sequential`) or drawn (`custom`), or an orchestrator with the same two tags as ours. `formats/exports/verifiers/siiMarft.ts`
 * writes the same keys.
 */
import { fieldsOf, listOf, otherFields, ownField, textOf, textsOf, type Fields } from './fields.ts';
import { checkedTeam, type ForeignTeam, note, PLAIN_TEAM, type TeamLink, type TeamNode, type TeamNote, unreadable } from './team.ts';

const KNOWN = new Set([
  'graph_type',
  'graph_config',
  'orchestration_mode',
  'orchestrator_prompt',
  'max_steps',
  'role_names',
  'role_configs',
]);
const ROLE_FIELDS = new Set(['name', 'system_prompt', 'description', 'max_new_tokens', 'temperature', 'top_p']);

export function readSiiMarft(part: Fields): ForeignTeam {
  const configs = fieldsOf(part['role_configs']);
  const dynamic = part['orchestration_mode'] === 'dynamic';
  const drawn = part['graph_type'] === 'custom';
  const names = textsOf(part['role_names']).length > 0 ? textsOf(part['role_names']) : Object.keys(configs);
  const graph = fieldsOf(part['graph_config']);
  const places = drawn
    ? listOf(graph['nodes']).map((entry, index) => {
        const id = textOf(fieldsOf(entry)['id']) ?? textOf(entry);
        if (id === null) throw unreadable(`graph_config.nodes[${index}]`, 'name');
        return { id, role: textOf(fieldsOf(entry)['role_name']) ?? id, transition: textOf(fieldsOf(entry)['transition_message']) };
      })
    : names.map((name) => ({ id: name, role: name, transition: null }));
  if (places.length === 0) throw unreadable('multi_agent', 'empty');
  const notes: TeamNote[] = [];
  const times = (role: string): number => places.filter((place) => place.role === role).length;
  const nodes = places.map(({ id, role, transition }): TeamNode => {
    const config = fieldsOf(ownField(configs, role));
    if (transition) notes.push(note('transition', id, { transition }));
    const more = otherFields(config, ROLE_FIELDS);
    if (more.length > 0) notes.push(note('fields', id, { fields: more }));
    return { id, kind: 'agent', prompt: textOf(config['system_prompt']) ?? '', group: times(role) > 1 ? role : null };
  });
  const chain = places
    .slice(1)
    .map(({ id }, index): TeamLink => ({ from: places[index]?.id ?? '', to: id, conditional: false, label: null }));
  const links = dynamic ? [] : drawn ? listOf(graph['edges']).map(edge) : chain;
  const more = otherFields(part, KNOWN);
  if (more.length > 0) notes.push(note('training', 'multi_agent', { fields: more }));
  if (nodes.length > 1 && !dynamic) notes.push(note('firstPrompt', '', {}));
  if (drawn && !dynamic) notes.push(note('transcript', '', {}));
  const leader = names.find((name) => name === 'orchestrator') ?? 'orchestrator';
  const led = dynamic && !nodes.some(({ id }) => id === leader);
  const orchestrator: TeamNode = { id: leader, kind: 'agent', prompt: textOf(part['orchestrator_prompt']) ?? '', group: null };
  const steps = Number(part['max_steps']);
  return checkedTeam({
    ...PLAIN_TEAM,
    source: 'sii-marft',
    nodes: led ? [orchestrator, ...nodes] : nodes,
    links,
    context: dynamic ? 'prefix' : 'ancestors',
    orchestrator: dynamic ? leader : null,
    maxSteps: Number.isInteger(steps) && steps >= 1 && steps <= 100 ? steps : null,
    notes,
  });
}

/** `[from, to]`, or an object that names both ends. */
function edge(value: unknown, index: number): TeamLink {
  const pair = textsOf(value);
  const fields = fieldsOf(value);
  const from = pair[0] ?? textOf(fields['from']) ?? textOf(fields['source']);
  const to = pair[1] ?? textOf(fields['to']) ?? textOf(fields['target']);
  if (from === null || to === null || pair.length > 2) throw unreadable(`graph_config.edges[${index}]`, 'end');
  return { from, to, conditional: false, label: null };
}
