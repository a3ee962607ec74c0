/** Where agents stand on the canvas: as the document says, or laid out from left to right in the order they can speak. */
import { graphlib, layout as dagre } from '@dagrejs/dagre';
import type { Position } from '../../core/document/edits.ts';
import type { ProjectDocument, TeamSettings } from '../../core/document/schema.ts';

/** Size of an agent on the canvas, in its own pixels; `team.module.css` draws this width. */
export const NODE_SIZE = { width: 210, height: 96 } as const;
const GAP = { rank: 72, node: 28 } as const;

/** A layered layout that depends on roles, edges and their order only, so that arranging twice changes nothing. */
export function arrange(team: TeamSettings): Record<string, Position> {
  const graph = new graphlib.Graph();
  graph.setGraph({ rankdir: 'LR', ranksep: GAP.rank, nodesep: GAP.node });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { role } of team.agents) graph.setNode(role, { ...NODE_SIZE });
  for (const { from, to } of team.edges) if (graph.hasNode(from) && graph.hasNode(to)) graph.setEdge(from, to);
  dagre(graph);
  return Object.fromEntries(
    team.agents.map(({ role }) => {
      const { x, y } = graph.node(role);
      return [role, { x: Math.round(x - NODE_SIZE.width / 2), y: Math.round(y - NODE_SIZE.height / 2) }];
    }),
  );
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

/** A free place to the right of all of `taken`. */
export function besideAll(taken: readonly Position[]): Position {
  const rightmost = taken.reduce<Position | null>((best, position) => (best && best.x >= position.x ? best : position), null);
  return rightmost ? { x: rightmost.x + NODE_SIZE.width + GAP.rank, y: rightmost.y } : { x: 0, y: 0 };
}

/** The place nearest below `wish` where an agent overlaps none of `taken`. */
export function freePlace(wish: Position, taken: readonly Position[]): Position {
  const width = NODE_SIZE.width + GAP.node;
  const height = NODE_SIZE.height + GAP.node;
  const inTheWay = (y: number) => taken.filter((place) => Math.abs(place.x - wish.x) < width && Math.abs(place.y - y) < height);
  let { y } = wish;
  // Each step passes at least one agent for good, so it ends.
  for (let hit = inTheWay(y); hit.length > 0; hit = inTheWay(y)) y = Math.max(...hit.map((place) => place.y)) + height;
  return { x: Math.round(wish.x), y: Math.round(y) };
}
