import { describe, expect, it } from 'vitest';
import { FaultError } from '../../../../src/core/faults.ts';
import { graphFaults, layersOf, pathIfConnected, roleFault, seenBy, speakingOrder } from '../../../../src/core/team/graph.ts';
import { randomTeam, teamOf } from '../episode/support.ts';

const codes = (team: Parameters<typeof graphFaults>[0]) => graphFaults(team).map((fault) => fault.code);
const graph = (roles: string[], edges: [string, string][] = []) => ({
  agents: roles.map((role) => ({ role })),
  edges: edges.map(([from, to]) => ({ from, to })),
  context: 'ancestors' as const,
});

describe('graphFaults', () => {
  it('finds nothing in a diamond', () => {
    expect(
      graphFaults(
        graph(
          ['a', 'b', 'c', 'd'],
          [
            ['a', 'b'],
            ['a', 'c'],
            ['b', 'd'],
            ['c', 'd'],
          ],
        ),
      ),
    ).toEqual([]);
  });
  it('shows the path of a cycle', () => {
    const [fault] = graphFaults(
      graph(
        ['a', 'b', 'c', 'd'],
        [
          ['d', 'a'],
          ['a', 'b'],
          ['b', 'c'],
          ['c', 'a'],
        ],
      ),
    );
    expect(fault?.code).toBe('E_GRAPH_CYCLE');
    expect(fault?.message).toContain('a → b → c → a');
  });
  it('names unknown roles, self edges and edges that are there twice', () => {
    expect(codes(graph(['a', 'b'], [['a', 'ghost']]))).toEqual(['E_GRAPH_UNKNOWN_ROLE']);
    expect(codes(graph(['a', 'b'], [['a', 'a']]))).toEqual(['E_GRAPH_SELF_EDGE']);
    expect(
      codes(
        graph(
          ['a', 'b'],
          [
            ['a', 'b'],
            ['a', 'b'],
          ],
        ),
      ),
    ).toEqual(['E_GRAPH_DUPLICATE_EDGE']);
  });
  it('wants roles that differ in more than case', () => {
    expect(codes(graph(['Solver', 'solver']))).toEqual(['E_ROLE_DUPLICATE']);
  });
  it.each(['con', 'NUL', 'com1', 'lpt9', 'system', 'Problem', 'observation', 'judge', 'constructor', 'toString'])('reserves %s', (role) => {
    expect(roleFault(role)?.code).toBe('E_ROLE_RESERVED');
  });
  it.each(['', '1st', 'a b', 'é', `a${'b'.repeat(32)}`, '__proto__'])('refuses %j', (role) => {
    expect(roleFault(role)?.code).toBe('E_ROLE_ILLEGAL');
  });
  it.each(['a', 'Planner', 'math_solver-2', 'console', `a${'b'.repeat(31)}`])('accepts %s', (role) => {
    expect(roleFault(role)).toBeNull();
  });
});

describe('pathIfConnected', () => {
  const team = graph(
    ['a', 'b', 'c', 'd'],
    [
      ['a', 'b'],
      ['b', 'c'],
      ['c', 'd'],
    ],
  );
  it('gives the cycle the edge would close', () => {
    expect(pathIfConnected(team, 'd', 'a')).toEqual(['d', 'a', 'b', 'c', 'd']);
    expect(pathIfConnected(team, 'c', 'b')).toEqual(['c', 'b', 'c']);
    expect(pathIfConnected(team, 'b', 'b')).toEqual(['b', 'b']);
  });
  it('allows what closes none', () => {
    expect(pathIfConnected(team, 'a', 'd')).toBeNull();
  });
});

describe('𝒟', () => {
  const chain: [string, string][] = [
    ['a', 'b'],
    ['b', 'c'],
  ];
  it('ancestors, parents and prefix differ as they say', () => {
    expect(seenBy(teamOf(['a', 'b', 'c', 'lone'], chain, 'ancestors'), 2)).toEqual([0, 1]);
    expect(seenBy(teamOf(['a', 'b', 'c', 'lone'], chain, 'parents'), 2)).toEqual([1]);
    expect(seenBy(teamOf(['lone', 'a', 'b', 'c'], chain, 'prefix'), 3)).toEqual([0, 1, 2]);
    expect(seenBy(teamOf(['lone', 'a', 'b', 'c'], chain, 'ancestors'), 3)).toEqual([1, 2]);
  });
  it('lets siblings speak together, except when everybody sees everybody before', () => {
    const diamond: [string, string][] = [
      ['a', 'b'],
      ['a', 'c'],
      ['b', 'd'],
      ['c', 'd'],
    ];
    expect(layersOf(teamOf(['a', 'b', 'c', 'd'], diamond))).toEqual([[0], [1, 2], [3]]);
    expect(layersOf(teamOf(['a', 'b', 'c', 'd'], diamond, 'prefix'))).toEqual([[0], [1], [2], [3]]);
  });
  it('breaks ties by the order of the list and fails on a cycle with the fault', () => {
    expect(speakingOrder(graph(['z', 'y', 'x'], [['x', 'z']]))).toEqual([1, 2, 0]);
    expect(() =>
      speakingOrder(
        graph(
          ['a', 'b'],
          [
            ['a', 'b'],
            ['b', 'a'],
          ],
        ),
      ),
    ).toThrow(FaultError);
  });
  it('holds for 200 random teams: topological order, layers respect it, rows are sorted by it', () => {
    for (let seed = 0; seed < 200; seed++) {
      const team = randomTeam(seed);
      expect(graphFaults(team)).toEqual([]);
      const order = speakingOrder(team);
      expect([...order].sort((a, b) => a - b)).toEqual(team.agents.map((_, i) => i));
      const rankOf = (agent: number) => order.indexOf(agent);
      const indexOf = (role: string) => team.agents.findIndex((agent) => agent.role === role);
      for (const edge of team.edges) expect(rankOf(indexOf(edge.from))).toBeLessThan(rankOf(indexOf(edge.to)));
      const layers = layersOf(team);
      expect(layers.flat().length).toBe(team.agents.length);
      layers.forEach((layer, depth) => {
        for (const agent of layer) {
          const row = seenBy(team, agent);
          expect(row).toEqual([...row].sort((a, b) => rankOf(a) - rankOf(b)));
          for (const seen of row) expect(layers.findIndex((l) => l.includes(seen))).toBeLessThan(depth);
          for (const seen of row) expect(rankOf(seen)).toBeLessThan(rankOf(agent));
          if (team.context !== 'prefix')
            for (const edge of team.edges) if (edge.to === team.agents[agent]!.role) expect(row).toContain(indexOf(edge.from));
        }
      });
    }
  });
});
