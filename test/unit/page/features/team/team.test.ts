import { describe, expect, it } from 'vitest';
import { addAgent, connect, moveAgent } from '../../../../../src/core/editing/edits.ts';
import { arrange, freePosition, NODE_SIZE, positionsOf } from '../../../../../src/page/features/team/model/layout.ts';
import { routeOf } from '../../../../../src/page/features/team/model/route.ts';
import { readPath, writePath } from '../../../../../src/page/state/settings/path.ts';
import { defaultProject } from '../../../../../src/page/state/document/defaultProject.ts';

describe('the layout of a team', () => {
  const diamond = () => {
    let document = addAgent(addAgent(defaultProject(), { role: 'critic' }), { role: 'checker' });
    for (const [from, to] of [
      ['planner', 'critic'],
      ['solver', 'checker'],
      ['critic', 'checker'],
    ] as const)
      document = connect(document, from, to);
    return document;
  };

  it('puts everybody to the right of those they hear from, and nobody upon another', () => {
    const { team } = diamond();
    const positions = arrange(team);
    for (const { from, to } of team.edges) expect(positions[to]!.x).toBeGreaterThanOrEqual(positions[from]!.x + NODE_SIZE.width);
    const solver = positions['solver']!;
    const critic = positions['critic']!;
    expect(Math.abs(solver.y - critic.y)).toBeGreaterThanOrEqual(NODE_SIZE.height);
  });

  it('is the same when done twice, wherever the agents stood', () => {
    const document = diamond();
    const positions = arrange(document.team);
    const moved = moveAgent(document, 'checker', { x: -900, y: 4 });
    expect(arrange(moved.team)).toEqual(positions);
  });

  it('keeps known places and finds one for who has none', () => {
    const document = addAgent(defaultProject(), { role: 'critic' });
    const positions = positionsOf(document);
    expect(positions['planner']).toEqual(document.view.positions['planner']);
    expect(positions['critic']!.x).toBeGreaterThan(positions['solver']!.x);
  });
});

describe('the place of a new agent', () => {
  const overlap = (a: { x: number; y: number }, b: { x: number; y: number }) =>
    Math.abs(a.x - b.x) < NODE_SIZE.width && Math.abs(a.y - b.y) < NODE_SIZE.height;

  it('is the one wished for when it is free', () => {
    expect(freePosition({ x: 400, y: 20 }, [{ x: 0, y: 0 }])).toEqual({ x: 400, y: 20 });
  });

  it('is below whoever would be covered, however many stand there', () => {
    const taken = [0, 90, 230, 340].map((y) => ({ x: 30 + y / 10, y }));
    const position = freePosition({ x: 0, y: 10 }, taken);
    expect(taken.some((other) => overlap(position, other))).toBe(false);
    expect(position.x).toBe(0);
  });
});

describe('the way of a connection', () => {
  const from = { x: 210, y: 48 };
  const to = { x: 640, y: 48 };
  /** All numbers of a path in pairs: ends and controls of its curves. */
  const points = (path: string) => [...path.matchAll(/(-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => ({ x: Number(x), y: Number(y) }));

  it('is one curve where nobody stands between', () => {
    expect(routeOf(from, to, [{ x: 320, y: 120, width: 210, height: 96 }])).toBe('M210.0 48.0C425.0 48.0 425.0 48.0 640.0 48.0');
  });

  it('leads around who stands between, on the nearer side, from end to end', () => {
    const above = routeOf(from, to, [{ x: 320, y: 30, width: 210, height: 96 }]);
    expect(Math.min(...points(above).map(({ y }) => y))).toBeLessThan(30);
    const below = routeOf(from, to, [{ x: 320, y: -30, width: 210, height: 96 }]);
    expect(Math.max(...points(below).map(({ y }) => y))).toBeGreaterThan(66);
    for (const path of [above, below]) {
      expect(points(path)[0]).toEqual(from);
      expect(points(path).at(-1)).toEqual(to);
    }
  });

  it('passes whoever stands in the lane around the first as well', () => {
    const boxes = [
      { x: 320, y: 10, width: 210, height: 96 },
      { x: 330, y: -70, width: 190, height: 70 },
      { x: 330, y: 110, width: 190, height: 200 },
    ];
    const ys = points(routeOf(from, to, boxes)).map(({ y }) => y);
    expect(Math.min(...ys) < -70 || Math.max(...ys) > 310).toBe(true);
  });

  it('goes around both its ends when it leads back, not behind them', () => {
    const box = (x: number, y: number) => ({ x, y, width: 210, height: 96 });
    const [left, right, low] = [box(0, 0), box(400, 0), box(40, 300)];
    const start = (source: typeof left) => ({ x: source.x + source.width, y: source.y + source.height / 2 });
    const end = (target: typeof left) => ({ x: target.x, y: target.y + target.height / 2 });
    /** Points on the curves of a path. */
    const along = (path: string) => {
      const [first, ...rest] = points(path);
      const curves = Array.from({ length: rest.length / 3 }, (_, index) => [
        rest[3 * index - 1] ?? first!,
        ...rest.slice(3 * index, 3 * index + 3),
      ]);
      return curves.flatMap(([a, b, c, d]) =>
        Array.from({ length: 41 }, (_, step) => {
          const t = step / 40;
          const mix = (axis: 'x' | 'y') =>
            (1 - t) ** 3 * a![axis] + 3 * (1 - t) ** 2 * t * b![axis] + 3 * (1 - t) * t * t * c![axis] + t ** 3 * d![axis];
          return { x: mix('x'), y: mix('y') };
        }),
      );
    };
    const isBehind = (path: string, { x, y, width, height }: typeof left) =>
      along(path).some((at) => at.x > x && at.x < x + width && at.y > y && at.y < y + height);
    for (const [source, target, others] of [
      [right, left, []],
      [right, left, [box(200, -120), box(180, 130)]],
      [left, low, []],
      [low, left, [box(-100, 150)]],
    ] as const) {
      const path = routeOf(start(source), end(target), others, [source, target]);
      for (const passed of [source, target, ...others]) expect(isBehind(path, passed), path).toBe(false);
      expect(points(path).at(-1)).toEqual(end(target));
    }
    const ys = along(routeOf(start(left), end(low), [], [left, low])).map(({ y }) => y);
    expect(Math.min(...ys), 'between the two where there is room').toBeGreaterThanOrEqual(48);
    expect(Math.max(...ys)).toBeLessThanOrEqual(348);
  });

  it('ends, whoever stands wherever', () => {
    for (let seed = 1; seed < 60; seed += 1) {
      const boxes = Array.from({ length: 12 }, (_, index) => ({
        x: (seed * 131 + index * 197) % 700,
        y: ((seed * 71 + index * 89) % 500) - 250,
        width: 210,
        height: 96,
      }));
      expect(points(routeOf(from, to, boxes)).at(-1)).toEqual(to);
      expect(points(routeOf(to, from, boxes)).at(-1)).toEqual(from);
      expect(points(routeOf(to, from, boxes.slice(2), boxes.slice(0, 2))).at(-1)).toEqual(from);
    }
  });
});

describe('paths into settings', () => {
  it('write one value and share the rest', () => {
    const before = { a: { b: 1, c: { d: 2 } }, e: { f: 3 } };
    const after = writePath(before, 'a.b', 9);
    expect(after).toEqual({ a: { b: 9, c: { d: 2 } }, e: { f: 3 } });
    expect(after['e']).toBe(before.e);
    expect(before.a.b).toBe(1);
    expect(readPath(after, 'a.b')).toBe(9);
    expect(readPath(after, 'a.x.y')).toBeUndefined();
  });
});
