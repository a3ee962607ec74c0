/** The run's charts, drawn as the workbench saves them; pointing at one shows the values of all at that iteration. */
import type { ProjectDocument } from '../../core/document/schema.ts';
import { importSourceOf } from '../../core/formats/imports/run/source.ts';
import { curveNames, importedCurve } from '../state/charts/importedCurves.ts';
import { chartModel, chartsOf, type ChartId, type ChartLine, type ChartModel } from '../state/charts/chartModels.ts';
import { pictureOfChart, pictureOfCurve } from '../kit/charts/export/picture.ts';
import { PLOT_AT, svgOf, type Paint } from '../kit/charts/export/svg.ts';
import { unitOf } from '../kit/charts/metricTitle.ts';
import { formatNumber } from '../kit/figures/format.ts';
import { agentName, lineColor, lineName, type Scheme } from '../kit/figures/lineStyle.ts';
import { chartAxes } from '../kit/plot/chartAxes.ts';
import { plotScale } from '../kit/plot/plotScale.ts';
import { importText, inspectText, runPageText as words } from '../../words/words.ts';
import { h, folded, on } from '../kit/plain/dom.ts';
import type { EmbeddedRun } from './embeddedRun.ts';
import { svgElement } from './svgElement.ts';

const SIZE = { width: 400, height: 180 };

/** Variables of the style sheet, so that a change of scheme needs no other drawing but that of agents. */
const PAINT: Paint = {
  font: 'inherit',
  surface: 'none',
  ink: 'var(--ink)',
  dimmed: 'var(--mantine-color-dimmed)',
  line: 'var(--line)',
  lineStrong: 'var(--line-strong)',
  alarm: 'var(--alarm)',
};

interface Chart {
  readonly element: HTMLElement;
  readonly point: (iteration: number | null) => void;
}

/** Curves of an imported run that are drawn at once; the others are folded. */
const AT_ONCE = 12;

export function curves({ head }: EmbeddedRun, scheme: Scheme): HTMLElement {
  if (importSourceOf(head.info)) return importedCurves(head);
  const { first, more } = chartsOf(head.document, head.metrics);
  const charts: Chart[] = [];
  const point = (iteration: number | null): void => charts.forEach((chart) => chart.point(iteration));
  const drawn = (ids: readonly ChartId[]): HTMLElement[] =>
    ids.flatMap((id) => {
      const model = chartModel(head, id, { smoothing: 0 });
      if (model.lines.length === 0) return [];
      const chart = chartOf(model, head, scheme, point);
      charts.push(chart);
      return [chart.element];
    });
  return h(
    'section',
    { 'aria-labelledby': 'curves' },
    h('h2', { id: 'curves' }, words.curves),
    h('p', { class: 'hint' }, words.curvesHint),
    h('div', { class: 'charts' }, ...drawn(first)),
    folded(words.more, () => [h('div', { class: 'charts' }, ...drawn(more))]),
  );
}

/** Under the names of its trainer's files, each for itself. */
function importedCurves({ metrics }: EmbeddedRun['head']): HTMLElement {
  const names = curveNames(metrics, '');
  const drawn = (some: readonly string[]) => h('div', { class: 'charts' }, ...some.map((name) => importedChart(metrics, name)));
  return h(
    'section',
    { 'aria-labelledby': 'curves' },
    h('h2', { id: 'curves' }, words.curves),
    names.length === 0 ? h('p', { class: 'hint' }, importText.curves.none) : drawn(names.slice(0, AT_ONCE)),
    ...(names.length > AT_ONCE ? [folded(words.more, () => [drawn(names.slice(AT_ONCE))])] : []),
  );
}

function importedChart(metrics: EmbeddedRun['head']['metrics'], name: string): HTMLElement {
  const { points } = importedCurve(metrics, name);
  const { text } = svgOf(pictureOfCurve(name, points, SIZE, PAINT.ink), PAINT);
  const svg = svgElement(text);
  const said = importText.curves.says(name, points.length, formatNumber(points.at(-1)?.value));
  return h(
    'figure',
    { class: 'chart', 'aria-label': name },
    h('div', { class: 'plot', role: 'img', 'aria-label': said }, svg),
    folded(words.table, () => [
      tableBy(
        words.iteration,
        [name],
        points.map(({ iteration, value }) => [iteration, formatNumber(value)]),
      ),
    ]),
  );
}

