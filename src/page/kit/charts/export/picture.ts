/** A chart as a picture that needs nothing but itself: the same points as on screen, with names and colours filled in. */
import { GUARDS, type ChartModel } from '../../../state/charts/chartModels.ts';
import type { ManyRunsModel } from '../../../state/charts/manyRuns.ts';
import { chartAxes, type Axes } from '../../plot/chartAxes.ts';
import { importText } from '../../../../words/words.ts';
import { isHollow, lineLook, lineName, type Scheme } from '../../figures/lineStyle.ts';
import type { Look } from '../../theme/agentColors.ts';
import type { Size } from '../../figures/useSize.ts';

/** One value per position; null breaks a line. */
type Values = readonly (number | null)[];

export interface PictureLine extends Look {
  /** As the key calls it. */
  readonly name: string;
  readonly mark: 'line' | 'joined' | 'dots';
  readonly hollow: boolean;
  /** Stroke, pixels. */
  readonly width: number;
  readonly opacity: number;
  readonly values: Values;
}

export interface Picture {
  readonly title: string;
  readonly unit: string;
  /** A line below that says what it is of. */
  readonly note: string;
  /** What the horizontal axis counts, where it is not iterations. */
  readonly across?: string | undefined;
  /** Size of the area with axes and curves, pixels. */
  readonly size: Size;
  readonly axes: Axes;
  readonly x: readonly number[];
  readonly areas: readonly (Omit<Look, 'marker'> & { readonly name: string; readonly low: Values; readonly high: Values })[];
  readonly lines: readonly PictureLine[];
  readonly references: readonly { readonly label: string; readonly value: number }[];
  /** Where guards acted. */
  readonly guards: readonly { readonly iteration: number; readonly grave: boolean }[];
  /** Where credit was not conserved: what was declared and what was paid. */
  readonly rings: readonly { readonly iteration: number; readonly from: number | null; readonly to: number }[];
  /** Values beyond the axis: drawn at its edge. */
  readonly arrows: readonly { readonly iteration: number; readonly below: boolean; readonly color: string }[];
  readonly key: readonly Omit<PictureLine, 'width' | 'opacity' | 'values'>[];
}

export interface Naming {
  readonly title: string;
  readonly unit: string;
  readonly note: string;
  readonly across?: string | undefined;
  readonly size: Size;
  /** A CSS colour as plain `#rrggbb`. */
  readonly resolve: (color: string) => string;
}

export interface ChartNaming extends Naming {
  readonly scheme: Scheme;
  /** An agent's display name. */
  readonly nameOf: (role: string) => string;
  readonly referenceName: (id: 'untrained' | 'targetKl') => string;
}

