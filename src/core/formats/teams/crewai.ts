/**
 * crewAI's crews: `agents.yaml` and `tasks.yaml` (crewAI 1.x, `project/crew_base.py`), or a crew in JSON with its agents inline or in files
 * of their own (`project/crew_definition.py`, `json_loader.py`). What speaks there is an agent at a task, so each task is a node; tasks of
 * one agent are of one group. A task reads the outputs that its `context` names, or those of all tasks before it (`crew.py`, `_get_context`).
 */
import { fieldsOf, listOf, otherFields, ownField, textOf, textsOf, type Fields } from './fields.ts';
import { checkedTeam, type ForeignTeam, note, PLAIN_TEAM, type TeamLink, type TeamNode, type TeamNote, unreadable } from './team.ts';

/** The parts of a crew, from as many files as there are. */
export interface CrewParts {
  readonly agents: ReadonlyMap<string, Fields>;
  readonly tasks: readonly (readonly [string, Fields])[];
  /** The crew's own fields: `process`, `manager_agent`, `inputs` and what else a crew has. */
  readonly crew: Fields;
}

const isAgent = (value: Fields): boolean => ['role', 'goal', 'backstory'].some((field) => textOf(value[field]) !== null);
const isTask = (value: Fields): boolean => textOf(value['description']) !== null && textOf(value['expected_output']) !== null;

/** The parts of a crew in one file; null where it is none. `stem` is the file's name without its ending: an agent's, if it holds one. */
export function crewParts(value: Fields, stem: string): CrewParts | null {
  const empty: CrewParts = { agents: new Map(), tasks: [], crew: {} };
  if ('agents' in value || 'tasks' in value) return { agents: inlineAgents(value['agents']), tasks: taskList(value['tasks']), crew: value };
  if (isAgent(value) && !isTask(value)) return { ...empty, agents: new Map([[stem, value]]) };
  const entries = Object.entries(value).map(([name, entry]) => [name, fieldsOf(entry)] as const);
  if (entries.length === 0) return null;
  if (entries.every(([, entry]) => isTask(entry))) return { ...empty, tasks: entries };
  return entries.every(([, entry]) => isAgent(entry)) ? { ...empty, agents: new Map(entries) } : null;
}

/** `{ name: agent }`, `[{ name, … }]`, `[{ name: agent }]`, or names alone, of agents in files of their own. */
function inlineAgents(value: unknown): Map<string, Fields> {
  if (!Array.isArray(value)) return new Map(Object.entries(fieldsOf(value)).map(([name, agent]) => [name, fieldsOf(agent)]));
  return new Map(
    value.flatMap((entry): [string, Fields][] => {
      const agent = fieldsOf(entry);
      const [only] = Object.entries(agent);
      const name = textOf(agent['name']);
      if (name !== null) return [[name, agent]];
      return only && Object.keys(agent).length === 1 ? [[only[0], fieldsOf(only[1])]] : [];
    }),
  );
}

function taskList(value: unknown): [string, Fields][] {
  if (!Array.isArray(value)) return Object.entries(fieldsOf(value)).map(([name, task]) => [name, fieldsOf(task)]);
  return value.map((entry, index) => [textOf(fieldsOf(entry)['name']) ?? `task_${index + 1}`, fieldsOf(entry)]);
}

/** The parts of several files together. */
export function joinParts(parts: readonly CrewParts[]): CrewParts {
  const agents = new Map<string, Fields>();
  for (const part of parts)
    for (const [name, agent] of part.agents) {
      if (agents.has(name)) throw unreadable(name, 'twice');
      agents.set(name, agent);
    }
  return { agents, tasks: parts.flatMap(({ tasks }) => tasks), crew: Object.assign({}, ...parts.map(({ crew }) => crew)) as Fields };
}

