/** The canvas's pure parts: layout, alignment, edges of a turn, problems. */
import { describe, expect, it } from 'vitest';
import { colorSlots } from '../../../../../../src/core/document/colors.ts';
import { addAgent, connect, setEnvironmentSource, updateAgent } from '../../../../../../src/core/editing/edits.ts';
import type { ProjectDocument } from '../../../../../../src/core/document/schema.ts';
import { FaultError } from '../../../../../../src/core/faults.ts';
import { aligned } from '../../../../../../src/page/features/team/model/alignment.ts';
import { edgesOf } from '../../../../../../src/page/features/team/model/edges.ts';
import { arrange, freePositions, NODE_SIZE } from '../../../../../../src/page/features/team/model/layout.ts';
import { teamProblems } from '../../../../../../src/page/features/team/model/problems.ts';
import { middleOf, routeOf } from '../../../../../../src/page/features/team/model/route.ts';
import { turnChoices } from '../../../../../../src/page/features/team/model/shownTurn.ts';
import { defaultProject, presetProject } from '../../../../../../src/page/state/document/defaultProject.ts';
import { selectedRoles } from '../../../../../../src/page/features/team/model/canvas.ts';
import { episode as episodeWith, message } from '../../../../core/episode/records.ts';
import { dice } from '../../../../support/dice.ts';

const CONSULT = await presetProject('consult');
const TRIO = await presetProject('trio');

/** A team of up to 14 agents with random connections, none of which closes a cycle. */
function randomTeam(seed: number): ProjectDocument {
  const roll = dice(seed);
  let document = defaultProject();
  for (let count = roll.below(12); count > 0; count -= 1) document = addAgent(document);
  const roles = document.team.agents.map(({ role }) => role);
  for (let count = roll.below(2 * roles.length); count > 0; count -= 1) {
    try {
      document = connect(document, roll.of(roles), roll.of(roles));
    } catch (error) {
      if (!(error instanceof FaultError)) throw error;
    }
  }
  return document;
}

describe('the layout', () => {
  it.each(Array.from({ length: 60 }, (_, seed) => seed))(
    'of a random graph is one, without overlaps, and keeps port order (seed %i)',
    (seed) => {
      const { team } = randomTeam(seed);
      const before = JSON.stringify(team);
      const positions = arrange(team);
      expect(arrange(team), 'the same again').toEqual(positions);
      expect(JSON.stringify(team), 'the order of agents and edges is their meaning').toBe(before);
      const at = (role: string) => positions[role]!;
      for (const { from, to } of team.edges) expect(at(to).x).toBeGreaterThanOrEqual(at(from).x + NODE_SIZE.width);
      const heard = (role: string) =>
        JSON.stringify(
          team.edges
            .filter(({ to }) => to === role)
            .map(({ from }) => from)
            .toSorted(),
        );
      team.agents.forEach(({ role }, index) => {
        for (const { role: later } of team.agents.slice(index + 1)) {
          const overlap = Math.abs(at(role).x - at(later).x) < NODE_SIZE.width && Math.abs(at(role).y - at(later).y) < NODE_SIZE.height;
          expect(overlap, `${role} covers ${later}`).toBe(false);
          if (heard(role) === heard(later)) expect(at(role).y, `${role} above ${later}`).toBeLessThan(at(later).y);
        }
      });
    },
  );

  it('puts a chain in one line, and what branches around its middle', () => {
    const trio = arrange(TRIO.team);
    expect(new Set(Object.values(trio).map(({ y }) => y)).size).toBe(1);
    const consult = CONSULT.team;
    const positions = arrange(consult);
    const helpers = consult.agents.slice(1).map(({ role }) => positions[role]!);
    expect(helpers.map(({ y }) => y)).toEqual(helpers.map(({ y }) => y).toSorted((a, b) => a - b));
    expect(positions['desk']!.y, 'the orchestrator before the middle of those it may call').toBe(helpers[1]!.y);
    expect(helpers.every(({ x }) => x > positions['desk']!.x)).toBe(true);
  });

  it('ends with a graph that a file brought with cycles', () => {
    const { team } = defaultProject();
    const edges = [...team.edges, { from: 'solver', to: 'planner' }, { from: 'solver', to: 'solver' }, { from: 'ghost', to: 'solver' }];
    expect(arrange({ ...team, edges })).toEqual(arrange(team));
  });

  it('keeps several new agents as they stand to one another', () => {
    const positions = freePositions(
      [
        { x: 0, y: 0 },
        { x: 300, y: 40 },
      ],
      [
        { x: 10, y: 10 },
        { x: 310, y: 200 },
      ],
    );
    expect(positions[1]!.y - positions[0]!.y).toBe(40);
    expect(positions[0]!.y).toBeGreaterThanOrEqual(10 + NODE_SIZE.height);
  });
});

