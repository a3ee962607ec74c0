/** Files of teams that are damaged, endless, or out for trouble: each is a fault that says what is wrong, or is read for what it is. */
import { describe, expect, test } from 'vitest';
import { importTeam } from '../../../../../src/core/editing/importTeam.ts';
import { PRESETS } from '../../../../../src/core/document/presets/presets.ts';
import { FaultError } from '../../../../../src/core/faults.ts';
import { withoutComments } from '../../../../../src/core/formats/teams/jsonc.ts';
import { readTeams } from '../../../../../src/core/formats/teams/read.ts';
import { crewFiles, teamFile } from './teamFiles.ts';

const BEFORE = PRESETS.micro.project({ file: 'sums.env.ts', source: '' });
const read = (name: string, text: string) => readTeams([{ name, text }]);

function faultOf(work: () => unknown) {
  try {
    work();
  } catch (error) {
    if (error instanceof FaultError) return error.fault;
    throw error;
  }
  throw new Error('it was read');
}

const GRAPH = '---\nconfig:\n  flowchart:\n    curve: linear\n---\ngraph TD;\n';
const agents = (rest: string) => `a:\n  role: x\n${rest}`;
const component = (provider: string, config: object) => JSON.stringify({ provider, component_type: 'team', config });

/** An alias repeated ten times, eight deep: 10⁸ entries. */
const BILLION = `a: &a [x,x,x,x,x,x,x,x,x,x]\n${Array.from('bcdefghi', (letter, at) => `${letter}: &${letter} [${Array(10).fill(`*${'abcdefgh'[at]}`).join(',')}]`).join('\n')}`;

