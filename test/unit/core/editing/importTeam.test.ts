/** Teams from elsewhere as a document's: the graph that is played, what the next turn shows, roles, prompts, and what is said of the rest. */
import { describe, expect, test } from 'vitest';
import { PRESETS } from '../../../../src/core/document/presets/presets.ts';
import { documentFaults } from '../../../../src/core/document/check/check.ts';
import { parseDocument } from '../../../../src/core/document/parse.ts';
import { importTeam, speakers } from '../../../../src/core/editing/importTeam.ts';
import { siiMarftFiles } from '../../../../src/core/formats/exports/verifiers/siiMarft.ts';
import { readTeams } from '../../../../src/core/formats/teams/read.ts';
import type { ForeignTeam } from '../../../../src/core/formats/teams/team.ts';
import { graphFaults, seenBy, speakingOrder } from '../../../../src/core/team/graph.ts';
import { crewFiles, teamFile } from '../formats/teams/teamFiles.ts';

const BEFORE = PRESETS.micro.project({ file: 'sums.env.ts', source: '' });

function only(files: Parameters<typeof readTeams>[0]): ForeignTeam {
  const [team] = readTeams(files);
  if (!team) throw new Error('no team');
  return team;
}

function imported(name: string, taken?: readonly string[]) {
  const team = only(/\.\w+$/.test(name) ? [teamFile(name)] : crewFiles(name));
  const result = importTeam(team, BEFORE, taken);
  const { agents, edges } = result.document.team;
  return {
    ...result,
    team: result.document.team,
    roles: agents.map(({ role }) => role),
    edges: edges.map(({ from, to }) => `${from} → ${to}`),
    back: result.back.map(({ from, to }) => `${from} → ${to}`),
    codes: result.notes.map(({ code, where }) => (where ? `${code} ${where}` : code)),
  };
}

test('a tool loop is one agent that speaks once', () => {
  const { roles, edges, back, codes } = imported('langgraph-tool-chat.json');
  expect({ roles, edges, back }).toEqual({ roles: ['chatbot'], edges: [], back: [] });
  expect(codes).toEqual(['noPrompts', 'steps', 'toolNode tools', 'reads', 'condition chatbot', 'toolLoop chatbot']);
});

test('a step that is taken out leaves its links joined', () => {
  const all = imported('langgraph-retrieval.json');
  expect(all.edges).toEqual(['ask_or_answer → retrieve', 'retrieve → rewrite_question', 'retrieve → answer']);
  expect(all.back).toEqual(['rewrite_question → ask_or_answer']);
  const without = imported('langgraph-retrieval.json', ['ask_or_answer', 'rewrite_question', 'answer']);
  expect(without.edges).toEqual(['ask_or_answer → rewrite_question', 'ask_or_answer → answer']);
  expect(without.back).toEqual(['rewrite_question → ask_or_answer']);
  expect(without.codes).toContain('leftOut retrieve');
  expect(without.codes).toContain('joined ask_or_answer → answer');
});

test('a supervisor becomes the orchestrator, and what it says is read by those it calls', () => {
  const { team, edges, back, codes } = imported('langgraph-supervisor.json');
  expect([team.orchestration, team.orchestrator.role, team.context]).toEqual(['dynamic', 'supervisor', 'ancestors']);
  expect(edges).toEqual(['supervisor → researcher', 'supervisor → coder', 'supervisor → writer']);
  expect(back).toEqual([]);
  expect(codes).toEqual(['noPrompts', 'steps', 'hub supervisor']);
});

test('a supervisor that is taken out leaves a team without one', () => {
  const { team, edges, back } = imported('langgraph-supervisor.json', ['researcher', 'coder']);
  expect(team.orchestration).toBe('static');
  // Through it each leads to the other; the file names the coder first.
  expect([edges, back]).toEqual([['coder → researcher'], ['researcher → coder']]);
});

test('an essay: a graph within, a pause, a link back, a name that is no role', () => {
  const { roles, edges, back, codes, team } = imported('langgraph-essay.json');
  expect(roles).toEqual(['planner', 'outline', 'draft', 'kritik__', 'search', 'read_papers']);
  expect(edges.toSorted()).toEqual(
    [
      'draft → kritik__',
      'outline → draft',
      'planner → outline',
      'planner → search',
      'read_papers → draft',
      'search → read_papers',
    ].toSorted(),
  );
  expect(back).toEqual(['kritik__ → draft']);
  for (const code of [
    'interrupt draft',
    'defer draft',
    'fields planner',
    'subgraph research',
    'condition draft',
    'role kritik_定',
    'circle kritik_定 → draft',
  ])
    expect(codes).toContain(code);
  expect(team.agents.find(({ role }) => role === 'read_papers')?.label).toBe('research:read papers');
});