export function readCrew({ agents, tasks, crew }: CrewParts): ForeignTeam {
  const notes: TeamNote[] = [];
  const fill = filling(fieldsOf(crew['inputs']), notes);
  const names = new Set(tasks.map(([name]) => name));
  if (names.size < tasks.length) throw unreadable('tasks', 'twice');
  const missing = textsOf(crew['agents']).filter((name) => !agents.has(name));
  if (missing.length > 0) notes.push(note('noAgents', '', { agents: missing }));
  const shape = textOf(crew['process']) === 'hierarchical' ? hierarchical : tasks.length === 0 ? unordered : sequential;
  const { nodes, links, ...rest } = shape({ agents, tasks, crew }, notes);
  for (const [name, agent] of agents) notes.push(...leftOf(name, agent, AGENT_FIELDS));
  const llms = [crew, ...agents.values()].flatMap((owner) => ['llm', 'manager_llm'].flatMap((field) => modelOf(owner[field])));
  if (llms.length > 0) notes.push(note('models', '', { models: [...new Set(llms)] }));
  const more = otherFields(crew, CREW_FIELDS);
  if (more.length > 0) notes.push(note('fields', 'crew', { fields: more }));
  const filled = nodes.map((node) => ({ ...node, prompt: fill(node.prompt, node.id) }));
  return checkedTeam({ ...PLAIN_TEAM, ...rest, source: 'crewai', name: textOf(crew['name']), nodes: filled, links, notes });
}

const AGENT_FIELDS = new Set(['name', 'role', 'goal', 'backstory', 'tools', 'llm', 'verbose', 'allow_delegation', 'settings', 'cache']);
const TASK_FIELDS = new Set(['name', 'description', 'expected_output', 'agent', 'context', 'tools', 'human_input', 'type', 'condition']);
const CREW_FIELDS = new Set(['name', 'agents', 'tasks', 'process', 'manager_agent', 'manager_llm', 'inputs', 'verbose', 'cache']);

type Made = Pick<ForeignTeam, 'nodes' | 'links'> & Partial<Pick<ForeignTeam, 'context' | 'orchestrator'>>;

/** What an agent is told of itself, in crewAI's words (`translations/en.json`, `role_playing`). */
function persona(agent: Fields): string {
  const [role, goal, backstory] = [agent['role'], agent['goal'], agent['backstory']].map((field) => textOf(field)?.trim() ?? '');
  const who = role ? [`You are ${role}.`, backstory].filter(Boolean).join(' ') : backstory;
  return [who, goal ? `Your personal goal is: ${goal}` : ''].filter(Boolean).join('\n');
}

/** What it is told of a task (`task` and `expected_output` there, without what they say of tools). */
function assignment(task: Fields): string {
  const [description, expected] = [task['description'], task['expected_output']].map((field) => textOf(field)?.trim() ?? '');
  const wanted = expected ? `This is the expected criteria for your final answer: ${expected}` : '';
  return [description ? `Current Task: ${description}` : '', wanted].filter(Boolean).join('\n\n');
}

/** A node for each task, in the order of the file. */
function sequential({ agents, tasks }: CrewParts, notes: TeamNote[]): Made {
  const count = new Map<string, number>();
  for (const [, task] of tasks) count.set(agentOf(task), (count.get(agentOf(task)) ?? 0) + 1);
  const taken = new Set([...agents.keys()].filter((name) => count.get(name) === 1));
  const ids = tasks.map(([name, task]) => {
    const agent = agentOf(task);
    if (agent !== '' && count.get(agent) === 1) return agent;
    return taken.has(name) ? `${name}_task` : name;
  });
  const unknown = [...count.keys()].filter((name) => name !== '' && !agents.has(name));
  if (unknown.length > 0) notes.push(note('noAgents', '', { agents: unknown }));
  const idle = [...agents.keys()].filter((name) => !count.has(name));
  for (const name of idle) notes.push(note('idle', name, {}));
  const nodes = tasks.map(([name, task], index): TeamNode => {
    const agent = agentOf(task);
    if (agent === '') notes.push(note('noAgent', name, {}));
    notes.push(...leftOf(name, task, TASK_FIELDS));
    if (task['human_input'] === true) notes.push(note('review', name, {}));
    if (/condition/i.test(textOf(task['type']) ?? '')) notes.push(note('conditionalTask', name, {}));
    const prompt = [persona(fieldsOf(agents.get(agent))), assignment(task)].filter(Boolean).join('\n\n');
    return { id: ids[index] ?? name, kind: 'agent', prompt, group: (count.get(agent) ?? 0) > 1 && agent !== '' ? agent : null };
  });
  for (const [agent, times] of count) if (times > 1 && agent !== '') notes.push(note('group', agent, { times }));
  const { reads, context } = reading(tasks);
  const links = reads.flatMap((row, to) =>
    row.map((from): TeamLink => ({ from: ids[from] ?? '', to: ids[to] ?? '', conditional: false, label: null })),
  );
  return { nodes, links, context };
}

