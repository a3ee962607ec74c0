/**
 * Teams of AutoGen as `dump_component()` writes them and AutoGen Studio saves them: `{ provider, component_type, config }` (autogen-agentchat
 * 0.7.5, `teams/_group_chat/*.py`, `agents/*.py`), or a gallery of Studio with several. Who reads what: a group chat shows every message to
 * everybody. Its classes say who speaks: in turn, whom a model selects, whom the speaker hands over to, or a graph.
 */
import { fieldsOf, listOf, otherFields, ownField, textOf, textsOf, type Fields } from './fields.ts';
import { conditions } from './langgraph.ts';
import { checkedTeam, type ForeignTeam, note, PLAIN_TEAM, type TeamLink, type TeamNode, type TeamNote, unreadable } from './team.ts';

/** What selects speakers is no participant there; as an agent it needs a name. */
const SELECTOR = 'selector';

/** Components lie in components; nobody stacks more of them. */
const DEEPEST = 8;

const classOf = (component: Fields): string => (textOf(component['provider']) ?? '').split('.').at(-1) ?? '';

/** Whether a value is a component, with a configuration. */
export function looksLikeComponent(value: Fields): boolean {
  return typeof value['provider'] === 'string' && typeof value['config'] === 'object' && value['config'] !== null;
}

/** The teams of a gallery, else of the one component. */
export function readAutoGen(value: Fields): ForeignTeam[] {
  const gallery = listOf(fieldsOf(value['components'])['teams'] ?? fieldsOf(fieldsOf(value['config'])['components'])['teams']);
  return gallery.length > 0 ? gallery.map((team) => readComponent(fieldsOf(team))) : [readComponent(value)];
}

function readComponent(team: Fields): ForeignTeam {
  const kind = classOf(team);
  const config = fieldsOf(team['config']);
  const notes: TeamNote[] = [];
  const nodes = listOf(config['participants']).map((entry, index) => participant(fieldsOf(entry), index, notes));
  const shape = shapeOf(kind, config, nodes);
  if (shape === null) throw unreadable(kind || 'provider', 'autogenTeam');
  const ended = config['termination_condition'] ?? config['max_turns'];
  if (ended != null) notes.push(note('termination', kind, { parts: endings(config) }));
  notes.push(...models(listOf(config['participants']), config));
  const more = otherFields(config, TEAM_FIELDS);
  if (more.length > 0) notes.push(note('fields', kind, { fields: more }));
  const read = checkedTeam({
    ...PLAIN_TEAM,
    source: 'autogen',
    name: textOf(config['name']) ?? textOf(team['label']),
    nodes: [...shape.more, ...nodes],
    links: shape.links,
    context: shape.context,
    orchestrator: shape.orchestrator,
    notes: [],
  });
  return { ...read, notes: [...shape.notes, ...conditions(read, shape.orchestrator), ...notes] };
}

const TEAM_FIELDS = new Set(
  ['participants', 'termination_condition', 'max_turns', 'graph', 'name', 'description', 'model_client', 'selector_prompt'].concat([
    'emit_team_events',
    'model_client_streaming',
    'max_selector_attempts',
    'allow_repeated_speaker',
    'max_stalls',
    'final_answer_prompt',
  ]),
);

interface Shape {
  readonly more: readonly TeamNode[];
  readonly links: readonly TeamLink[];
  readonly context: ForeignTeam['context'];
  readonly orchestrator: string | null;
  readonly notes: readonly TeamNote[];
}

/** Who speaks after whom, by the class of the team; null for none that is known. */
function shapeOf(kind: string, config: Fields, nodes: readonly TeamNode[]): Shape | null {
  const none = { more: [], context: 'ancestors', orchestrator: null, notes: [] } as const;
  const ids = nodes.map(({ id }) => id);
  switch (kind) {
    case 'RoundRobinGroupChat': {
      const links = ids.map((id, index) => ({ from: id, to: ids[(index + 1) % ids.length] ?? id, conditional: false, label: null }));
      return { ...none, links: ids.length > 1 ? links : [] };
    }
    case 'SelectorGroupChat':
    case 'MagenticOneGroupChat': {
      const id = ids.includes(SELECTOR) ? `${SELECTOR}_model` : SELECTOR;
      const prompt = textOf(config['selector_prompt']);
      const notes = [
        note('selector', id, { magentic: kind === 'MagenticOneGroupChat' }),
        ...(prompt ? [note('selectorPrompt', id, { prompt })] : []),
        ...(config['allow_repeated_speaker'] === false ? [note('repeated', id, {})] : []),
      ];
      return { ...none, more: [{ id, kind: 'agent', prompt: '', group: null }], links: [], context: 'prefix', orchestrator: id, notes };
    }
    case 'Swarm':
      return { ...none, links: handoffs(listOf(config['participants'])), notes: [note('handoffs', '', {})] };
    case 'GraphFlow':
      return { ...none, ...graphFlow(fieldsOf(config['graph'])) };
    default:
      return null;
  }
}