export function pictureOfChart(model: ChartModel, naming: ChartNaming): Picture {
  const { rows, limits } = model;
  const valuesOf = (key: string): Values => rows.map((row) => row[key] ?? null);
  const drawn = model.lines.flatMap((line) => {
    if (line.mark === 'table') return [];
    const { color, ...look } = lineLook(line, naming.scheme);
    return [
      {
        ...line,
        ...look,
        mark: line.mark,
        color: naming.resolve(color),
        hollow: isHollow(line),
        name: line.role === undefined ? lineName(line) : naming.nameOf(line.role),
      },
    ];
  });
  const axes = chartAxes(model, naming.size);
  const [least, greatest] = axes.y.domain;
  return {
    ...textsOf(naming),
    axes,
    x: model.iterations,
    areas: [],
    lines: [
      ...drawn.flatMap(({ raw, color, name }): PictureLine[] =>
        raw === undefined
          ? []
          : [{ ...{ name, color, dash: [], marker: null }, mark: 'line', hollow: false, width: 1, opacity: 0.28, values: valuesOf(raw) }],
      ),
      ...drawn.map(({ metric, mark, color, dash, marker, hollow, name }): PictureLine => {
        const values = valuesOf(metric);
        const look = { name, color, dash, marker, hollow, values };
        if (mark === 'band') return { ...look, mark: 'line', width: 6, opacity: 0.28 };
        return { ...look, mark, width: mark === 'line' ? 1.75 : 1, opacity: 1 };
      }),
    ],
    references: model.references
      .filter(({ value }) => value >= least && value <= greatest)
      .map(({ id, value }) => ({ label: naming.referenceName(id), value })),
    guards: model.marks.map(({ iteration, guards }) => ({ iteration, grave: guards[0] === GUARDS[0] })),
    rings: model.broken.flatMap((iteration) => {
      const row = rows.find((candidate) => candidate['iteration'] === iteration);
      const [from, to] = [row?.['credit/declared'] ?? null, row?.['credit/paid']];
      return typeof to === 'number' ? [{ iteration, from, to }] : [];
    }),
    arrows: drawn.flatMap(({ beyond, color }) =>
      rows.flatMap((row) => {
        const value = beyond === undefined ? null : row[beyond];
        return typeof value === 'number' && limits ? [{ iteration: row['iteration'] ?? 0, below: value < limits[0], color }] : [];
      }),
    ),
    key: drawn.map(({ name, color, dash, marker, mark, hollow }) => ({
      name,
      color,
      dash,
      marker,
      mark: mark === 'band' ? 'line' : mark,
      hollow,
    })),
  };
}

export function pictureOfManyRuns(model: ManyRunsModel, looks: readonly Look[], naming: Naming): Picture {
  const groups = model.groups.map((group, index) => ({
    ...group,
    dash: looks[index]?.dash ?? [],
    marker: looks[index]?.marker ?? null,
    color: naming.resolve(looks[index]?.color ?? 'var(--ink)'),
  }));
  const mark = model.joined ? 'joined' : 'line';
  return {
    ...textsOf(naming),
    axes: chartAxes(model, naming.size),
    x: model.x,
    areas: groups.map(({ color, dash, label: name, low, high }) => ({ name, color, dash, low, high })),
    lines: [
      ...groups.flatMap(({ color, dash, label: name, lines }) =>
        lines.length > 1
          ? lines.map(
              ({ values }): PictureLine => ({
                ...{ name, color, dash, marker: null },
                mark,
                hollow: false,
                width: 1,
                opacity: 0.4,
                values,
              }),
            )
          : [],
      ),
      ...groups.map(
        ({ color, dash, marker, label: name, mean }): PictureLine => ({
          ...{ name, color, dash, marker },
          mark,
          hollow: false,
          width: 2,
          opacity: 1,
          values: mean,
        }),
      ),
    ],
    references: [],
    guards: [],
    rings: [],
    arrows: [],
    key: groups.map(({ label, color, dash, marker }) => ({ name: label, color, dash, marker, mark, hollow: false })),
  };
}

/** One curve for itself, in the colour of the text: of an imported run nobody says which belong together. */
export function pictureOfCurve(
  title: string,
  points: readonly { readonly iteration: number; readonly value: number }[],
  size: Size,
  color: string,
): Picture {
  const values = points.map(({ value }) => value);
  const x = points.map(({ iteration }) => iteration);
  const [first, last] = [x[0] ?? 0, x.at(-1) ?? 0];
  const mark = points.length < 3 ? 'dots' : 'joined';
  return {
    ...{ title, unit: '', note: '', size, across: importText.curves.across },
    axes: chartAxes(
      {
        shown: [Math.min(first, last - 1), last],
        extent: values.length > 0 ? [Math.min(...values), Math.max(...values)] : null,
        fromZero: false,
        limits: null,
      },
      size,
    ),
    x,
    lines: [{ ...{ name: title, color, dash: [], marker: null }, mark, hollow: false, width: 1.75, opacity: 1, values }],
    ...{ areas: [], references: [], guards: [], rings: [], arrows: [], key: [] },
  };
}

function textsOf({ title, unit, note, size, across }: Naming) {
  return { title, unit, note, size, across };
}
