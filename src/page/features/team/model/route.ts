/**
 * How a connection runs on the canvas: as one curve where that is free, otherwise around the agents it would run behind,
 * along a lane above or below them, whichever is nearer. One that leads back to the left would run behind its own two ends;
 * it goes around them, between them where there is room.
 */
import type { Position } from '../../../../core/editing/edits.ts';

export interface Box extends Position {
  readonly width: number;
  readonly height: number;
}

/** Free space kept between a lane and the agents it passes. */
const CLEARANCE = 16;
/** Least width of the bend between an end and its lane. */
const BEND = 32;
const SAMPLES = 32;

/**
 * SVG path from `from` to `to`, both left and arrived at towards the right, around `others`. `ends` are the agents it joins,
 * where they are known.
 */
export function routeOf(from: Position, to: Position, others: readonly Box[], ends: readonly Box[] = []): string {
  const direct = curve(from, to);
  const isFree = (path: readonly Curve[]) => !others.some((box) => isHit(box, path));
  const back = to.x < from.x && ends.length > 0;
  if (!back && isFree([direct])) return pathOf([direct]);
  const middle = back ? between(ends) : null;
  if (middle !== null && isFree(pathBack(from, to, middle))) return pathOf(pathBack(from, to, middle));

  let passed = back ? ends : others.filter((box) => isHit(box, [direct]));
  // A lane around some may meet others; each round takes in at least one more.
  for (;;) {
    const lanes = laneHeights(passed).map((y) => (back ? pathBack(from, to, y) : pathAlong(from, to, y, passed)));
    const free = lanes.find(isFree);
    const [nearest = [direct]] = lanes;
    const met = others.filter((box) => !passed.includes(box) && isHit(box, nearest));
    if (free || met.length === 0) return pathOf(free ?? nearest);
    passed = [...passed, ...met];
  }

  function pathOf(curves: readonly Curve[]): string {
    return `M${point(from)}${curves.map(drawn).join('')}`;
  }

  /** Above and below all of `boxes`, the nearer one to both ends first. */
  function laneHeights(boxes: readonly Box[]): number[] {
    const above = Math.min(...boxes.map((box) => box.y)) - CLEARANCE;
    const below = Math.max(...boxes.map((box) => box.y + box.height)) + CLEARANCE;
    const detour = (y: number) => Math.abs(from.y - y) + Math.abs(to.y - y);
    return [above, below].sort((a, b) => detour(a) - detour(b));
  }
}

/** The middle of a path that {@link routeOf} made: where a label stands. */
export function middleOf(path: string): Position {
  const [start, ...rest] = [...path.matchAll(/(-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => ({ x: Number(x), y: Number(y) }));
  const count = rest.length / 3;
  const index = Math.floor(count / 2);
  const [b, c, d] = rest.slice(3 * index, 3 * index + 3);
  const a = index === 0 ? start : rest[3 * index - 1];
  if (!a || !b || !c || !d) return start ?? { x: 0, y: 0 };
  return count % 2 === 0 ? a : pointOf([a, b, c, d], 0.5);
}

/** A cubic Bézier curve: start, two controls, end. */
type Curve = readonly [Position, Position, Position, Position];

/** As React Flow draws them: towards the right out of `from` and into `to`. */
function curve(from: Position, to: Position): Curve {
  const reach = to.x >= from.x ? (to.x - from.x) / 2 : 25 * Math.sqrt(from.x - to.x) * 0.25;
  return [from, { x: from.x + reach, y: from.y }, { x: to.x - reach, y: to.y }, to];
}

function pathAlong(from: Position, to: Position, y: number, passed: readonly Box[]): Curve[] {
  const enter = { x: Math.max(from.x + BEND, Math.min(...passed.map((box) => box.x)) - CLEARANCE / 2), y };
  const leave = { x: Math.min(to.x - BEND, Math.max(...passed.map((box) => box.x + box.width)) + CLEARANCE / 2), y };
  const lane: Curve = [enter, enter, leave, leave];
  return [curve(from, enter), lane, curve(leave, to)];
}

/** Out to the right, back along `y`, and in from the left. */
function pathBack(from: Position, to: Position, y: number): Curve[] {
  const out = from.x + 2 * BEND;
  const into = to.x - 2 * BEND;
  const turned = { x: from.x, y };
  const turning = { x: to.x, y };
  return [
    [from, { x: out, y: from.y }, { x: out, y }, turned],
    [turned, turned, turning, turning],
    [turning, { x: into, y }, { x: into, y: to.y }, to],
  ];
}

/** The middle of the free space between boxes one above the other; null where there is too little. */
function between(boxes: readonly Box[]): number | null {
  const [upper, lower] = boxes.toSorted((a, b) => a.y - b.y);
  if (!upper || !lower) return null;
  const room = lower.y - (upper.y + upper.height);
  return room >= CLEARANCE ? lower.y - room / 2 : null;
}

function isHit(box: Box, curves: readonly Curve[]): boolean {
  return curves.some((each) =>
    Array.from({ length: SAMPLES + 1 }, (_, index) => pointOf(each, index / SAMPLES)).some(
      ({ x, y }) => x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height,
    ),
  );
}

function pointOf([a, b, c, d]: Curve, t: number): Position {
  const s = 1 - t;
  const mix = (axis: 'x' | 'y') => s ** 3 * a[axis] + 3 * s * s * t * b[axis] + 3 * s * t * t * c[axis] + t ** 3 * d[axis];
  return { x: mix('x'), y: mix('y') };
}

const point = ({ x, y }: Position): string => `${x.toFixed(1)} ${y.toFixed(1)}`;
const drawn = ([, b, c, d]: Curve): string => `C${point(b)} ${point(c)} ${point(d)}`;
