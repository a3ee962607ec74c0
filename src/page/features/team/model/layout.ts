/** Where agents stand on the canvas: as the document says, or laid out from left to right in the order they can speak. */
import type { Position } from '../../../../core/editing/edits.ts';
import type { Edge, ProjectDocument, TeamSettings } from '../../../../core/document/schema.ts';

/** Size of an agent on the canvas, in its own pixels; `team.module.css` draws this width, and this height at most. */
export const NODE_SIZE = { width: 220, height: 108 } as const;
const GAP = { rank: 96, node: 28 } as const;

type Team = Pick<TeamSettings, 'agents' | 'edges' | 'turns' | 'orchestration' | 'orchestrator'>;

/**
 * A layered layout: everybody to the right of those they hear, as near to their height as order permits. It depends on the
 * team alone, not on where agents stood, so arranging twice changes nothing. Port order is kept: agents that hear the same
 * ones stand below one another in the order of the list, which is the order they are serialised in.
 */
export function arrange(team: Team): Record<string, Position> {
  const roles = team.agents.map(({ role }) => role);
  const before = predecessorsOf(roles, structureOf(team));
  const columns = columnsOf(roles, before);
  const heights = new Map<string, number>();
  const pitch = NODE_SIZE.height + GAP.node;
  for (const column of columns) {
    const wish = (role: string): number | null => {
      const heard = [...(before.get(role) ?? [])].flatMap((other) => heights.get(other) ?? []);
      return heard.length === 0 ? null : heard.reduce((sum, y) => sum + y, 0) / heard.length;
    };
    // Who hears nobody has no wish and stands where the list puts it; sorting is stable, so equals keep the list's order.
    const laid = column.map((role) => ({ role, y: wish(role) ?? 0 })).toSorted((a, b) => a.y - b.y);
    const rows = apart(
      laid.map(({ y }) => y),
      pitch,
    );
    laid.forEach(({ role }, index) => heights.set(role, rows[index] ?? 0));
  }
  const top = Math.min(0, ...heights.values());
  return Object.fromEntries(
    roles.map((role) => {
      const column = columns.findIndex((members) => members.includes(role));
      return [role, { x: column * (NODE_SIZE.width + GAP.rank), y: Math.round((heights.get(role) ?? 0) - top) }];
    }),
  );
}

/** The connections that shape the picture: those of all turns, and an orchestrator's possible calls to who hears nobody. */
function structureOf({ agents, edges, turns, orchestration, orchestrator }: Team): Edge[] {
  const drawn = [...edges, ...turns.flatMap((entry) => entry.edges)];
  if (orchestration === 'static') return drawn;
  const calls = agents.flatMap(({ role }) =>
    role === orchestrator.role || drawn.some(({ to }) => to === role) ? [] : [{ from: orchestrator.role, to: role }],
  );
  return [...drawn, ...calls];
}

/** Whom everybody hears; an edge that would close a cycle with those before it is left out, so that the rest is a graph. */
function predecessorsOf(roles: readonly string[], edges: readonly Edge[]): Map<string, Set<string>> {
  const before = new Map(roles.map((role) => [role, new Set<string>()]));
  /** Whether `to` hears `from`, directly or through others. */
  const reaches = (from: string, to: string, seen = new Set<string>()): boolean => {
    if (from === to) return true;
    seen.add(to);
    return [...(before.get(to) ?? [])].some((between) => !seen.has(between) && reaches(from, between, seen));
  };
  for (const { from, to } of edges) {
    const heard = before.get(to);
    if (heard && before.has(from) && !heard.has(from) && !reaches(to, from)) heard.add(from);
  }
  return before;
}

/** Roles by column, each column in the order of the list: the longest way from somebody who hears nobody. */
function columnsOf(roles: readonly string[], before: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const known = new Map<string, number>();
  const depth = (role: string): number => {
    const found = known.get(role);
    if (found !== undefined) return found;
    const value = Math.max(-1, ...[...(before.get(role) ?? [])].map(depth)) + 1;
    known.set(role, value);
    return value;
  };
  const columns: string[][] = [];
  for (const role of roles) (columns[depth(role)] ??= []).push(role);
  return columns;
}

/**
 * The heights nearest to `wishes` (ascending; least squares) that are at least `pitch` apart and keep their order: runs that
 * would overlap move as one block around their mean, as pool adjacent violators does for isotonic regression.
 */
function apart(wishes: readonly number[], pitch: number): number[] {
  const blocks: { sum: number; count: number }[] = [];
  wishes.forEach((wish, index) => {
    blocks.push({ sum: wish - index * pitch, count: 1 });
    for (;;) {
      const last = blocks.at(-1);
      const previous = blocks.at(-2);
      if (!last || !previous || previous.sum / previous.count <= last.sum / last.count) break;
      blocks.splice(-2, 2, { sum: previous.sum + last.sum, count: previous.count + last.count });
    }
  });
  return blocks.flatMap(({ sum, count }) => Array.from({ length: count }, () => sum / count)).map((base, index) => base + index * pitch);
}

/** A position for every agent: the document's; those it has none for are laid out, or put to the right of the others. */
export function positionsOf(document: ProjectDocument): Record<string, Position> {
  const { agents } = document.team;
  const known = document.view.positions;
  const missing = agents.filter(({ role }) => known[role] === undefined);
  if (missing.length === 0) return known;
  if (missing.length === agents.length) return arrange(document.team);
  const positions: Record<string, Position> = { ...known };
  for (const { role } of missing) positions[role] = besideAll(agents.flatMap((agent) => positions[agent.role] ?? []));
  return positions;
}

/** A free position to the right of all of `taken`. */
export function besideAll(taken: readonly Position[]): Position {
  const rightmost = taken.reduce<Position | null>((best, position) => (best && best.x >= position.x ? best : position), null);
  return rightmost ? { x: rightmost.x + NODE_SIZE.width + GAP.rank, y: rightmost.y } : { x: 0, y: 0 };
}

/** The position nearest below `wish` where an agent overlaps none of `taken`. */
export function freePosition(wish: Position, taken: readonly Position[]): Position {
  const width = NODE_SIZE.width + GAP.node;
  const height = NODE_SIZE.height + GAP.node;
  const inTheWay = (y: number) => taken.filter((position) => Math.abs(position.x - wish.x) < width && Math.abs(position.y - y) < height);
  let { y } = wish;
  // Each step passes at least one agent for good, so it ends.
  for (let hit = inTheWay(y); hit.length > 0; hit = inTheWay(y)) y = Math.max(...hit.map((position) => position.y)) + height;
  return { x: Math.round(wish.x), y: Math.round(y) };
}

/** Free positions for several agents that stay where they are to one another, moved down together as far as it takes. */
export function freePositions(wishes: readonly Position[], taken: readonly Position[]): Position[] {
  const moves = (shift: number): number =>
    Math.max(0, ...wishes.map(({ x, y }) => freePosition({ x, y: y + shift }, taken).y - Math.round(y + shift)));
  let shift = 0;
  for (let more = moves(0); more > 0; more = moves(shift)) shift += more;
  return wishes.map(({ x, y }) => ({ x: Math.round(x), y: Math.round(y + shift) }));
}