test('Mermaid gives the same team as JSON', () => {
  for (const name of ['langgraph-tool-chat', 'langgraph-retrieval', 'langgraph-supervisor', 'langgraph-essay']) {
    const [json, drawn] = [imported(`${name}.json`), imported(`${name}.mmd`)];
    expect(drawn.team.agents.map(({ role }) => role).toSorted()).toEqual(json.roles.toSorted());
    expect(drawn.edges.toSorted()).toEqual(json.edges.toSorted());
    expect(drawn.back).toEqual(json.back);
  }
});

test('round robin is a chain that begins again in the next turn, prompts as written', () => {
  const { edges, back, team, notes } = imported('autogen-reflection.json');
  expect(edges).toEqual(['writer → critic']);
  expect(back).toEqual(['critic → writer']);
  expect(team.agents[1]?.prompt).toContain('mind {{team}} spirit');
  const circle = notes.find(({ code }) => code === 'circle');
  expect(circle?.why).toContain(BEFORE.training.horizon === 1 ? 'set Horizon to 2 or more' : `up to ${BEFORE.training.horizon} turns`);
  expect(notes.find(({ code }) => code === 'termination')?.why).toMatch(/TextMentionTermination, MaxMessageTermination/);
});

test('a model that selects becomes an orchestrator; a person and tools stay behind', () => {
  const { roles, edges, team, codes, notes } = imported('autogen-selector.json');
  expect(roles).toEqual(['selector', 'PlanningAgent', 'SearchAgent', 'DataAnalyst']);
  expect(edges).toEqual([]);
  expect([team.orchestration, team.orchestrator.role, team.context, team.agents[0]?.prompt]).toEqual(['dynamic', 'selector', 'prefix', '']);
  for (const code of ['selector selector', 'selectorPrompt selector', 'human user', 'tools DataAnalyst', 'models'])
    expect(codes).toContain(code);
  expect(notes.find(({ code }) => code === 'selectorPrompt')?.why).toContain('Only say the name, of {participants}.');
  expect(JSON.stringify(notes)).not.toContain('***');
});

test('handovers are links; the way back is the next turn', () => {
  const { edges, back, codes } = imported('autogen-swarm.json');
  expect(edges).toEqual(['travel_agent → flights_refunder']);
  expect(back).toEqual(['flights_refunder → travel_agent']);
  expect(codes).toEqual(expect.arrayContaining(['handoffs', 'condition travel_agent', 'condition flights_refunder']));
});

test('GraphFlow keeps its graph; editors speak at the same time', () => {
  const { edges, back, team, codes } = imported('autogen-graph-flow.json');
  expect(edges).toEqual([
    'writer → grammar_editor',
    'writer → style_editor',
    'grammar_editor → reviewer',
    'style_editor → reviewer',
    'reviewer → publisher',
  ]);
  expect(back).toEqual(['reviewer → writer']);
  expect(seenBy(team, 3).map((agent) => team.agents[agent]?.role)).toEqual(['writer', 'grammar_editor', 'style_editor']);
  expect(codes).toContain('condition reviewer');
});

test('AG2: a chat whose manager chooses, no key of the file shown', () => {
  const { roles, team, codes, notes } = imported('ag2-builder.json');
  expect(roles).toEqual(['chat_manager', 'Paper_Expert', 'Python_Expert']);
  expect(team.orchestrator.role).toBe('chat_manager');
  expect(codes).toEqual(['selector chat_manager', 'fields Python_Expert', 'code Computer_terminal', 'task building_task', 'models']);
  expect(JSON.stringify(notes)).not.toContain('sk-');
});

test('crewAI: tasks in order, each reading all before it', () => {
  const { roles, edges, team, codes } = imported('crewai-report');
  expect([roles, edges, team.context]).toEqual([['researcher', 'reporting_analyst'], ['researcher → reporting_analyst'], 'ancestors']);
  expect(codes).toEqual(
    expect.arrayContaining([
      'inputs researcher',
      'inputs reporting_analyst',
      'delegation reporting_analyst',
      'models',
      'fields reporting_task',
    ]),
  );
});

test('crewAI: a task reads exactly its context, and an agent of two tasks learns as one', () => {
  const { roles, team, codes } = imported('crewai-posting');
  expect(roles).toEqual(['culture', 'role_needs', 'writer', 'reviewer']);
  expect(team.context).toBe('parents');
  const seen = team.agents.map((_, agent) => seenBy(team, agent).map((other) => team.agents[other]?.role));
  expect(seen).toEqual([[], [], ['culture', 'role_needs'], ['writer']]);
  expect(team.agents.map(({ adapter }) => adapter.group)).toEqual(['analyst', 'analyst', '', '']);
  for (const code of ['group analyst', 'tools analyst', 'review check', 'fields role_needs']) expect(codes).toContain(code);
});