describe('alignment', () => {
  const boxes = {
    a: { x: 0, y: 0, width: 200, height: 60 },
    b: { x: 30, y: 100, width: 200, height: 100 },
    c: { x: 500, y: 150, width: 200, height: 100 },
  };
  it.each([
    ['left', { a: 0, b: 0, c: 0 }, 'x'],
    ['right', { a: 500, b: 500, c: 500 }, 'x'],
    ['centre', { a: 250, b: 250, c: 250 }, 'x'],
    ['top', { a: 0, b: 0, c: 0 }, 'y'],
    ['bottom', { a: 190, b: 150, c: 150 }, 'y'],
    ['middle', { a: 95, b: 75, c: 75 }, 'y'],
    ['across', { a: 0, b: 250, c: 500 }, 'x'],
    ['down', { a: 0, b: 55, c: 150 }, 'y'],
  ] as const)('%s', (how, expected, axis) => {
    const positions = aligned(boxes, how);
    const other = axis === 'x' ? 'y' : 'x';
    for (const role of ['a', 'b', 'c'] as const) {
      expect(positions[role]![axis]).toBe(expected[role]);
      expect(positions[role]![other]).toBe(boxes[role][other]);
    }
    const again = aligned(Object.fromEntries(Object.entries(boxes).map(([role, box]) => [role, { ...box, ...positions[role] }])), how);
    expect(again, 'done twice it is the same').toEqual(positions);
  });
});

describe('the edges on the canvas', () => {
  const states = (edges: ReturnType<typeof edgesOf>) =>
    Object.fromEntries(edges.map((edge) => [`${edge.source} ${edge.target}`, edge.data?.state]));
  const trio = TRIO.team;
  const shown = { slots: colorSlots(TRIO), episode: null, chosen: [], scheme: 'light' as const };

  it('of another turn are ghosts', () => {
    const team = { ...trio, turns: [{ turn: 2, edges: [{ from: 'planner', to: 'verifier' }] }] };
    expect(states(edgesOf({ ...shown, team, turn: 1 }))).toEqual({
      'planner solver': 'plain',
      'solver verifier': 'plain',
      'planner verifier': 'ghost',
    });
    expect(states(edgesOf({ ...shown, team, turn: 3 }))).toEqual({
      'planner solver': 'ghost',
      'solver verifier': 'ghost',
      'planner verifier': 'plain',
    });
    expect(turnChoices(team, null)).toEqual([
      { turn: 0, until: 2 },
      { turn: 2, until: null },
    ]);
  });

  it('say what an episode showed, beyond connections too', () => {
    const episode = episodeWith(1, 0, { messages: [message('planner'), message('solver'), message('verifier', 2, { sees: [0, 1] })] });
    expect(states(edgesOf({ ...shown, team: trio, turn: 0, episode }))).toEqual({
      'planner solver': 'idle',
      'solver verifier': 'seen',
      'planner verifier': 'through',
    });
  });

  it('tell what is remembered of earlier turns, where nothing connects them', () => {
    const episode = episodeWith(1, 0, {
      messages: [
        message('planner'),
        message('solver', 2, { sees: [0] }),
        message('planner', 2, { turn: 1, call: 1, sees: [0, 1] }),
        message('solver', 2, { turn: 1, call: 1, sees: [0, 1] }),
      ],
    });
    expect(states(edgesOf({ ...shown, team: trio, turn: 0, episode }))).toEqual({ 'planner solver': 'seen', 'solver verifier': 'idle' });
    expect(states(edgesOf({ ...shown, team: trio, turn: 1, episode }))).toEqual({
      'planner solver': 'seen',
      'solver verifier': 'idle',
      'solver planner': 'earlier',
    });
  });

  it('of an orchestrator are the calls it may make, and those it made', () => {
    const { team } = CONSULT;
    const episode = episodeWith(1, 0, {
      messages: [
        message('desk', 2, { text: '<call>baker</call>' }),
        message('baker', 2, { text: '3' }),
        message('desk', 2, { text: '<done/>', sees: [0, 1] }),
      ],
    });
    expect(states(edgesOf({ ...shown, team, turn: 0 }))).toEqual({ 'desk gardener': 'may', 'desk baker': 'may', 'desk smith': 'may' });
    expect(states(edgesOf({ ...shown, team, turn: 0, episode }))).toMatchObject({ 'desk baker': 'call', 'desk smith': 'may' });
  });

  it('have their label in their middle', () => {
    expect(middleOf(routeOf({ x: 0, y: 0 }, { x: 100, y: 40 }, []))).toEqual({ x: 50, y: 20 });
  });
});

describe('the selection', () => {
  const agents = [{ role: 'a' }, { role: 'b' }, { role: 'c' }];
  it('is in the order of the team, and one alone once the cursor goes elsewhere', () => {
    expect(selectedRoles(agents, 'c', ['c', 'a'])).toEqual(['a', 'c']);
    expect(selectedRoles(agents, 'b', ['c', 'a'])).toEqual(['b']);
    expect(selectedRoles(agents, null, ['c', 'a'])).toEqual([]);
    expect(selectedRoles(agents, 'gone', [])).toEqual([]);
  });
});

describe('the problems of a team', () => {
  it('are told at their agents, those of edges and groups too, and not those of other parts', () => {
    let document = TRIO;
    document = updateAgent(document, 'solver', { speaks: { from: 5, every: 1 } });
    document = setEnvironmentSource(document, '');
    document = { ...document, team: { ...document.team, edges: [...document.team.edges, { from: 'verifier', to: 'verifier' }] } };
    const problems = teamProblems(document);
    expect(problems.byRole['solver']?.map(({ fault }) => fault.code)).toEqual(['E_AGENT_SILENT']);
    expect(problems.byRole['verifier']?.[0]).toMatchObject({ edge: { from: 'verifier', to: 'verifier' } });
    expect(problems.all.some(({ fault }) => fault.code === 'E_ENV_EMPTY')).toBe(false);
    expect(teamProblems(document), 'found once for each document').toBe(problems);
    expect(teamProblems(TRIO).all).toEqual([]);
  });
});
