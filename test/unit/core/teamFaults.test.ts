import { describe, expect, it } from 'vitest';
import type { TeamSettings } from '../../../src/core/document/schema.ts';
import { teamFaults } from '../../../src/core/team/teamFaults.ts';
import { dependenciesAt, graphAt, speakersAt } from '../../../src/core/team/turns.ts';
import { teamOf } from './support.ts';

type Agent = TeamSettings['agents'][number];
const edge = (from: string, to: string) => ({ from, to });
const trio = teamOf(
  ['a', 'b', 'c'],
  [
    ['a', 'b'],
    ['b', 'c'],
  ],
);
const withAgents = (change: (agent: Agent) => Partial<Agent>, team = trio): TeamSettings => ({
  ...team,
  agents: team.agents.map((agent) => ({ ...agent, ...change(agent) })),
});
const speaks = (role: string, from: number, every: number) => (agent: Agent) => (agent.role === role ? { speaks: { from, every } } : {});
const codes = (team: TeamSettings, horizon = 3) => teamFaults(team, horizon).map(({ code }) => code);

describe('what changes from turn to turn', () => {
  const team: TeamSettings = {
    ...trio,
    turns: [
      { turn: 3, edges: [] },
      { turn: 1, edges: [edge('c', 'a')] },
    ],
  };
  it('the latest list of connections that has begun holds', () => {
    expect([0, 1, 2, 3, 9].map((turn) => graphAt(team, turn).edges.length)).toEqual([2, 1, 1, 0, 0]);
    expect(dependenciesAt(team, 0)).toEqual([[], [0], [0, 1]]);
    expect(dependenciesAt(team, 2)).toEqual([[2], [], []]);
    expect(speakersAt(team, 2)).toEqual([1, 2, 0]);
  });
  it('an agent speaks from its first turn on, and then every so often', () => {
    const skipping = withAgents(speaks('b', 1, 2));
    expect([0, 1, 2, 3].map((turn) => speakersAt(skipping, turn).includes(1))).toEqual([false, true, false, true]);
  });
});

