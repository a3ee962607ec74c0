import { describe, expect, it } from 'vitest';
import { diffDocuments } from '../../../../src/core/editing/diff.ts';
import { addAgent } from '../../../../src/core/editing/edits.ts';
import { changedLines } from '../../../../src/core/editing/lines.ts';
import { PRESETS } from '../../../../src/core/document/presets/presets.ts';
import type { AgentSettings, ProjectDocument } from '../../../../src/core/document/schema.ts';

const SOURCE = 'one\ntwo\nthree\nfour\n';
const micro = PRESETS.micro.project({ source: SOURCE });
const training = (part: Partial<ProjectDocument['training']>): ProjectDocument => ({
  ...micro,
  training: { ...micro.training, ...part },
});
const agents = (change: (agent: AgentSettings, at: number) => AgentSettings): ProjectDocument => ({
  ...micro,
  team: { ...micro.team, agents: micro.team.agents.map(change) },
});
const source = (text: string): ProjectDocument => ({ ...micro, environment: { ...micro.environment, source: text } });
const shown = (...documents: ProjectDocument[]) => Object.fromEntries(diffDocuments(documents).map(({ path, values }) => [path, values]));

describe('what differs between documents', () => {
  it('is nothing for the same, for one alone, and for what is only for display', () => {
    expect(diffDocuments([])).toEqual([]);
    expect(diffDocuments([micro])).toEqual([]);
    expect(diffDocuments([micro, structuredClone(micro)])).toEqual([]);
    expect(
      diffDocuments([
        micro,
        {
          ...agents((agent) => ({ ...agent, label: 'Someone' })),
          name: 'Another',
          description: 'x',
          view: { positions: { a: { x: 1, y: 2 } }, colors: { a: 3 } },
        },
      ]),
    ).toEqual([]);
  });

  it('names only the settings that differ, in the order of the schema, with a value for each document', () => {
    const rows = diffDocuments([training({ learningRate: 1e-3, seed: 1 }), micro, training({ seed: 3, compat: ['r1_huber_sign'] })]);
    expect(rows.map(({ path }) => path)).toEqual(['training.seed', 'training.learningRate', 'training.compat.r1_huber_sign']);
    expect(rows.map(({ values }) => values)).toEqual([
      [1, micro.training.seed, 3],
      [1e-3, micro.training.learningRate, micro.training.learningRate],
      [false, false, true],
    ]);
    expect(rows.every(({ kind }) => kind === 'setting')).toBe(true);
  });

  it('tells of settings inside groups by their own path', () => {
    expect(shown(micro, training({ credit: { ...micro.training.credit, strategy: 'per_step' } }))).toEqual({
      'training.credit.strategy': ['equal', 'per_step'],
    });
  });

  it('tells of agents that came or went, of edges, and not of what only one document has', () => {
    const roles = micro.team.agents.map(({ role }) => role);
    const bigger = addAgent(micro);
    const newcomer = bigger.team.agents.at(-1)?.role ?? '';
    const wired = { ...bigger, team: { ...bigger.team, edges: [...micro.team.edges, { from: roles[0] ?? '', to: newcomer }] } };
    expect(shown(micro, wired)).toEqual({
      'team.agents': [roles, [...roles, newcomer]],
      [`team.edges.${roles[0]} → ${newcomer}`]: [false, true],
    });
  });

  it('tells of an agent’s prompt as a text, and of what changed for all agents alike in one row', () => {
    const first = micro.team.agents[0]?.role ?? '';
    expect(diffDocuments([micro, agents((agent, at) => (at === 0 ? { ...agent, prompt: 'Be brief.' } : agent))])).toEqual([
      { path: `team.agents.${first}.prompt`, kind: 'text', values: [micro.team.agents[0]?.prompt, 'Be brief.'] },
    ]);
    expect(
      shown(
        micro,
        agents((agent) => ({ ...agent, adapter: { ...agent.adapter, rank: 2 } })),
      ),
    ).toEqual({
      'team.agents.*.adapter.rank': [micro.team.agents[0]?.adapter.rank, 2],
    });
  });

  it('counts the lines of code that changed against the first document', () => {
    expect(shown(micro, source('one\n2\nthree\nfour\nfive\n'), micro)).toEqual({ 'environment.source': [0, 2, 0] });
    expect(shown(micro, source(SOURCE.replaceAll('\n', '\r\n')))).toEqual({ 'environment.source': [0, 1] });
  });

  it('tells of a data set that only one has', () => {
    const dataset = {
      name: 'sums.csv',
      digest: 'a'.repeat(64),
      rows: 3,
      columns: {},
      split: { column: '', test: 0.2 },
      sample: 0,
      seed: 1,
    } as unknown as ProjectDocument['environment']['dataset'];
    const rows = shown(micro, { ...micro, environment: { ...micro.environment, dataset } });
    expect(rows['environment.dataset.name']).toEqual([undefined, 'sums.csv']);
    expect(rows['environment.dataset.split.test']).toEqual([undefined, 0.2]);
  });
});

describe('changed lines', () => {
  it.each([
    ['', '', 0],
    ['a', 'b', 1],
    ['a\nb\nc', 'a\nc', 1],
    ['a\nb\nc', 'a\nx\nb\nc', 1],
    ['a\nb\nc\nd', 'd\na\nb\nc', 1], // moved: one removed, one added
    ['a\nb\nc', 'x\ny\nz', 3],
    ['', 'a\nb', 2],
  ])('%j to %j are %i', (a, b, count) => {
    expect(changedLines(a, b)).toBe(count);
    expect(changedLines(b, a)).toBe(count);
  });

  it('equals the longest common subsequence by dynamic programming, on random texts', () => {
    let state = 12345;
    const next = (below: number) => (state = (state * 1103515245 + 12345) % 2147483648) % below;
    for (let round = 0; round < 200; round += 1) {
      const text = () => Array.from({ length: next(12) }, () => 'abcd'[next(4)]);
      const [a, b] = [text(), text()];
      const common = a
        .reduce<number[]>(
          (row, x) => b.reduce<number[]>((now, y, at) => [...now, x === y ? row[at]! + 1 : Math.max(row[at + 1]!, now[at]!)], [0]),
          Array.from({ length: b.length + 1 }, () => 0),
        )
        .at(-1)!;
      const [m, n] = [Math.max(a.length, 1), Math.max(b.length, 1)]; // an empty text is one empty line
      if (a.length > 0 && b.length > 0)
        expect(changedLines(a.join('\n'), b.join('\n')), `${a.join('')}|${b.join('')}`).toBe(Math.max(m, n) - common);
    }
  });

  it('of very different texts are all lines between the first and the last that differ', () => {
    const lines = (word: string) => ['same', ...Array.from({ length: 5000 }, (_, at) => `${word} ${at}`), 'end'].join('\n');
    expect(changedLines(lines('a'), lines('b'))).toBe(5000);
  });
});
