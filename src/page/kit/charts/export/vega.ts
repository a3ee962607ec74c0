/**
 * A {@link Picture} as a Vega-Lite specification (version 6): the numbers that are drawn inline, the same colours and axes, so that it can be
 * restyled in a notebook or a paper without the run. What was not measured is null, which breaks a line.
 */
import type { Picture, PictureLine } from './picture.ts';

const SCHEMA = 'https://vega.github.io/schema/vega-lite/v6.json';

type Row = Readonly<Record<string, string | number | null>>;

export function vegaOf({ title, unit, note, across: counts = 'iteration', size, axes, x, areas, lines, references, key }: Picture) {
  const scale = { domain: key.map(({ name }) => name), range: key.map(({ color }) => color) };
  const color = {
    field: 'series',
    type: 'nominal',
    scale,
    legend: key.length > 1 ? { title: null, orient: 'bottom', symbolOpacity: 1 } : null,
  };
  const across = { field: 'iteration', type: 'quantitative', title: counts, scale: { domain: axes.x.domain, nice: false } };
  const up = (field: string) => ({ field, type: 'quantitative', title: unit || null, scale: { domain: axes.y.domain, nice: false } });
  const rows = (name: string, of: Readonly<Record<string, PictureLine['values']>>): Row[] =>
    x.map((iteration, index) => ({
      iteration,
      series: name,
      ...Object.fromEntries(Object.entries(of).map(([field, values]) => [field, values[index] ?? null])),
    }));
  return {
    $schema: SCHEMA,
    title: { text: title, ...(note && { subtitle: note }) },
    ...size,
    layer: [
      ...areas.map(({ name, low, high }) => ({
        data: { values: rows(name, { low, high }).filter(({ low: from, high: to }) => from !== null && to !== null) },
        mark: { type: 'area', opacity: 0.12, clip: true },
        encoding: { x: across, y: up('low'), y2: { field: 'high' }, color },
      })),
      ...references.map(({ label, value }) => ({
        data: { values: [{ value, label }] },
        mark: { type: 'rule', strokeDash: [4, 3], tooltip: true },
        encoding: { y: up('value'), tooltip: [{ field: 'label' }, { field: 'value', type: 'quantitative' }] },
      })),
      ...lines.map((line) => ({
        data: { values: valuesOf(line, rows(line.name, { value: line.values })) },
        mark: markOf(line),
        encoding: { x: across, y: up('value'), color },
      })),
    ],
  };
}

/** Lines between points that were measured at intervals have no gaps. */
const valuesOf = ({ mark }: PictureLine, rows: readonly Row[]): readonly Row[] =>
  mark === 'line' ? rows : rows.filter(({ value }) => value !== null);

function markOf({ mark, width, opacity, hollow, dash }: PictureLine) {
  if (mark === 'dots') return { type: 'point', filled: !hollow, opacity, tooltip: true };
  return {
    type: 'line',
    strokeWidth: width,
    ...(dash.length > 0 && { strokeDash: dash }),
    opacity,
    tooltip: true,
    ...(mark === 'joined' && { point: { filled: !hollow } }),
  };
}