function chartOf(model: ChartModel, head: EmbeddedRun['head'], scheme: Scheme, pointAll: (iteration: number | null) => void): Chart {
  const { title } = inspectText.charts.terms[model.id];
  const { document: project } = head;
  const picture = pictureOfChart(model, {
    title,
    unit: unitOf(model.id, head),
    note: '',
    size: SIZE,
    resolve: (color) => color,
    scheme,
    nameOf: (role) => agentName(project, role),
    referenceName: (reference) => inspectText.charts.references[reference],
  });
  const { text, width } = svgOf(picture, PAINT);
  const svg = svgElement(text);
  const { x: atX, box } = plotScale(chartAxes(model, SIZE), SIZE);
  const marker = document.createElementNS('http://www.w3.org/2000/svg', 'line');
  for (const [name, value] of Object.entries({ y1: PLOT_AT.y + box.top, y2: PLOT_AT.y + box.bottom, stroke: 'var(--line-strong)' }))
    marker.setAttribute(name, String(value));
  marker.setAttribute('visibility', 'hidden');
  svg.append(marker);
  const readout = h('p', { class: 'readout', role: 'status' });
  const focus = h('div', { class: 'plot', tabindex: 0, role: 'group', 'aria-label': words.chart(title) }, svg);

  let pointed: number | null = null;
  const point = (iteration: number | null): void => {
    pointed = iteration;
    const row = iteration === null ? undefined : model.rows.find((candidate) => candidate['iteration'] === iteration);
    marker.setAttribute('visibility', iteration === null ? 'hidden' : 'visible');
    if (iteration === null) return readout.replaceChildren();
    const x = PLOT_AT.x + atX(iteration);
    marker.setAttribute('x1', String(x));
    marker.setAttribute('x2', String(x));
    readout.replaceChildren(h('span', {}, words.at(iteration)), ...valuesAt(model, row, project, scheme));
  };
  const nearest = (event: MouseEvent): number | null => {
    const bounds = svg.getBoundingClientRect();
    const x = ((event.clientX - bounds.left) * width) / bounds.width - PLOT_AT.x;
    return model.iterations.reduce<number | null>(
      (best, iteration) => (best === null || Math.abs(atX(iteration) - x) < Math.abs(atX(best) - x) ? iteration : best),
      null,
    );
  };
  on(focus, 'pointermove', (event) => pointAll(nearest(event)));
  on(focus, 'pointerleave', () => pointAll(null));
  on(focus, 'keydown', (event) => {
    const { iterations } = model;
    const at = pointed === null ? -1 : iterations.indexOf(pointed);
    const to = { ArrowRight: at + 1, ArrowLeft: at < 0 ? iterations.length - 1 : at - 1, Home: 0, End: iterations.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    pointAll(iterations[Math.max(0, Math.min(iterations.length - 1, to))] ?? null);
  });
  on(focus, 'blur', () => pointAll(null));
  const element = h(
    'figure',
    { class: 'chart', 'aria-label': title },
    focus,
    readout,
    folded(words.table, () => [tableOf(model, project)]),
  );
  return { element, point };
}

const nameOf = (line: ChartLine, project: ProjectDocument): string =>
  line.role === undefined ? lineName(line) : agentName(project, line.role);

function valuesAt(model: ChartModel, row: Readonly<Record<string, number | null>> | undefined, project: ProjectDocument, scheme: Scheme) {
  const values = model.lines.flatMap((line) => {
    const value = row?.[line.beyond ?? ''] ?? row?.[line.metric];
    if (value === null || value === undefined) return [];
    const name = h('b', {}, nameOf(line, project));
    name.style.color = lineColor(line, scheme);
    return [h('span', {}, name, ` ${formatNumber(value)}`)];
  });
  return values.length > 0 ? values : [h('span', {}, words.notMeasured)];
}

function tableOf({ lines, table }: ChartModel, project: ProjectDocument): HTMLElement {
  const head = [words.iteration, ...lines.map((line) => nameOf(line, project))];
  const [first = '', ...others] = head;
  return tableBy(
    first,
    others,
    table.map((row) => [row['iteration'] ?? '', ...lines.map(({ metric }) => formatNumber(row[metric]))]),
  );
}

function tableBy(first: string, others: readonly string[], lines: readonly (readonly (string | number)[])[]): HTMLElement {
  const head = [first, ...others];
  const rows = lines.map(([at = '', ...values]) =>
    h('tr', {}, h('th', { scope: 'row' }, String(at)), ...values.map((value) => h('td', {}, String(value)))),
  );
  return h(
    'div',
    { class: 'scrolls', tabindex: 0 },
    h('table', {}, h('thead', {}, h('tr', {}, ...head.map((name) => h('th', { scope: 'col' }, name)))), h('tbody', {}, ...rows)),
  );
}