/** A handoff is a link that is taken when the speaker calls it. */
function handoffs(participants: readonly unknown[]): TeamLink[] {
  const names = new Set(participants.map((entry) => textOf(fieldsOf(fieldsOf(entry)['config'])['name'])));
  return participants.flatMap((entry) => {
    const config = fieldsOf(fieldsOf(entry)['config']);
    return listOf(config['handoffs']).flatMap((handoff): TeamLink[] => {
      const to = textOf(handoff) ?? textOf(fieldsOf(handoff)['target']);
      const from = textOf(config['name']);
      return from === null || to === null || !names.has(to) ? [] : [{ from, to, conditional: true, label: null }];
    });
  });
}

/** The links of `{ nodes: { name: { edges: [{ target, condition, activation_group, activation_condition }], activation } } }`. */
function graphFlow(graph: Fields): Pick<Shape, 'links' | 'notes'> {
  const notes: TeamNote[] = [note('reads', '', {})];
  const nodes = Object.entries(fieldsOf(graph['nodes']));
  const links = nodes.flatMap(([name, value]) => {
    const node = fieldsOf(value);
    if (node['activation'] === 'any') notes.push(note('activation', name, {}));
    return listOf(node['edges']).map((entry): TeamLink => {
      const edge = fieldsOf(entry);
      const to = textOf(edge['target']);
      if (to === null) throw unreadable(name, 'end');
      if (edge['activation_condition'] === 'any') notes.push(note('activation', to, {}));
      const condition = textOf(edge['condition']);
      return { from: textOf(node['name']) ?? name, to, conditional: condition !== null, label: condition };
    });
  });
  const start = textOf(graph['default_start_node']);
  if (start !== null) notes.push(note('startNode', start, {}));
  return { links, notes: [...new Map(notes.map((entry) => [`${entry.code} ${entry.where}`, entry])).values()] };
}

const AGENT_FIELDS = new Set(
  ['name', 'system_message', 'description', 'model_client', 'tools', 'workbench', 'handoffs', 'instructions', 'instruction'].concat([
    'tool_call_summary_format',
    'model_client_stream',
    'model_context',
    'max_tool_iterations',
    'input_func',
    'team',
    'code_executor',
  ]),
);

/** A participant as a node, with a note on each thing of it that stays behind. */
function participant(component: Fields, index: number, notes: TeamNote[], depth = 0): TeamNode {
  if (depth > DEEPEST) throw unreadable(`participants[${index}]`, 'deep');
  const kind = classOf(component);
  const config = fieldsOf(component['config']);
  if (kind === 'MessageFilterAgent') {
    const inner = fieldsOf(config['wrapped_agent']);
    const own = textOf(config['name']);
    const node = participant(
      { ...inner, config: { ...fieldsOf(inner['config']), ...(own === null ? {} : { name: own }) } },
      index,
      notes,
      depth + 1,
    );
    const sources = listOf(fieldsOf(config['filter'])['per_source']).flatMap((entry) => textOf(fieldsOf(entry)['source']) ?? []);
    notes.push(note('filter', node.id, { sources }));
    return node;
  }
  const team = component['component_type'] === 'team';
  const id = textOf(config['name']) ?? (team ? textOf(component['label']) : null);
  if (id === null || id === '') throw unreadable(`participants[${index}]`, 'name');
  const prompt = textOf(config['system_message']) ?? textOf(config['instructions']) ?? textOf(config['instruction']) ?? '';
  const agent: TeamNode = { id, kind: 'agent', prompt, group: null };
  if (kind === 'UserProxyAgent') {
    notes.push(note('human', id, {}));
    return { ...agent, kind: 'human' };
  }
  if (kind === 'CodeExecutorAgent') {
    notes.push(note('code', id, { writes: config['model_client'] != null }));
    if (config['model_client'] == null) return { ...agent, kind: 'tools' };
  }
  const inner = team ? component : fieldsOf(config['team']);
  const members = listOf(fieldsOf(inner['config'])['participants']).map(
    (entry) => textOf(fieldsOf(fieldsOf(entry)['config'])['name']) ?? '?',
  );
  if (members.length > 0) notes.push(note('innerTeam', id, { members }));
  const tools = toolNames(config);
  if (tools.length > 0) notes.push(note('tools', id, { tools }));
  if (!['AssistantAgent', 'SocietyOfMindAgent', 'CodeExecutorAgent'].includes(kind) && !team) notes.push(note('special', id, { kind }));
  const context = fieldsOf(config['model_context']);
  if (context['provider'] !== undefined && classOf(context) !== 'UnboundedChatCompletionContext')
    notes.push(note('memory', id, { kind: classOf(context) }));
  const more = team ? [] : otherFields(config, AGENT_FIELDS);
  if (more.length > 0) notes.push(note('fields', id, { fields: more }));
  return agent;
}

