/**
 * A {@link Picture} as an SVG file: colours and font written into it, nothing fetched, no variable of the page. It opens alike in
 * a browser, a word processor and a drawing program.
 */
import { formatTick } from '../../figures/format.ts';
import { inspectText } from '../../../../words/words.ts';
import { labelBeside } from '../../figures/geometry.ts';
import { MARKER_SIZE, markerIndices, markerPath } from '../../plot/markers.ts';
import { loneIndices, pathOf, plotScale, pointsOf, px, type PlotScale } from '../../plot/plotScale.ts';
import type { Picture, PictureLine } from './picture.ts';

/** Colours and font of the page's theme, resolved. */
export interface Paint {
  readonly font: string;
  readonly surface: string;
  readonly ink: string;
  readonly dimmed: string;
  readonly line: string;
  readonly lineStrong: string;
  readonly alarm: string;
}

/** Around everything, pixels. */
const PADDING = 14;
/** Heights of title and unit above, and of a row of the key below, pixels. */
const TITLE = 20;
const UNIT = 18;
const ROW = 18;
/** Mean width of a letter at the key's size, pixels: nothing can be measured in a file. */
const LETTER = 6.6;
const SWATCH = 22;

/** Where the area of axes and curves begins in the file, pixels. */
export const PLOT_AT = { x: PADDING, y: PADDING + TITLE + UNIT } as const;

export interface SvgFile {
  readonly text: string;
  readonly width: number;
  readonly height: number;
}

