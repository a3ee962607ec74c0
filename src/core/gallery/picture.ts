/**
 * The picture of a project in the gallery: its team in columns, a line for each connection, dotted whom an orchestrator calls, and below
 * them the reward of its recorded run. SVG that is read as an image, so its colours hold on light and dark pages alike.
 */
import { colorSlots } from '../document/colors.ts';
import type { Edge, ProjectDocument, TeamSettings } from '../document/schema.ts';
import { columnsOf } from '../editing/importTeam.ts';

const WIDTH = 240;
const EDGE = 4;
/** Height of the graph at most, and of each row of it where there is room. */
const GRAPH = 84;
const ROW = 26;
const CURVE = 36;
const GAP = 20;
/** Width of a letter beside the height of its text, at most. */
const LETTER = 0.62;
const LINE = '#7d868f';
const REWARD = '#4a7fc1';

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** `color` of a place in the palette, on which white text is read; `reward` within 0 and 1, from the first iteration to the last, or none. */
export function galleryPicture(document: ProjectDocument, color: (slot: number) => string, reward: readonly number[] | null): string {
  const { team } = document;
  const slots = colorSlots(document);
  const columns = columnsOf(team);
  const graph = Math.min(GRAPH, ROW * Math.max(...columns.map(({ length }) => length)) + 2 * EDGE);
  const boxes = placed(columns, graph);
  const text = fitting(boxes);
  const height = graph + (reward ? CURVE : 0);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" font-family="system-ui,sans-serif" font-size="${text.size}">`,
    ...linesOf(team).map(({ edge, dash }) => {
      const way = wayOf(boxes.get(edge.from), boxes.get(edge.to));
      return `<path d="${way}" fill="none" stroke="${LINE}" stroke-width="1.5"${dash ? ' stroke-dasharray="2 3"' : ''}/>`;
    }),
    ...[...boxes].flatMap(([role, { x, y, width, height: tall }]) => [
      `<rect x="${x}" y="${y}" width="${width}" height="${tall}" rx="3" fill="${color(slots.get(role) ?? 0)}"/>`,
      ...(text.letters < 2
        ? []
        : [
            `<text x="${round(x + width / 2)}" y="${round(y + tall / 2)}" fill="#fff" text-anchor="middle" dominant-baseline="central">${escaped(cut(role, text.letters))}</text>`,
          ]),
    ]),
    ...(reward ? [curveOf(reward, graph)] : []),
    '</svg>',
    '',
  ].join('\n');
}

/** The agents' boxes by role, as large as there is room. */
function placed(columns: readonly (readonly string[])[], graph: number): ReadonlyMap<string, Box> {
  const rows = Math.max(...columns.map(({ length }) => length));
  const across = (WIDTH - 2 * EDGE) / columns.length;
  const down = (graph - 2 * EDGE) / rows;
  const width = Math.min(92, across - Math.min(GAP, across / 3));
  const height = Math.min(22, down * 0.7);
  return new Map(
    columns.flatMap((column, x) =>
      column.map((role, y) => {
        const [middle, level] = [EDGE + across * (x + 0.5), EDGE + down * (y + (rows - column.length) / 2 + 0.5)];
        return [role, { x: round(middle - width / 2), y: round(level - height / 2), width: round(width), height: round(height) }] as const;
      }),
    ),
  );
}

/** How large text may be in the boxes, and how many letters it may have. */
function fitting(boxes: ReadonlyMap<string, Box>): { readonly size: number; readonly letters: number } {
  const [{ width, height }] = [...boxes.values(), { width: 0, height: 0 }];
  const longest = Math.max(1, ...[...boxes.keys()].map(({ length }) => length));
  const size = Math.max(7, Math.min(11, height * 0.6, (width - 6) / (LETTER * longest)));
  return height < 8 ? { size: 7, letters: 0 } : { size: round(size), letters: Math.floor((width - 4) / (LETTER * size)) };
}

function linesOf({ agents, edges, orchestration, orchestrator: { role: leader } }: TeamSettings): { edge: Edge; dash: boolean }[] {
  if (orchestration !== 'dynamic') return edges.map((edge) => ({ edge, dash: false }));
  const called = agents.filter(({ role }) => role !== leader).map(({ role }) => ({ from: leader, to: role }));
  return [
    ...called.map((edge) => ({ edge, dash: true })),
    ...edges.filter(({ from, to }) => from !== leader && to !== leader).map((edge) => ({ edge, dash: false })),
  ];
}

/** From the right side of one box to the left of another; past columns between them over what stands there. */
function wayOf(from?: Box, to?: Box): string {
  if (!from || !to) return '';
  const [x0, y0, x1, y1] = [from.x + from.width, from.y + from.height / 2, to.x, to.y + to.height / 2].map(round) as [
    number,
    number,
    number,
    number,
  ];
  const over = x1 - x0 > from.width + 2 * GAP ? Math.max(2, Math.min(y0, y1) - 26) : null;
  const bend = round(Math.max(8, (x1 - x0) / 2));
  return over === null
    ? `M${x0} ${y0}C${round(x0 + bend)} ${y0} ${round(x1 - bend)} ${y1} ${x1} ${y1}`
    : `M${x0} ${y0}C${round(x0 + 20)} ${over} ${round(x1 - 20)} ${over} ${x1} ${y1}`;
}

/** Below `top`. */
function curveOf(reward: readonly number[], top: number): string {
  const x = (index: number) => round(EDGE + (index / Math.max(1, reward.length - 1)) * (WIDTH - 2 * EDGE));
  const y = (value: number) => round(top + CURVE - EDGE - Math.max(0, Math.min(1, value)) * (CURVE - 2 * EDGE));
  const points = reward.map((value, index) => `${x(index)},${y(value)}`).join(' ');
  const floor = top + CURVE - 1;
  return (
    `<path d="M0 ${floor}H${WIDTH}" stroke="${LINE}"/>` +
    `<polyline points="${points}" fill="none" stroke="${REWARD}" stroke-width="1.5" stroke-linejoin="round"/>`
  );
}

const round = (value: number): number => Math.round(value * 10) / 10;
const cut = (role: string, letters: number): string => (role.length > letters ? `${role.slice(0, letters - 1)}…` : role);
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
