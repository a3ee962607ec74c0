/** Saves charts as files. How a picture is made loads only when one is asked for. */
import { chartViewStore, hiddenMetrics } from '../../state/charts/chartView.ts';
import { currentRun, runsStore } from '../../state/runs/runs.ts';
import { chartModel, type ChartId } from '../../state/charts/chartModels.ts';
import { manyRunsModel, type RunGroup } from '../../state/charts/manyRuns.ts';
import type { RunSet } from '../../state/runs/types.ts';
import { fileNameOf, saveFile } from '../files/saveFile.ts';
import { chartsText as words, inspectText } from '../../../words/words.ts';
import type { SaveAs } from './ChartMenu.tsx';
import type { FigureNaming } from './export/figure.ts';
import type { Picture } from './export/picture.ts';
import { saved, saveSvg } from './export/saveSvg.ts';
import { agentName, type Scheme } from '../figures/lineStyle.ts';
import type { Look } from '../theme/agentColors.ts';
import { unitOf } from './metricTitle.ts';

/** Size of the area with axes and curves in a file, pixels. */
const PICTURE = { width: 720, height: 320 };
const CSV = 'text/csv;charset=utf-8';

/** What a chart, which is drawn from numbers, is saved as. */
type ChartFile = SaveAs | 'vega';
const ENDINGS: Readonly<Record<ChartFile, string>> = { png: 'png', svg: 'svg', csv: 'csv', vega: 'vl.json' };

/** A chart of the run on screen, as it is looked at now; its numbers whole, whatever is hidden or zoomed to. */
export async function saveChart(id: ChartId, format: ChartFile): Promise<void> {
  const run = currentRun(runsStore.getState());
  if (!run) return;
  const { title } = inspectText.charts.terms[id];
  await saved(async () => {
    const file = fileNameOf(`${run.document.name} ${title}`, ENDINGS[format]);
    if (format === 'csv') {
      const { chartCsv } = await import('../../state/charts/chartCsv.ts');
      saveFile(file, chartCsv(run, id), CSV);
      return;
    }
    await savePicture(file, format, (resolve, { pictureOfChart }) => {
      const view = chartViewStore.getState();
      const { smoothing, range, hiddenAgents } = view;
      const model = chartModel(run, id, { smoothing, range, hiddenAgents, hiddenMetrics: hiddenMetrics(view.hiddenLines, id) });
      return pictureOfChart(model, {
        title,
        unit: unitOf(id, run),
        note: noteOf(run, model.lines.some(({ raw }) => raw !== undefined) ? smoothing : 0),
        size: PICTURE,
        resolve,
        scheme: schemeNow(),
        nameOf: (role) => agentName(run.document, role),
        referenceName: (reference) => inspectText.charts.references[reference],
      });
    });
  });
}

/** Every chart's numbers of the run on screen in one file. */
export async function saveAllCharts(): Promise<void> {
  const run = currentRun(runsStore.getState());
  if (!run) return;
  await saved(async () => {
    const { allChartsCsv } = await import('../../state/charts/chartCsv.ts');
    saveFile(fileNameOf(`${run.document.name} ${words.allName}`, 'csv'), allChartsCsv(run), CSV);
  });
}

/** A drawing of the page, or its numbers; those also where nothing is drawn. */
export async function saveFigure(
  svg: SVGSVGElement | null,
  { file, title, note, csv }: FigureNaming & { readonly file: string; readonly csv: () => string },
  format: SaveAs,
): Promise<void> {
  await saved(async () => {
    const name = fileNameOf(file, format);
    if (format === 'csv') saveFile(name, csv(), CSV);
    else if (svg) {
      const { figureSvg } = await import('./export/figure.ts');
      await saveSvg(name, format, () => figureSvg(svg, { title, note }));
    }
  });
}

interface ManyRunsFile {
  readonly groups: readonly RunGroup[];
  readonly metric: string;
  readonly title: string;
  readonly unit: string;
  readonly looks: readonly Look[];
  /** What the horizontal axis counts, where it is not iterations. */
  readonly axis?: string | undefined;
}

/** A chart of many runs. */
export async function saveManyRuns({ groups, metric, title, unit, looks, axis }: ManyRunsFile, format: ChartFile): Promise<void> {
  await saved(async () => {
    const file = fileNameOf(title, ENDINGS[format]);
    if (format === 'csv') {
      const { manyRunsCsv } = await import('../../state/charts/chartCsv.ts');
      saveFile(file, manyRunsCsv(groups, metric), CSV);
      return;
    }
    await savePicture(file, format, (resolve, { pictureOfManyRuns }) => {
      const { smoothing, range } = chartViewStore.getState();
      const model = manyRunsModel(groups, metric, { smoothing, range });
      const most = Math.max(0, ...model.groups.map(({ lines }) => lines.length));
      const note = words.noteOf(
        axis === undefined ? '' : words.manyRuns.by(axis),
        words.manyRuns.what(most),
        smoothed(model.joined ? 0 : smoothing),
      );
      return pictureOfManyRuns(model, looks, { title, unit, note, across: axis, size: PICTURE, resolve });
    });
  });
}

async function savePicture(
  file: string,
  format: 'png' | 'svg' | 'vega',
  draw: (resolve: (color: string) => string, pictures: typeof import('./export/picture.ts')) => Picture,
): Promise<void> {
  if (format === 'vega') {
    const [pictures, { colorResolver }, { vegaOf }] = await Promise.all([
      import('./export/picture.ts'),
      import('./export/paint.ts'),
      import('./export/vega.ts'),
    ]);
    return saveFile(file, `${JSON.stringify(vegaOf(draw(colorResolver(), pictures)), null, 2)}\n`, 'application/json');
  }
  const [pictures, { svgOf }] = await Promise.all([import('./export/picture.ts'), import('./export/svg.ts')]);
  await saveSvg(file, format, (resolve, paint) => svgOf(draw(resolve, pictures), paint));
}

function noteOf(run: RunSet, smoothing: number): string {
  return words.noteOf(run.document.name, smoothed(smoothing));
}

function smoothed(weight: number): string {
  return weight > 0 ? words.smoothedBy(weight.toFixed(2)) : '';
}

function schemeNow(): Scheme {
  return document.documentElement.getAttribute('data-mantine-color-scheme') === 'dark' ? 'dark' : 'light';
}