export function svgOf(picture: Picture, paint: Paint): SvgFile {
  const { size, title, unit, note } = picture;
  const key = keyRows(picture, size.width);
  const top = PLOT_AT.y;
  const width = size.width + 2 * PADDING;
  const below = top + size.height + 4;
  const height = below + key.length * ROW + (note ? ROW : 0) + PADDING - 4;
  const text = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${escaped(paint.font)}" font-size="12" role="img" aria-label="${escaped(title)}">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${width}" height="${height}" fill="${paint.surface}"/>`,
    label(PADDING, PADDING + 13, title, paint.ink, 'font-size="15" font-weight="600"'),
    label(PADDING, PADDING + TITLE + 12, unit, paint.dimmed),
    `<g transform="translate(${PADDING} ${top})">`,
    ...plot(picture, paint).filter(Boolean),
    '</g>',
    `<g transform="translate(${PADDING} ${below})">`,
    ...key.flatMap((row, index) => row.map((entry) => keyEntry(entry, index * ROW, paint))),
    '</g>',
    note ? label(PADDING, below + key.length * ROW + 13, note, paint.dimmed, 'font-size="11"') : '',
    '</svg>',
  ];
  return { text: text.filter(Boolean).join('\n'), width, height };
}

function plot(
  { size, axes, across: counts = inspectText.charts.iteration, x, areas, lines, references, guards, rings, arrows }: Picture,
  paint: Paint,
): string[] {
  const scale = plotScale(axes, size);
  const { left, right, top, bottom } = scale.box;
  const { x: atX, y: atY } = scale;
  const across = (y: number, stroke: string, more = ''): string =>
    `<line x1="${left}" x2="${right}" y1="${px(y)}" y2="${px(y)}" stroke="${stroke}"${more}/>`;
  const xs = x.map(atX);
  const [least, greatest] = axes.y.domain;
  // Bands may go on beyond the picture: they end at its edge, and their own edges where they leave it.
  const seen = (value: number | null): number | null => (value === null ? null : Math.min(Math.max(value, least), greatest));
  const inside = (value: number | null): number | null => (value === seen(value) ? value : null);
  return [
    ...axes.y.ticks.flatMap((tick) => [
      across(atY(tick), paint.line),
      label(left - 6, atY(tick) + 4, formatTick(tick), paint.dimmed, 'text-anchor="end" font-size="11"'),
    ]),
    across(bottom, paint.lineStrong),
    ...axes.x.ticks.map((tick) => label(atX(tick), bottom + 15, formatTick(tick), paint.dimmed, 'text-anchor="middle" font-size="11"')),
    label(0, bottom + 15, counts, paint.dimmed, 'font-size="10"'),
    ...references.flatMap(({ label: name, value }) => [
      across(atY(value), paint.lineStrong, ' stroke-dasharray="4 3"'),
      label(right - 5, labelBeside(atY(value), top), name, paint.dimmed, 'text-anchor="end" font-size="11"'),
    ]),
    ...areas.flatMap(({ color, dash, low, high }) => [
      areaOf(xs, low.map(seen), high.map(seen), atY, color),
      ...[low, high].map((edge) => edgeOf(pathOf(pointsOf(x, edge.map(inside), scale)), color, dash)),
    ]),
    ...lines.flatMap((line) => lineOf(x, line, scale, paint)),
    ...lines.flatMap((line) => markersOf(xs, line, lines, atY, paint)),
    ...guards.map(({ iteration, grave }) => {
      const fill = grave ? paint.alarm : paint.dimmed;
      return `<path data-guard="" d="M${px(atX(iteration))} ${bottom - 5}l2.5 5h-5Z" fill="${fill}"/>`;
    }),
    ...arrows.map(({ iteration, below, color }) => {
      const [tip, base] = below ? [bottom, bottom - 6] : [top, top + 6];
      return `<path data-beyond="" d="M${px(atX(iteration))} ${tip}L${px(atX(iteration) - 4)} ${base}h8Z" fill="${color}"/>`;
    }),
    ...rings.map(({ iteration, from, to }) => {
      const [cx, cy] = [px(atX(iteration)), px(atY(to))];
      const stroke = from === null ? '' : `<line x1="${cx}" x2="${cx}" y1="${px(atY(from))}" y2="${cy}"/>`;
      return `<g data-broken="" fill="none" stroke="${paint.alarm}" stroke-width="1.5">${stroke}<circle cx="${cx}" cy="${cy}" r="3.5"/></g>`;
    }),
  ];
}

function lineOf(
  x: readonly number[],
  { values, mark, color, dash, marker, hollow, width, opacity }: PictureLine,
  scale: PlotScale,
  paint: Paint,
): string[] {
  const points = pointsOf(x, values, scale);
  const present = points.filter((point) => point !== null);
  const parts: string[] = [];
  if (mark !== 'dots') {
    const d = pathOf(mark === 'joined' ? present : points);
    parts.push(
      `<path data-line="" d="${d}" fill="none" stroke="${color}" stroke-width="${width}" stroke-opacity="${opacity}" stroke-linejoin="round"${dashed(dash)}/>`,
    );
  }
  if (marker && mark === 'joined') return parts;
  const radius = mark === 'joined' ? 2 : mark === 'dots' ? 3 : Math.max(1, width);
  const fill = hollow ? paint.surface : color;
  const dotted =
    mark === 'line'
      ? loneIndices(points)
          .flatMap((index) => [points[index] ?? null])
          .filter((point) => point !== null)
      : present;
  for (const [cx, cy] of dotted)
    parts.push(
      `<circle cx="${px(cx)}" cy="${px(cy)}" r="${radius}" fill="${fill}" stroke="${color}" stroke-width="${mark === 'line' ? 0 : 1.5}" opacity="${opacity}"/>`,
    );
  return parts;
}

const dashed = (dash: readonly number[]): string => (dash.length > 0 ? ` stroke-dasharray="${dash.join(' ')}"` : '');

/** An end of a band, in its line's dash. */
const edgeOf = (d: string, color: string, dash: readonly number[]): string =>
  d === '' ? '' : `<path data-edge="" d="${d}" fill="none" stroke="${color}" stroke-opacity="0.8"${dashed(dash)}/>`;

/** The markers of one of `lines`; of one whose points are joined each has one. */
function markersOf(
  xs: readonly number[],
  line: PictureLine,
  lines: readonly PictureLine[],
  atY: (value: number) => number,
  paint: Paint,
): string[] {
  const { marker, mark, values, color } = line;
  if (!marker) return [];
  const marked = lines.filter((other) => other.marker !== null);
  const first = xs[0] ?? 0;
  const indices =
    mark === 'joined'
      ? values.flatMap((value, index) => (value === null ? [] : [index]))
      : markerIndices(
          xs.map((x) => x - first),
          values,
          marked.indexOf(line),
          marked.length,
        );
  return indices.map((index) => {
    const d = markerPath(marker, xs[index] ?? 0, atY(values[index] ?? 0), MARKER_SIZE);
    return `<path data-marker="${marker}" d="${d}" fill="${color}" stroke="${paint.surface}"/>`;
  });
}

/** What lies between `low` and `high`, one piece for each run of positions that has both. */
function areaOf(
  xs: readonly number[],
  low: readonly (number | null)[],
  high: readonly (number | null)[],
  atY: (value: number) => number,
  color: string,
): string {
  const pieces: { upper: string[]; lower: string[] }[] = [];
  let open = false;
  for (const [index, x] of xs.entries()) {
    const [from, to] = [low[index], high[index]];
    if (typeof from !== 'number' || typeof to !== 'number') {
      open = false;
      continue;
    }
    if (!open) pieces.push({ upper: [], lower: [] });
    open = true;
    pieces.at(-1)?.upper.push(`${px(x)} ${px(atY(to))}`);
    pieces.at(-1)?.lower.unshift(`${px(x)} ${px(atY(from))}`);
  }
  const d = pieces.map(({ upper, lower }) => `M${[...upper, ...lower].join('L')}Z`).join('');
  return d === '' ? '' : `<path data-area="" d="${d}" fill="${color}" fill-opacity="0.12"/>`;
}

type KeyEntryAt = Picture['key'][number] & { readonly x: number };

/** The key's entries in rows no wider than `width`. */
function keyRows({ key }: Picture, width: number): KeyEntryAt[][] {
  const rows: KeyEntryAt[][] = [];
  let x = Number.POSITIVE_INFINITY;
  for (const entry of key) {
    const own = SWATCH + 6 + entry.name.length * LETTER + 16;
    if (x + own > width) {
      rows.push([]);
      x = 0;
    }
    rows.at(-1)?.push({ ...entry, x });
    x += own;
  }
  return rows;
}

function keyEntry({ name, color, dash, marker, mark, hollow, x }: KeyEntryAt, y: number, paint: Paint): string {
  const stroke = `<line x1="${px(x)}" x2="${px(x + SWATCH)}" y1="${y + 9}" y2="${y + 9}" stroke="${color}" stroke-width="${mark === 'line' ? 2 : 1}"${dashed(dash)}/>`;
  const dot = `<circle cx="${px(x + SWATCH / 2)}" cy="${y + 9}" r="3" fill="${hollow ? paint.surface : color}" stroke="${color}" stroke-width="1.5"/>`;
  const shape = marker && `<path d="${markerPath(marker, x + SWATCH / 2, y + 9, MARKER_SIZE)}" fill="${color}" stroke="${paint.surface}"/>`;
  return `${mark === 'dots' ? '' : stroke}${shape ?? (mark === 'line' ? '' : dot)}${label(x + SWATCH + 6, y + 13, name, paint.ink)}`;
}

export function label(x: number, y: number, text: string, fill: string, more = ''): string {
  return text === '' ? '' : `<text x="${px(x)}" y="${px(y)}" fill="${fill}"${more ? ` ${more}` : ''}>${escaped(text)}</text>`;
}

/** As XML text and attribute; what XML cannot hold at all is left out. */
export function escaped(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
