/**
 * The axes and curves of a {@link ChartModel} on a canvas, by uPlot, several times a second while a run goes on. (Recharts gives
 * every chart a store of its own, took some fifteen milliseconds for each, and left the collector most of what it had to move.)
 * It only draws: marks lie over it (`Marks.tsx`), pointing and keys are the picture's around it.
 */
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { ChartLine, ChartModel } from '../../../state/charts/chartModels.ts';
import type { Axes } from '../../../kit/plot/chartAxes.ts';
import { isHollow, lineLook, type Scheme } from '../../../kit/figures/lineStyle.ts';
import { colorWithin, plotFrame } from '../../../kit/charts/plotFrame.ts';
import { dashOf, seriesMarkers } from '../../../kit/charts/seriesMarkers.ts';
import { loneIndices } from '../../../kit/plot/plotScale.ts';
import { type PlotMaker, usePlot } from '../../../kit/charts/usePlot.ts';
import type { Size } from '../../../kit/figures/useSize.ts';

interface Props {
  readonly model: ChartModel;
  readonly axes: Axes;
  readonly scheme: Scheme;
  readonly size: Size;
}

/** One of the model's columns as it is drawn. */
interface Curve {
  readonly metric: string;
  readonly line: ChartLine;
  /** `raw`: the data as measured, under their smoothed curve. */
  readonly mark: 'raw' | Exclude<ChartLine['mark'], 'table'>;
}

/** Opacity of what lies under a curve: its data as measured, or its band. */
const FAINT = 0.28;
/** Widths of strokes, pixels. */
const WIDTHS: Readonly<Record<Curve['mark'], number>> = { raw: 1, line: 1.75, band: 6, dots: 0, joined: 1 };

/** In the order they are drawn: what was measured lies under every curve. */
function curvesOf({ lines }: ChartModel): Curve[] {
  return [
    ...lines.flatMap((line): Curve[] => (line.raw === undefined ? [] : [{ metric: line.raw, line, mark: 'raw' }])),
    ...lines.flatMap((line): Curve[] => (line.mark === 'table' ? [] : [{ metric: line.metric, line, mark: line.mark }])),
  ];
}

export function CurvesCanvas(props: Props) {
  const { model, axes, scheme } = props;
  const structure = JSON.stringify([scheme, curvesOf(model).map(({ metric, mark, line }) => [metric, mark, lineLook(line, scheme)])]);
  const element = usePlot(props, MAKER, structure, axes);
  return <div ref={element} aria-hidden data-drawn={model.rows.length} />;
}

function dataOf({ model }: Props): uPlot.AlignedData {
  return [[...model.iterations], ...curvesOf(model).map(({ metric }) => model.rows.map((row) => row[metric] ?? null))];
}

function create(host: HTMLElement, latest: { readonly current: Props }): uPlot {
  const { model, scheme, size } = latest.current;
  const surface = colorWithin(host, 'var(--surface)');
  const seriesOf = ({ line, mark }: Curve): uPlot.Series => {
    const { dash, color: named } = lineLook(line, scheme);
    const color = colorWithin(host, named);
    return {
      stroke: color,
      dash: mark === 'line' ? dashOf(dash) : [],
      width: WIDTHS[mark],
      alpha: mark === 'raw' || mark === 'band' ? FAINT : 1,
      // A line breaks where an agent said nothing.
      spanGaps: mark === 'joined',
      ...(mark === 'dots' ? { paths: () => null } : {}),
      points: {
        show: mark === 'line' || mark === 'dots' || mark === 'joined',
        size: mark === 'joined' ? 4 : 6,
        width: mark === 'joined' ? 1 : 1.5,
        stroke: color,
        fill: isHollow(line) ? surface : color,
        // Of a value without one beside it, as a run's first, a line would show nothing.
        ...(mark === 'line' ? { filter: (self: uPlot, index: number) => loneIndices(self.data[index] ?? []) } : {}),
      },
    };
  };
  const marked = curvesOf(model).map(({ line, mark }) => {
    const { marker, color } = lineLook(line, scheme);
    return marker && mark === 'line' ? { marker, color: colorWithin(host, color), all: false } : null;
  });
  return new uPlot(
    {
      ...plotFrame(host, size, () => latest.current.axes),
      series: [{}, ...curvesOf(model).map(seriesOf)],
      hooks: seriesMarkers(marked, surface),
    },
    dataOf(latest.current),
    host,
  );
}

const MAKER: PlotMaker<Props> = { create, data: dataOf };