test('crewAI in JSON: comments, inputs, agents in files of their own', () => {
  const { roles, edges, team, codes } = imported('crewai-json');
  expect([roles, edges]).toEqual([['classifier', 'responder'], ['classifier → responder']]);
  // An input is put in once: what it holds is no placeholder.
  expect(team.agents[1]?.prompt).toBe(
    'You are Responder. You are kind.\nYour personal goal is: Help\n\nCurrent Task: Answer the ticket about the {shop}.\n\nThis is the expected criteria for your final answer: A friendly answer',
  );
  expect(team.agents[0]?.prompt).toContain('"billing" // or "bug"');
  expect(codes).toEqual(
    ['fields classifier', 'tools classifier', 'models', 'fields crew'].toSorted((a, b) => codes.indexOf(a) - codes.indexOf(b)),
  );
});

describe('crewAI, who reads whom', () => {
  const tasks = (contexts: readonly (readonly string[] | null)[]) =>
    contexts.map((context, index) => ({
      name: `t${index}`,
      description: 'd',
      expected_output: 'e',
      agent: `a${index}`,
      ...(context ? { context } : {}),
    }));
  const agents = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`a${index}`, { role: `R${index}` }]));
  const crewOf = (value: object) => importTeam(only([{ name: 'crew.json', text: JSON.stringify(value) }]), BEFORE);

  test('whatever the contexts, each reads what crewAI hands it, and nothing else', () => {
    // Every choice of contexts for four tasks: null reads all before, else any of those before.
    const choices = (at: number): (readonly string[] | null)[] => [
      null,
      ...Array.from({ length: 2 ** at }, (_, bits) =>
        Array.from({ length: at }, (__, bit) => bit).flatMap((bit) => (bits & (1 << bit) ? [`t${bit}`] : [])),
      ),
    ];
    let tried = 0;
    for (const b of choices(1))
      for (const c of choices(2))
        for (const d of choices(3)) {
          const contexts = [null, b, c, d];
          const { team } = crewOf({ agents: agents(4), tasks: tasks(contexts) }).document;
          contexts.forEach((context, at) => {
            const wanted = (context ?? Array.from({ length: at }, (_, before) => `t${before}`)).map((name) => Number(name.slice(1)));
            expect(seenBy(team, at).toSorted()).toEqual(wanted.toSorted());
          });
          tried += 1;
        }
    expect(tried).toBe(3 * 5 * 9);
  });

  test('a hierarchy is led by its manager, who has our instructions', () => {
    const manager = { role: 'Boss', goal: 'Lead' };
    const { document, notes } = crewOf({
      agents: { boss: manager, ...agents(2) },
      tasks: tasks([null]),
      process: 'hierarchical',
      manager_agent: 'boss',
    });
    expect(document.team.orchestrator.role).toBe('boss');
    expect(document.team.agents.map(({ role, prompt }) => [role, prompt])).toEqual([
      ['boss', ''],
      ['a0', 'You are R0.'],
      ['a1', 'You are R1.'],
    ]);
    expect(notes.find(({ code }) => code === 'manager')?.why).toContain('You are Boss.');
    expect(notes.some(({ code, where }) => code === 'task' && where === 't0')).toBe(true);
  });

  test('agents without tasks are not linked, and that is said', () => {
    const { document, notes } = importTeam(only(crewFiles('crewai-posting').filter(({ name }) => name === 'agents.yaml')), BEFORE);
    expect(document.team.agents).toHaveLength(3);
    expect(document.team.edges).toEqual([]);
    expect(notes.some(({ code }) => code === 'noTasks')).toBe(true);
  });
});

test('SII-MARFT: the graph, one adapter for a role in two places, what R3 does otherwise', () => {
  const { roles, edges, team, codes } = imported('sii-marft.yaml');
  expect(roles).toEqual(['plan', 'solve_a', 'solve_b', 'check']);
  expect(edges).toEqual(['plan → solve_a', 'plan → solve_b', 'solve_a → check', 'solve_b → check']);
  expect(team.agents.map(({ adapter }) => adapter.group)).toEqual(['', 'solver', 'solver', '']);
  expect(team.agents[0]?.prompt).toBe('You are one of {{team}}.');
  expect(codes).toEqual(expect.arrayContaining(['transition solve_a', 'training multi_agent', 'firstPrompt', 'transcript']));
});