describe('what is refused, and how', () => {
  test.each<[what: string, name: string, text: string, code: string, says: RegExp]>([
    ['YAML that repeats itself', 'agents.yaml', BILLION, 'E_TEAM_FILE', /repeats its parts/],
    [
      'YAML that holds itself',
      'agents.yaml',
      `a: &a {${Array(101)
        .fill(0)
        .map((_, at) => `k${at}: *a`)
        .join(', ')}}`,
      'E_TEAM_FILE',
      /repeats its parts/,
    ],
    ['YAML brackets without end', 'agents.yaml', '['.repeat(50_000), 'E_TEAM_FILE', /parts lie in parts/],
    ['YAML cut off', 'agents.yaml', 'a: {role: "x', 'E_TEAM_YAML', /not YAML from line 1/],
    ['YAML with tabs', 'agents.yaml', 'a:\n\trole: x', 'E_TEAM_YAML', /from line 2/],
    ['two documents', 'agents.yaml', 'a: {role: x}\n---\nb: {role: y}', 'E_TEAM_YAML', /multiple docs/],
    ['a key twice', 'agents.yaml', `${agents('')}a:\n  role: y\n`, 'E_TEAM_FILE', /“a” is there twice/],
    ['much YAML', 'agents.yaml', `a: ${'x'.repeat(200_000)}`, 'E_TEAM_FILE', /larger than/],
    ['a list', 'agents.yaml', '- role: x', 'E_TEAM_FILE', /no team that the workbench knows/],
    ['settings of something else', 'docker-compose.yml', 'services: {web: {image: x}}', 'E_TEAM_FILE', /no team/],
    ['nothing', 'agents.yaml', '', 'E_TEAM_FILE', /no team/],
    ['JSON cut off', 'crew.jsonc', '{\n// yes\n"agents": [', 'E_TEAM_JSON', /from line 3/],
    ['a comment without end', 'crew.jsonc', '{ /* "agents": []', 'E_TEAM_JSON', /not JSON/],
    ['JSON brackets without end', 'crew.jsonc', '['.repeat(1_000_000), 'E_TEAM_JSON', /not JSON/],
    ['a graph without nodes', 'g.json', '{"nodes": [], "edges": []}', 'E_TEAM_FILE', /no agent/],
    [
      'a link to nobody',
      'g.json',
      '{"nodes": [{"id": "a"}], "edges": [{"source": "a", "target": "b"}]}',
      'E_TEAM_FILE',
      /leads to or from/,
    ],
    ['a node twice', 'g.json', '{"nodes": [{"id": "a"}, {"id": "a"}], "edges": []}', 'E_TEAM_FILE', /twice/],
    [
      'a node with an endless name',
      'g.json',
      JSON.stringify({ nodes: [{ id: 'n'.repeat(201) }], edges: [] }),
      'E_TEAM_FILE',
      /longer than a name/,
    ],
    ['a node without a name', 'g.json', '{"nodes": [{}], "edges": []}', 'E_TEAM_FILE', /no name/],
    [
      'many nodes',
      'g.json',
      JSON.stringify({ nodes: Array.from({ length: 501 }, (_, id) => ({ id: `n${id}` })), edges: [] }),
      'E_TEAM_FILE',
      /more parts/,
    ],
    ['another flowchart', 'g.mmd', 'flowchart LR\nA-->B', 'E_TEAM_FILE', /“flowchart LR”/],
    ['a statement of others', 'g.mmd', `${GRAPH}\ta --> b;\n\tclick a href "javascript:alert(1)"\n`, 'E_TEAM_FILE', /click a href/],
    ['an arrow of others', 'g.mmd', `${GRAPH}\ta ==> b;\n`, 'E_TEAM_FILE', /a ==> b/],
    ['a subgraph cut off', 'g.mmd', `${GRAPH}\tsubgraph x\n\ta(a)\n`, 'E_TEAM_FILE', /cut off/],
    [
      'a component of no team',
      't.json',
      component('autogen_agentchat.agents.AssistantAgent', { name: 'a' }),
      'E_TEAM_FILE',
      /“AssistantAgent” is no team/,
    ],
    [
      'a team of nobody',
      't.json',
      component('autogen_agentchat.teams.RoundRobinGroupChat', { participants: [] }),
      'E_TEAM_FILE',
      /no agent/,
    ],
    [
      'a participant without a name',
      't.json',
      component('x.RoundRobinGroupChat', { participants: [{ provider: 'y', config: {} }] }),
      'E_TEAM_FILE',
      /no name/,
    ],
    [
      'a graph of other agents',
      't.json',
      component('x.GraphFlow', {
        participants: [{ provider: 'y.AssistantAgent', config: { name: 'a' } }],
        graph: { nodes: { b: { name: 'b', edges: [{ target: 'a' }] } } },
      }),
      'E_TEAM_FILE',
      /leads to or from/,
    ],
    ['AG2 without agents', 'a.json', '{"agent_configs": []}', 'E_TEAM_FILE', /no agent/],
    [
      'a context that is no task',
      'crew.json',
      '{"agents": {"a": {"role": "x"}}, "tasks": [{"name": "t", "description": "d", "expected_output": "e", "agent": "a", "context": ["u"]}]}',
      'E_TEAM_FILE',
      /leads to or from/,
    ],
    ['R3 without roles', 'r3.yaml', 'multi_agent: {graph_type: sequential}', 'E_TEAM_FILE', /no agent/],
  ])('%s', (_, name, text, code, says) => {
    const fault = faultOf(() => read(name, text));
    expect([fault.code, fault.message]).toEqual([code, expect.stringMatching(says)]);
    expect(fault.hint).toBeTruthy();
  });

  test('wrappers in wrappers', () => {
    let inner: object = { provider: 'autogen_agentchat.agents.AssistantAgent', config: { name: 'a' } };
    for (let depth = 0; depth < 2000; depth++)
      inner = { provider: 'x.MessageFilterAgent', config: { name: 'a', wrapped_agent: inner, filter: { per_source: [] } } };
    expect(faultOf(() => read('t.json', component('x.RoundRobinGroupChat', { participants: [inner] }))).message).toMatch(
      /parts lie in parts/,
    );
  });

  test('files of two crews, or of a crew and something else', () => {
    const twice = [
      ...crewFiles('crewai-report'),
      { name: 'other/agents.yaml', text: agents('') },
      { name: 'x/agents.yaml', text: agents('') },
    ];
    expect(faultOf(() => readTeams(twice)).message).toMatch(/“a” is there twice/);
    expect(faultOf(() => readTeams([...crewFiles('crewai-report'), teamFile('autogen-swarm.json')])).message).toMatch(/not one team/);
  });

  test('every file, cut off anywhere, is refused or read without a fault of ours', () => {
    const files = ['langgraph-essay.json', 'langgraph-essay.mmd', 'autogen-swarm.json', 'ag2-builder.json', 'sii-marft.yaml'].map(teamFile);
    for (const { name, text } of files)
      for (let end = 0; end < text.length; end += 37) {
        const cut = { name, text: text.slice(0, end) };
        let document: unknown = null;
        try {
          const [team] = readTeams([cut]);
          if (team) document = importTeam(team, BEFORE).document;
        } catch (error) {
          if (!(error instanceof FaultError)) throw error;
          continue;
        }
        // Only of a text without brackets can the beginning be whole.
        expect([name, document !== null]).toEqual([expect.stringMatching(/mmd|yaml/), true]);
      }
  });
});