describe('teamFaults', () => {
  it('finds nothing in a plain team, or in one that uses everything rightly', () => {
    expect(codes(trio, 1)).toEqual([]);
    const all = withAgents(speaks('b', 1, 2));
    expect(codes({ ...all, history: 'own', turns: [{ turn: 2, edges: [edge('c', 'a')] }] })).toEqual([]);
  });
  it('checks the connections of every turn', () => {
    const turns = (turn: number, ...edges: { from: string; to: string }[]) => ({ ...trio, turns: [{ turn, edges }] });
    expect(codes(turns(1, edge('a', 'ghost')))).toEqual(['E_GRAPH_UNKNOWN_ROLE']);
    expect(codes(turns(1, edge('a', 'b'), edge('b', 'a')))).toEqual(['E_GRAPH_CYCLE']);
    expect(teamFaults(turns(2, edge('a', 'a')), 3)[0]?.message).toMatch(/^From turn 2 on: “a” is connected to itself/);
    expect(codes(turns(3))).toEqual(['E_TURNS_BEYOND']);
    expect(codes({ ...trio, turns: [...turns(1).turns, ...turns(1).turns] })).toEqual(['E_TURNS_DUPLICATE']);
  });
  it('refuses a history of one turn', () => {
    expect(codes({ ...trio, history: 'own' }, 1)).toEqual(['E_TEAM_HISTORY']);
  });
  it('wants somebody to speak in every turn, and everybody in some', () => {
    expect(codes(withAgents(() => ({ speaks: { from: 0, every: 2 } })))).toEqual(['E_TURN_SILENT']);
    expect(codes(withAgents(speaks('a', 3, 1)))).toEqual(['E_SPEAKS_NEVER']);
    expect(codes(withAgents(speaks('a', 2, 2)))).toEqual(['E_SPEAKS_EVERY']);
    expect(codes(withAgents(speaks('a', 1, 2)))).toEqual([]);
    expect(codes(withAgents(speaks('a', 0, 2)), 1)).toEqual(['E_SPEAKS_EVERY']);
  });
  it('wants an orchestrator that can do its work, and none where nobody is called', () => {
    const dynamic = (changes: Partial<TeamSettings> = {}): TeamSettings => ({
      ...trio,
      edges: [edge('b', 'c')],
      orchestration: 'dynamic',
      orchestrator: { role: 'a', maxSteps: 3 },
      ...changes,
    });
    expect(codes(dynamic())).toEqual([]);
    expect(codes(dynamic({ edges: [edge('a', 'b')] }))).toEqual([]);
    expect(codes(dynamic({ orchestrator: { role: '', maxSteps: 3 } }))).toEqual(['E_ORCHESTRATOR_MISSING']);
    expect(codes(dynamic({ orchestrator: { role: 'A', maxSteps: 3 } }))).toEqual(['E_ORCHESTRATOR_MISSING']);
    expect(codes(dynamic({ agents: trio.agents.slice(0, 1), edges: [] }))).toEqual(['E_ORCHESTRATOR_ALONE']);
    expect(codes(dynamic({ agents: withAgents(speaks('a', 1, 1)).agents }))).toEqual(['E_ORCHESTRATOR_SPEAKS']);
    expect(codes(dynamic({ edges: [edge('b', 'a')] }))).toEqual(['E_ORCHESTRATOR_EDGE']);
    expect(codes(dynamic({ context: 'prefix' }))).toEqual(['E_ORCHESTRATOR_EDGE']);
    expect(codes(dynamic({ context: 'prefix', edges: [] }))).toEqual([]);
    expect(codes(dynamic({ context: 'prefix', edges: [], turns: [{ turn: 1, edges: [] }] }))).toEqual(['E_ORCHESTRATOR_EDGE']);
    expect(codes(dynamic({ orchestration: 'static' }))).toEqual(['E_ORCHESTRATOR_UNUSED']);
    // Nobody but the orchestrator need be on duty.
    expect(codes(dynamic({ agents: withAgents(({ role }) => (role === 'a' ? {} : { speaks: { from: 1, every: 1 } })).agents }))).toEqual(
      [],
    );
  });
  it.each<[string, (agent: Agent) => Partial<Agent>]>([
    ['base', () => ({ base: 'standard' })],
    ['rank', ({ adapter }) => ({ adapter: { ...adapter, rank: 4 } })],
    ['alpha', ({ adapter }) => ({ adapter: { ...adapter, alpha: 4 } })],
    ['targets', ({ adapter }) => ({ adapter: { ...adapter, targets: ['q_proj'] } })],
    ['frozen', ({ adapter }) => ({ adapter: { ...adapter, frozen: true } })],
    ['learningRate', ({ adapter }) => ({ adapter: { ...adapter, learningRate: 0.1 } })],
  ])('agents that share an adapter must agree in %s', (field, change) => {
    const shared = withAgents((agent) => ({ adapter: { ...agent.adapter, group: agent.role === 'b' ? 'other' : 'same' } }));
    expect(codes(shared)).toEqual([]);
    const differing = withAgents((agent) => (agent.role === 'c' ? change(agent) : {}), shared);
    const [fault, ...more] = teamFaults(differing, 3);
    expect(more).toEqual([]);
    expect(fault?.code).toBe('E_ADAPTER_GROUP');
    expect(fault?.message).toContain(`“a” and “c” share the adapter “same”, but differ in ${field}:`);
    // Whoever has an adapter of its own may differ.
    expect(codes(withAgents((agent) => (agent.role === 'b' ? change(agent) : {}), shared))).toEqual([]);
  });
  it('the team’s base by name is the team’s base, and targets are a set', () => {
    const team = withAgents(({ role, adapter }) => ({
      base: role === 'a' ? trio.base : '',
      adapter: { ...adapter, group: 'same', targets: role === 'a' ? [...adapter.targets].reverse() : adapter.targets },
    }));
    expect(codes(team)).toEqual([]);
  });
});