const agentOf = (task: Fields): string => textOf(task['agent']) ?? '';

/**
 * Which tasks each task reads. Where whoever is read by what one reads is read too, links to the nearest say it all; else every link stands.
 */
function reading(tasks: CrewParts['tasks']): { readonly reads: readonly (readonly number[])[]; readonly context: 'ancestors' | 'parents' } {
  const index = new Map(tasks.map(([name], at) => [name, at]));
  const reads = tasks.map(([name, task], at) => {
    if (task['context'] == null) return tasks.slice(0, at).map((_, before) => before);
    return textsOf(task['context']).map((other) => {
      const found = index.get(other);
      if (found === undefined) throw unreadable(`${name}: ${other}`, 'end');
      return found;
    });
  });
  const sets = reads.map((row) => new Set(row));
  const closed = reads.every((row, at) => row.every((via) => via < at && (reads[via] ?? []).every((far) => sets[at]?.has(far))));
  if (!closed) return { reads, context: 'parents' };
  const nearest = reads.map((row) => row.filter((far) => !row.some((via) => sets[via]?.has(far))));
  return { reads: nearest, context: 'ancestors' };
}

/** A manager hands the tasks out: it calls the others here, who read what it says. */
function hierarchical({ agents, tasks, crew }: CrewParts, notes: TeamNote[]): Made {
  const named = textOf(crew['manager_agent']);
  const own = named === null ? undefined : agents.get(named);
  const manager = named ?? (agents.has('manager') ? 'crew_manager' : 'manager');
  notes.push(note('manager', manager, { prompt: own ? persona(own) : '' }));
  for (const [name, task] of tasks) notes.push(note('task', name, { task: assignment(task) }));
  const others = [...agents].filter(([name]) => name !== manager);
  const nodes = [[manager, ''] as const, ...others.map(([name, agent]) => [name, persona(agent)] as const)];
  return {
    nodes: nodes.map(([id, prompt]) => ({ id, kind: 'agent', prompt, group: null })),
    links: others.map(([name]) => ({ from: manager, to: name, conditional: true, label: null })),
    orchestrator: manager,
  };
}

/** Agents without tasks: nothing says who works after whom. */
function unordered({ agents }: CrewParts, notes: TeamNote[]): Made {
  notes.push(note('noTasks', '', {}));
  return { nodes: [...agents].map(([id, agent]) => ({ id, kind: 'agent', prompt: persona(agent), group: null })), links: [] };
}

/** Notes on what an agent or a task has besides its texts. */
function leftOf(name: string, owner: Fields, known: ReadonlySet<string>): TeamNote[] {
  const tools = listOf(owner['tools']).map((tool) => textOf(tool) ?? textOf(fieldsOf(tool)['name']) ?? '?');
  const settings = otherFields(fieldsOf(owner['settings']), new Set(['verbose', 'allow_delegation', 'cache']));
  const more = [...otherFields(owner, known), ...settings];
  const delegates = owner['allow_delegation'] === true || fieldsOf(owner['settings'])['allow_delegation'] === true;
  return [
    ...(tools.length > 0 ? [note('tools', name, { tools })] : []),
    ...(delegates ? [note('delegation', name, {})] : []),
    ...(more.length > 0 ? [note('fields', name, { fields: more })] : []),
  ];
}

function modelOf(value: unknown): string[] {
  const name = textOf(value) ?? textOf(fieldsOf(value)['model']);
  return name === null || name === '' ? [] : [name];
}

/** Puts the crew's inputs where `{name}` asks for them (`string_utils.py`, `interpolate_only`), and notes which the file does not say. */
function filling(inputs: Fields, notes: TeamNote[]): (prompt: string, id: string) => string {
  return (prompt, id) => {
    const missing = new Set<string>();
    const text = prompt.replace(/\{([A-Za-z_][A-Za-z0-9_-]*)\}/g, (whole, name: string) => {
      const value = textOf(ownField(inputs, name));
      if (value === null) missing.add(whole);
      return value ?? whole;
    });
    if (missing.size > 0) notes.push(note('inputs', id, { inputs: [...missing] }));
    return text;
  };
}