describe('what is read for what it is', () => {
  test('names that reach prototypes, shells and headers become plain roles', () => {
    const names = [
      '__proto__',
      'constructor',
      'system',
      'con',
      '../../etc/passwd',
      '<img src=x onerror=alert(1)>',
      '\u202egnp',
      ' ',
      '日本',
    ];
    const graph = { nodes: names.map((id) => ({ id })), edges: names.slice(1).map((target, at) => ({ source: names[at], target })) };
    const [team] = read('g.json', JSON.stringify(graph));
    if (!team) throw new Error('no team');
    const { document } = importTeam(team, BEFORE);
    const roles = document.team.agents.map(({ role }) => role);
    expect(new Set(roles).size).toBe(names.length);
    for (const role of roles) expect(role).toMatch(/^[A-Za-z][A-Za-z0-9_-]{0,31}$/);
    expect(document.team.edges).toHaveLength(names.length - 1);
    expect(Object.getPrototypeOf({})).toBe(Object.prototype);
    expect(({} as Record<string, unknown>)['role']).toBeUndefined();
  });

  test('agents of a crew that are called __proto__ or constructor', () => {
    const text =
      '{"agents": {"__proto__": {"role": "x"}, "constructor": {"role": "y"}}, "tasks": [{"name": "toString", "description": "d {valueOf}", "expected_output": "e", "agent": "constructor"}], "inputs": {"a": 1}}';
    const [team] = read('crew.json', text);
    expect(team?.nodes.map(({ id, prompt }) => [id, prompt.includes('{valueOf}')])).toEqual([['constructor', true]]);
  });

  test('a pattern that would take for ever in a careless reader', () => {
    const long = `${GRAPH}\t${'\\20a'.repeat(20_000)}!\n`;
    expect(faultOf(() => read('g.mmd', long)).code).toBe('E_TEAM_FILE');
    expect(faultOf(() => read('g.mmd', `${GRAPH}\ta -- ${'x --> b '.repeat(5000)}\n`)).code).toBe('E_TEAM_FILE');
    expect(faultOf(() => read('c.jsonc', `{${'/*'.repeat(100_000)}`)).code).toBe('E_TEAM_JSON');
  });

  test('comments go, what looks like one in a text stays, and everything keeps its line', () => {
    const text = '{ // one\n "a": "x // y /* z */ \\" //", /* two\n lines */ "b": [1, 2, /* , */ ], "c": ",]", }';
    const plain = withoutComments(text);
    expect(JSON.parse(plain)).toEqual({ a: 'x // y /* z */ " //', b: [1, 2], c: ',]' });
    expect(plain).toHaveLength(text.length);
    for (const json of ['{"a": 1}', '[",", "}", "\\\\"]', '""', '-1.5e3']) expect(withoutComments(json)).toBe(json);
  });

  test('a gallery has its teams, a wrapper its agent', () => {
    const inner = { provider: 'autogen_agentchat.agents.AssistantAgent', config: { name: 'in', system_message: 'Hm.' } };
    const wrapped = {
      provider: 'autogen_agentchat.agents.MessageFilterAgent',
      config: { name: 'out', wrapped_agent: inner, filter: { per_source: [{ source: 'user' }] } },
    };
    const society = {
      provider: 'autogen_agentchat.agents.SocietyOfMindAgent',
      config: { name: 'mind', instruction: 'Sum up.', team: { provider: 'x.RoundRobinGroupChat', config: { participants: [inner] } } },
    };
    const team = (label: string) => ({
      provider: 'autogen_agentchat.teams.RoundRobinGroupChat',
      component_type: 'team',
      label,
      config: { participants: [wrapped, society] },
    });
    const teams = read('gallery.json', JSON.stringify({ id: 'g', name: 'G', components: { teams: [team('One'), team('Two')] } }));
    expect(teams.map(({ name, nodes }) => [name, nodes.map(({ id, prompt }) => [id, prompt])])).toEqual(
      ['One', 'Two'].map((name) => [
        name,
        [
          ['out', 'Hm.'],
          ['mind', 'Sum up.'],
        ],
      ]),
    );
    expect(teams[0]?.notes.map(({ code }) => code)).toEqual(['filter', 'innerTeam']);
  });
});
