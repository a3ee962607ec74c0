/**
 * The lines and bands of a {@link ManyRunsModel} on a canvas, by uPlot: with several runs in each of several groups they are more
 * than can be drawn as SVG while a page stays free. It only draws; pointing and keys are the picture's around it.
 */
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { ManyRunsModel } from '../../../state/charts/manyRuns.ts';
import type { IterationAxis } from '../../plot/iterationAxis.ts';
import type { Look, Scheme } from '../../theme/agentColors.ts';
import { colorWithin, plotFrame } from '../plotFrame.ts';
import { dashOf, seriesMarkers } from '../seriesMarkers.ts';
import { type PlotMaker, usePlot } from '../usePlot.ts';
import type { Size } from '../../figures/useSize.ts';
import type { ValueAxis } from '../../plot/valueAxis.ts';

export interface CanvasProps {
  readonly model: ManyRunsModel;
  readonly x: IterationAxis;
  readonly y: ValueAxis;
  readonly size: Size;
  readonly scheme: Scheme;
  /** How each of the model's groups looks. */
  readonly looks: readonly Look[];
  readonly highlighted: string | null;
}

/** Widths, pixels, and how much of what lies behind shows through. */
const THIN = { width: 1, alpha: 0.4 };
const FADED = { width: 1, alpha: 0.14 };
const CHOSEN = { width: 2.25, alpha: 1 };
const MEAN = { width: 2, alpha: 1 };
const BAND_SHARE = '12%';
/** A band's edges have its group's dash, so that bands over one another can be told apart. */
const EDGE = { width: 1, alpha: 0.8 };

/** A line of the canvas: which run or mean it is, and of which group. */
interface Line {
  readonly kind: 'edge' | 'run' | 'mean';
  readonly group: number;
  /** The one run a line is of; a group's only run is its mean. */
  readonly run: string | null;
  readonly values: readonly (number | null)[];
}

/** In the order they are drawn: bands, runs, means. */
function linesOf({ groups }: ManyRunsModel): Line[] {
  const edges = groups.flatMap(({ low, high }, group) => [high, low].map((values): Line => ({ kind: 'edge', group, run: null, values })));
  const runs = groups.flatMap(({ lines }, group) =>
    lines.length > 1 ? lines.map(({ run, values }): Line => ({ kind: 'run', group, run, values })) : [],
  );
  const means = groups.map(
    ({ mean, lines }, group): Line => ({ kind: 'mean', group, run: lines.length === 1 ? (lines[0]?.run ?? null) : null, values: mean }),
  );
  return [...edges, ...runs, ...means];
}

/** `standsOut`: the group of the highlighted run; null where none is, in a chart that lacks it too. */
function styleOf(
  { kind, run, group }: Line,
  highlighted: string | null,
  standsOut: number | null,
): { readonly width: number; readonly alpha: number } {
  const faded = standsOut !== null && group !== standsOut;
  if (kind === 'edge') return faded ? { ...EDGE, alpha: 0.2 } : EDGE;
  if (run !== null && run === highlighted) return CHOSEN;
  if (kind === 'run') return standsOut === null ? THIN : FADED;
  return standsOut === null ? MEAN : { ...MEAN, alpha: 0.45 };
}

/** The group of the highlighted run; null where it is none of the model's. */
function groupOf(lines: readonly Line[], highlighted: string | null): number | null {
  return highlighted === null ? null : (lines.find(({ run }) => run === highlighted)?.group ?? null);
}

export default function ManyRunsCanvas(props: CanvasProps) {
  const { model, x, y, scheme, looks, highlighted } = props;
  const structure = JSON.stringify([model.groups.map(({ lines }) => lines.map(({ run }) => run)), looks, scheme, model.joined]);
  const element = usePlot(props, MAKER, structure, { x, y }, highlighted);
  return <div ref={element} aria-hidden style={{ pointerEvents: 'none' }} />;
}

function dataOf({ model }: CanvasProps): uPlot.AlignedData {
  return [[...model.x], ...linesOf(model).map(({ values }) => [...values])];
}

function create(host: HTMLElement, latest: { readonly current: CanvasProps }): uPlot {
  const { model, size, looks, highlighted } = latest.current;
  const lines = linesOf(model);
  const standsOut = groupOf(lines, highlighted);
  const { joined } = model;
  const surface = colorWithin(host, 'var(--surface)');
  const lookAt = (group: number): Look => looks[group] ?? { color: colorWithin(host, 'var(--ink)'), dash: [], marker: null };
  const marked = lines.map(({ kind, group }) => {
    const { marker, color } = lookAt(group);
    return marker && kind === 'mean' ? { marker, color, all: joined } : null;
  });
  return new uPlot(
    {
      ...plotFrame(host, size, () => latest.current),
      series: [
        {},
        ...lines.map((line): uPlot.Series => {
          const { color, dash } = lookAt(line.group);
          const points = { show: joined && line.kind === 'run', size: 3, fill: color };
          return { ...styleOf(line, highlighted, standsOut), stroke: color, dash: dashOf(dash), spanGaps: joined, points };
        }),
      ],
      hooks: seriesMarkers(marked, surface),
      // The edges come first, two for each group, the upper one before the lower.
      bands: model.groups.map((_, group) => ({
        series: [2 * group + 1, 2 * group + 2] as [number, number],
        fill: `color-mix(in srgb, ${lookAt(group).color} ${BAND_SHARE}, transparent)`,
      })),
    },
    dataOf(latest.current),
    host,
  );
}

function restyle(plot: uPlot, { model, highlighted }: CanvasProps): void {
  const lines = linesOf(model);
  const standsOut = groupOf(lines, highlighted);
  for (const [index, line] of lines.entries()) Object.assign(plot.series[index + 1] ?? {}, styleOf(line, highlighted, standsOut));
}

const MAKER: PlotMaker<CanvasProps> = { create, data: dataOf, restyle };
