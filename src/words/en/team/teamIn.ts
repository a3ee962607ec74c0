/** Words of a team that comes from another project: its dialogue, its command, and what was left behind or assumed. */
import { spoken } from '../../forms/language.ts';
import { plural } from '../../forms/plural.ts';

const named = (name: string): string => (name.length > 80 ? `${name.slice(0, 80)}…` : name);
const list = (names: readonly string[]): string =>
  names.length > 8 ? `${names.slice(0, 8).map(named).join(', ')} and ${names.length - 8} more` : names.map(named).join(', ');
const short = (text: string): string => (text.length > 400 ? `${text.slice(0, 400)}…` : text);

interface End {
  /** Null for the end of the graph. */
  readonly to: string | null;
  readonly label: string | null;
}

type None = Readonly<Record<string, never>>;

export const teamInText = spoken('team/teamIn', {
  /** Whose file it is. */
  sources: {
    langgraph: 'LangGraph (JSON)',
    mermaid: 'LangGraph (Mermaid)',
    autogen: 'AutoGen',
    ag2: 'AG2 (AgentBuilder)',
    crewai: 'crewAI',
    'sii-marft': 'SII-MARFT',
  },
  kinds: { agent: 'agent', step: 'step', tools: 'tools', human: 'person', data: 'data', start: 'start', end: 'end' },

  /** What has no counterpart, and what is assumed (`guess`): a heading and a sentence. */
  notes: {
    noPrompts: (_: None) => ({
      what: 'No prompts',
      why: 'A graph of LangGraph does not hold what its steps tell a model. Write each agent’s prompt here.',
    }),
    steps: ({ steps }: { readonly steps: readonly string[] }) => ({
      guess: true,
      what: 'Steps',
      why: `The file does not say which steps ask a model: ${list(steps) || 'none'}. Each is taken for an agent unless it is left out.`,
    }),
    toolNode: ({ guess }: { readonly guess: boolean }) => ({
      guess,
      what: 'Tools',
      why: guess
        ? 'By its name it runs tools, which agents here do not have; it is no agent unless it is chosen.'
        : 'It runs tools, which agents here do not have; it is no agent unless it is chosen.',
    }),
    interrupt: ({ when }: { readonly when: string }) => ({
      what: 'A pause for a person',
      why: `The graph stops ${when.replace(',', ' and ')} it. An episode here goes on by itself.`,
    }),
    defer: (_: None) => ({ what: 'Deferred', why: 'It waits for all other branches. Here an agent waits for those it reads.' }),
    fields: ({ fields }: { readonly fields: readonly string[] }) => ({ what: 'Other settings', why: `${list(fields)}: not taken over.` }),
    subgraph: (_: None) => ({
      what: 'A graph within the graph',
      why: 'Its nodes stand in the team themselves; that they belong together is not kept.',
    }),
    reads: (_: None) => ({
      guess: true,
      what: 'Who reads what',
      why: 'Links say who comes after whom. That an agent reads those on the way to it, and nobody else, is assumed (context: ancestors).',
    }),
    hub: (_: None) => ({
      guess: true,
      what: 'It decides who speaks',
      why: 'All others report to it, and it chooses among them; so it is the orchestrator, and writes <call>name</call> or <done/> where its own code decided there.',
    }),
    condition: ({ ends }: { readonly ends: readonly End[] }) => ({
      what: 'A choice of ways',
      why: `It goes on to ${ends.map(({ to, label }) => `${to ?? 'the end'}${label === null ? '' : ` (“${short(label)}”)`}`).join(', or ')}. Here a link always holds: all of them speak, in every turn.`,
    }),
    circle: ({ from, to, horizon }: { readonly from: string; readonly to: string; readonly horizon: number }) => ({
      what: 'A link back',
      why: `It closes a circle, and within a turn nobody can wait for itself. ${to} reads in the next turn what ${from} said in this one; this project’s episodes have ${horizon === 1 ? 'one turn, so it never does: set Horizon to 2 or more' : `up to ${horizon} turns (Horizon)`}.`,
    }),
    selfLink: (_: None) => ({
      what: 'A link to itself',
      why: 'It may go on speaking there. Here it speaks once in a turn; in the next one it reads what it said.',
    }),
    toolLoop: ({ through }: { readonly through: readonly string[] }) => ({
      what: 'A loop',
      why: `It asks ${list(through)} and speaks again. Here it speaks once in a turn.`,
    }),
    joined: ({ through }: { readonly through: readonly string[] }) => ({
      guess: true,
      what: 'A link through what is left out',
      why: `The way led through ${list(through)}; the two agents are linked directly.`,
    }),
    leftOut: (_: None) => ({ what: 'Left out', why: 'It was chosen not to be an agent.' }),
    history: (_: None) => ({
      what: 'History',
      why: 'The project’s history becomes “all”: earlier turns are shown whole, as such teams have it.',
    }),
    role: ({ role }: { readonly role: string }) => ({
      what: 'Another name',
      why: `As a role it is “${role}”; the name of the file is its label.`,
    }),
    braces: (_: None) => ({
      what: 'Braces',
      why: 'What looks like a placeholder of ours in its prompt is text there, and was put into double braces.',
    }),
    termination: ({ parts }: { readonly parts: readonly string[] }) => ({
      what: 'When it ends',
      why: `${list(parts)}: here the environment ends an episode, at the latest after the turns of Horizon.`,
    }),
    models: ({ models }: { readonly models: readonly string[] }) => ({
      what: 'Models',
      why: `${list(models)}: the agents stand on this project’s base.`,
    }),
    selector: ({ magentic }: { readonly magentic: boolean }) => ({
      guess: true,
      what: 'It decides who speaks',
      why: `${magentic ? 'There an orchestrator plans and' : 'There a model outside the team'} chooses the next speaker. Here it is an agent, is trained, and writes <call>name</call> or <done/>; everybody reads everything.`,
    }),
    selectorPrompt: ({ prompt }: { readonly prompt: string }) => ({
      what: 'Its prompt',
      why: `It asks for a bare name, so our instructions take its place. It reads: ${short(prompt)}`,
    }),
    repeated: (_: None) => ({
      what: 'Nobody twice in a row',
      why: 'There the same agent does not speak twice in a row. Here it may be called again.',
    }),
    handoffs: (_: None) => ({
      what: 'Handing over',
      why: 'There whoever speaks hands over to one other. Here everybody speaks in every turn, along the links.',
    }),
    activation: (_: None) => ({
      what: 'It waits for any',
      why: 'There one of those it follows is enough (activation: any). Here it waits for all that it reads.',
    }),
    startNode: (_: None) => ({
      what: 'Where it begins',
      why: 'There the graph begins here. Here everybody without somebody to wait for begins.',
    }),
    filter: ({ sources }: { readonly sources: readonly string[] }) => ({
      what: 'What it is shown',
      why: `There it reads only ${list(sources)}. Here it reads its ancestors; “context: parents” and its connections can say it.`,
    }),
    human: (_: None) => ({ what: 'A person', why: 'Nobody is asked while a team is trained; this is no agent unless it is chosen.' }),
    review: (_: None) => ({ what: 'A person looks at it', why: 'Nobody is asked while a team is trained.' }),
    code: ({ writes }: { readonly writes: boolean }) => ({
      what: 'Runs code',
      why: writes
        ? 'It speaks here, but what it writes is not run, unless the environment does.'
        : 'It runs what others write, which only an environment does here; it is no agent unless it is chosen.',
    }),
    innerTeam: ({ members }: { readonly members: readonly string[] }) => ({
      what: 'A team within the team',
      why: `It speaks for ${list(members)}, who are not taken over. Save that team by itself.`,
    }),
    tools: ({ tools }: { readonly tools: readonly string[] }) => ({
      what: 'Tools',
      why: `${list(tools)}: agents here have none. An environment can do what they did, between turns.`,
    }),
    special: ({ kind }: { readonly kind: string }) => ({
      what: 'An agent of its own kind',
      why: `A ${kind} has abilities and prompts in its code. It is an agent here, with what the file says of it.`,
    }),
    memory: ({ kind }: { readonly kind: string }) => ({
      what: 'What it remembers',
      why: `${kind}: here the team’s history says what of earlier turns is shown.`,
    }),
    task: ({ task }: { readonly task: string }) => ({
      what: 'The task',
      why: `Here the environment poses the problem. It reads: ${short(task)}`,
    }),
    noAgents: ({ agents }: { readonly agents: readonly string[] }) => ({
      what: 'Agents that are not there',
      why: `${list(agents)}: open the files with their texts together with this one.`,
    }),
    noTasks: (_: None) => ({
      what: 'No tasks',
      why: 'Who works after whom is in the tasks. Without them nobody is linked: open tasks.yaml together with this file.',
    }),
    idle: (_: None) => ({ what: 'No task', why: 'No task names it. It is left out.' }),
    noAgent: (_: None) => ({ what: 'Nobody’s task', why: 'No agent is named for it. It is an agent of its own, told only the task.' }),
    group: ({ times }: { readonly times: number }) => ({
      guess: true,
      what: 'One agent, several tasks',
      why: `It has ${times} tasks, and each is an agent here. They share an adapter, so that they learn as one.`,
    }),
    manager: ({ prompt }: { readonly prompt: string }) => ({
      guess: true,
      what: 'It hands the tasks out',
      why: `It is the orchestrator here, and writes <call>name</call> or <done/>.${prompt ? ` Our instructions take the place of its own: ${short(prompt)}` : ''}`,
    }),
    delegation: (_: None) => ({ what: 'Delegation', why: 'There it may ask others while it works. Here it speaks when its turn comes.' }),
    conditionalTask: (_: None) => ({
      what: 'A task that may be left out',
      why: 'There code decides whether it is done. Here its agent speaks in every turn.',
    }),
    inputs: ({ inputs }: { readonly inputs: readonly string[] }) => ({
      what: 'Inputs without a value',
      why: `The file gives none for ${list(inputs)}; its agent would read the braces as they are.`,
    }),
    transition: ({ transition }: { readonly transition: string }) => ({
      what: 'Before its message',
      why: `There stands “${short(transition)}”. Here its header.`,
    }),
    firstPrompt: (_: None) => ({
      what: 'Whose prompts are read',
      why: 'In R3 only the first role’s prompt reaches a model. Here each agent reads its own; the compat switch r3_first_system_prompt plays it as R3 does.',
    }),
    transcript: (_: None) => ({
      what: 'One transcript',
      why: 'In R3 everybody reads all that was said before, whatever the graph says. Here a missing link hides it; the compat switch r3_linear_transcript plays it as R3 does.',
    }),
    training: ({ fields }: { readonly fields: readonly string[] }) => ({
      what: 'Settings of the training',
      why: `${list(fields)}: only the team is taken over.`,
    }),
  },

  dialogue: {
    found: (source: string, file: string) => `${source}, from ${file}`,
    which: 'Which team',
    nodes: (agents: number, nodes: number) => `${plural(agents, 'agent', 'agents')} of ${plural(nodes, 'node', 'nodes')}`,
    pick: 'Ticked nodes become agents.',
    takes: (id: string) => `${id} becomes an agent`,
    becomes: (role: string) => `as ${role}`,
    orchestrator: 'orchestrator',
    noPrompt: 'no prompt in the file',
    ours: 'told by the workbench how to call the others',
    graph: 'The team as it will be',
    graphLabel: (agents: readonly string[], edges: readonly string[], back: readonly string[]) =>
      `${agents.join(', ')}. ${edges.length > 0 ? edges.join(', ') : 'No connections'}.${back.length > 0 ? ` In the next turn: ${back.join(', ')}.` : ''}`,
    back: 'Dashed: read in the next turn.',
    calls: 'Dotted: called by the orchestrator.',
    unmatched: (count: number) => (count === 0 ? 'Nothing is left behind' : `${plural(count, 'thing', 'things')} without a counterpart`),
    guesses: (count: number) => plural(count, 'assumption', 'assumptions'),
    add: 'Add a file…',
    addHelp: 'crewAI keeps agents and tasks in two files.',
    use: 'Use this team',
    begin: 'Begin a new project with it',
    keeps: (project: string) =>
      `“Use this team” replaces the team of “${project}”, and Undo brings it back. Environment, data, base and training stay.`,
    newName: (team: string, project: string) => `${team} (${project})`.slice(0, 200),
    used: 'Team replaced',
    usedText: (agents: number, unmatched: number) =>
      `The team has ${plural(agents, 'agent', 'agents')} now. ${unmatched === 0 ? '' : `${plural(unmatched, 'thing', 'things')} of the file had no counterpart. `}Undo brings the old one back.`,
    gone: 'The file is no longer at hand. Open it again.',
  },

  terminal: {
    read: (source: string, team: string | null) => `${source}${team === null ? '' : `: ${team}`}`,
    graph: (edges: readonly string[]) => (edges.length === 0 ? 'No connections.' : edges.join(', ')),
    back: (edges: readonly string[]) => `In the next turn: ${edges.join(', ')}.`,
    led: (role: string) => `${role} decides who speaks.`,
    note: (what: string, where: string, why: string) => `${where === '' ? '' : `${where}: `}${what}. ${why}`,
    unmatched: 'Without a counterpart:',
    guesses: 'Assumed:',
    wrote: (path: string) => `Wrote ${path}`,
  },
});
