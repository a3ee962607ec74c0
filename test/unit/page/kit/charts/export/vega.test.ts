/** A chart as Vega-Lite: every drawn number inline, in the colours and axes of the picture. */
import { describe, expect, it } from 'vitest';
import { recordedText } from '../../../../../../headless/kit/run/recorded.ts';
import { parseDocument } from '../../../../../../src/core/document/parse.ts';
import { parseRows } from '../../../../../../src/core/formats/runs/rolloutFile.ts';
import { pictureOfChart, pictureOfManyRuns } from '../../../../../../src/page/kit/charts/export/picture.ts';
import { vegaOf } from '../../../../../../src/page/kit/charts/export/vega.ts';
import { chartModel, chartsOf } from '../../../../../../src/page/state/charts/chartModels.ts';
import { manyRunsModel } from '../../../../../../src/page/state/charts/manyRuns.ts';

const rows = (file: string) => parseRows(recordedText('planner-solver', file), file);
const run = {
  document: parseDocument(recordedText('planner-solver', 'project.json')),
  metrics: rows('metrics.jsonl'),
  timing: rows('timing.jsonl'),
};
const naming = {
  title: 'A chart',
  unit: 'nats',
  note: 'a project',
  size: { width: 600, height: 300 },
  resolve: (color: string) => (color.startsWith('#') ? color : '#123456'),
  scheme: 'light' as const,
  nameOf: (role: string) => `agent ${role}`,
  referenceName: (id: string) => id,
};

describe('a chart as Vega-Lite', () => {
  it('holds every number of every chart, and gaps as null', () => {
    const { first, more } = chartsOf(run.document, run.metrics);
    for (const id of [...first, ...more]) {
      const model = chartModel(run, id, { smoothing: 0 });
      const picture = pictureOfChart(model, naming);
      const { layer } = vegaOf(picture);
      const lines = layer.filter(({ mark }) => mark.type === 'line' || mark.type === 'point');
      expect(lines).toHaveLength(picture.lines.length);
      picture.lines.forEach(({ name, mark, values }, index) => {
        const given = lines[index]!.data.values as { iteration: number; series: string; value: number | null }[];
        const wanted = model.iterations.map((iteration, at) => ({ iteration, series: name, value: values[at] ?? null }));
        expect(given, `${id} ${name}`).toEqual(mark === 'line' ? wanted : wanted.filter(({ value }) => value !== null));
      });
    }
  });

  it('has the picture’s colours, axes, references and intervals', () => {
    const { layer, title, $schema } = vegaOf(pictureOfChart(chartModel(run, 'reward', { smoothing: 0 }), naming));
    expect($schema).toMatch(/^https:\/\/vega\.github\.io\/schema\/vega-lite\/v6\.json$/);
    expect(title).toEqual({ text: 'A chart', subtitle: 'a project' });
    const reference = layer.find(({ mark }) => mark.type === 'rule')!;
    expect(reference.data.values).toEqual([{ label: 'untrained', value: run.metrics[1]!['reward/mean'] }]);
    const one = { id: 'a', label: 'one', metrics: run.metrics, timing: run.timing, document: run.document };
    const group = {
      id: 'g',
      label: 'both',
      runs: [one, { ...one, id: 'b', metrics: run.metrics.map((row) => ({ ...row, 'reward/mean': 0 })) }],
    };
    const many = vegaOf(
      pictureOfManyRuns(
        manyRunsModel([group], 'reward/mean', { smoothing: 0 }),
        [{ color: '#00ff00', dash: [7, 4], marker: 'square' }],
        naming,
      ),
    );
    expect(many.layer.map(({ mark }) => mark.type)).toEqual(['area', 'line', 'line', 'line']);
    const { encoding } = many.layer[3]! as { encoding: { color?: { scale: unknown } } };
    expect(encoding.color?.scale).toEqual({ domain: ['both'], range: ['#00ff00'] });
  });
});