test.each(['micro', 'trio', 'consult', 'relay'] as const)(
  'what we write for SII-MARFT of %s comes back: roles, prompts, who reads whom',
  (name) => {
    const before = PRESETS[name].project({ file: 'x.env.ts', source: '' });
    const yaml = siiMarftFiles(before)['sii-marft.yaml'] ?? '';
    const { document } = importTeam(only([{ name: 'sii-marft.yaml', text: yaml }]), before);
    const rows = ({ team }: typeof before) =>
      speakingOrder(team).map((agent) => [team.agents[agent]?.role, seenBy(team, agent).map((other) => team.agents[other]?.role)]);
    const led = before.team.orchestration === 'dynamic';
    // Its graph cannot say “parents”.
    if (!led) expect(rows(document)).toEqual(rows({ ...before, team: { ...before.team, context: 'ancestors' } }));
    for (const { role, prompt } of before.team.agents)
      if (prompt && !prompt.includes('{')) expect(document.team.agents.find((agent) => agent.role === role)?.prompt).toBe(prompt);
    expect(document.team.orchestration).toBe(before.team.orchestration);
  },
);

test('everything else of the project stays, and the result is a project', () => {
  const { document } = imported('autogen-graph-flow.json');
  expect({ ...document, team: null, view: null }).toEqual({ ...BEFORE, team: null, view: null });
  const model = BEFORE.team.agents.at(-1);
  for (const { adapter, sampling } of document.team.agents)
    expect([adapter, sampling]).toEqual([{ ...model?.adapter, group: '', frozen: false }, model?.sampling]);
  expect(parseDocument(JSON.stringify(document))).toEqual(document);
});

test.each([
  'langgraph-tool-chat.json',
  'langgraph-retrieval.mmd',
  'langgraph-supervisor.json',
  'langgraph-essay.json',
  'autogen-reflection.json',
  'autogen-selector.json',
  'autogen-swarm.json',
  'autogen-graph-flow.json',
  'ag2-builder.json',
  'crewai-report',
  'crewai-posting',
  'crewai-json',
  'sii-marft.yaml',
])('%s can be trained as it is: nothing of the document is refused, in any project', (name) => {
  const team = only(/\.\w+$/.test(name) ? [teamFile(name)] : crewFiles(name));
  for (const preset of ['micro', 'consult', 'relay', 'memory'] as const) {
    const { document } = importTeam(team, PRESETS[preset].project({ file: 'x.env.ts', source: 'export default {}' }));
    expect(documentFaults(document)).toEqual([]);
  }
});

test('any graph becomes one that can be played, and no link is lost: each is an edge or a link back', () => {
  // Small graphs with a start, drawn by a fixed walk; their nodes are all agents.
  let seed = 7;
  const next = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((seed / 2 ** 31) * below);
  };
  for (let round = 0; round < 100; round++) {
    const count = 2 + next(6);
    const ids = Array.from({ length: count }, (_, index) => `n${index}`);
    const pairs = ids.flatMap((from) => ids.flatMap((to) => (from !== to && next(3) === 0 ? [[from, to] as const] : [])));
    const graph = {
      nodes: ['__start__', ...ids].map((id) => ({ id })),
      edges: [{ source: '__start__', target: ids[next(count)] }, ...pairs.map(([source, target]) => ({ source, target }))],
    };
    const team = only([{ name: 'g.json', text: JSON.stringify(graph) }]);
    const { document, back } = importTeam(team, BEFORE);
    expect(graphFaults(document.team)).toEqual([]);
    const held = [...document.team.edges, ...back].map(({ from, to }) => `${from} ${to}`).sort();
    expect(held).toEqual(pairs.map(([from, to]) => `${from} ${to}`).sort());
    // A link back is one that closes a circle: with it alone the graph cannot be played.
    for (const edge of back) expect(graphFaults({ ...document.team, edges: [...document.team.edges, edge] })).not.toEqual([]);
    expect(speakers(team)).toEqual(ids);
  }
});

test('nobody left, and more agents than a project has', () => {
  const many = { nodes: Array.from({ length: 33 }, (_, index) => ({ id: `n${index}` })), edges: [] };
  const team = only([{ name: 'g.json', text: JSON.stringify(many) }]);
  expect(() => importTeam(team, BEFORE)).toThrow(/33 agents/);
  expect(() => importTeam(team, BEFORE, [])).toThrow(/Nobody is left/);
  expect(importTeam(team, BEFORE, ['n1', 'n32']).document.team.agents).toHaveLength(2);
});