function toolNames(config: Fields): string[] {
  const boxes = Array.isArray(config['workbench']) ? config['workbench'] : [config['workbench']];
  const tools = [...listOf(config['tools']), ...boxes.flatMap((box) => listOf(fieldsOf(fieldsOf(box)['config'])['tools']))];
  const named = tools.map((tool) => textOf(fieldsOf(fieldsOf(tool)['config'])['name']) ?? classOf(fieldsOf(tool)));
  const servers = boxes.map(fieldsOf).filter((box) => box['provider'] !== undefined && fieldsOf(box['config'])['tools'] === undefined);
  return [...named, ...servers.map(classOf)];
}

/** What ends such a team, by name. */
function endings(config: Fields): string[] {
  const turns = textOf(config['max_turns']);
  const walk = (value: unknown, depth: number): string[] => {
    const component = fieldsOf(value);
    const parts = listOf(fieldsOf(component['config'])['conditions']);
    if (depth < DEEPEST && parts.length > 0) return parts.flatMap((part) => walk(part, depth + 1));
    return component['provider'] === undefined ? [] : [classOf(component)];
  };
  return [...walk(config['termination_condition'], 0), ...(turns === null ? [] : [`max_turns ${turns}`])];
}

/** The models that the file names. */
function models(participants: readonly unknown[], config: Fields): TeamNote[] {
  const clients = [config, ...participants.map((entry) => fieldsOf(fieldsOf(entry)['config']))].map((owner) =>
    fieldsOf(fieldsOf(owner['model_client'])['config']),
  );
  const names = [...new Set(clients.flatMap((client) => textOf(ownField(client, 'model')) ?? []))];
  return names.length === 0 ? [] : [note('models', '', { models: names })];
}

/**
 * Agents that AG2's AgentBuilder wrote (`save()`: `{ building_task, agent_configs: [{ name, model, tags, system_message, description }],
 * coding, … }`, ag2 `agentchat/contrib/captainagent/agent_builder.py`). They go into a group chat whose manager chooses the speaker.
 */
export function readAgentBuilder(value: Fields): ForeignTeam {
  const notes: TeamNote[] = [];
  const nodes = listOf(value['agent_configs']).map((entry, index): TeamNode => {
    const config = fieldsOf(entry);
    const id = textOf(config['name']);
    if (id === null || id === '') throw unreadable(`agent_configs[${index}]`, 'name');
    const more = otherFields(config, new Set(['name', 'model', 'tags', 'system_message', 'description']));
    if (more.length > 0) notes.push(note('fields', id, { fields: more }));
    return { id, kind: 'agent', prompt: textOf(config['system_message']) ?? '', group: null };
  });
  if (nodes.length === 0) throw unreadable('agent_configs', 'empty');
  const manager = nodes.some(({ id }) => id === 'chat_manager') ? 'group_chat_manager' : 'chat_manager';
  if (value['coding'] === true) notes.push(note('code', 'Computer_terminal', { writes: false }));
  const task = textOf(value['building_task']);
  if (task) notes.push(note('task', 'building_task', { task }));
  const names = [...new Set(listOf(value['agent_configs']).flatMap((entry) => modelNames(fieldsOf(entry)['model'])))];
  if (names.length > 0) notes.push(note('models', '', { models: names }));
  return checkedTeam({
    ...PLAIN_TEAM,
    source: 'ag2',
    nodes: [{ id: manager, kind: 'agent', prompt: '', group: null }, ...nodes],
    links: [],
    context: 'prefix',
    orchestrator: manager,
    notes: [note('selector', manager, { magentic: false }), ...notes],
  });
}

const modelNames = (value: unknown): string[] => (Array.isArray(value) ? textsOf(value) : [textOf(value) ?? []].flat());
