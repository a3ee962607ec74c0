import { describe, expect, it } from 'vitest';
import { pictureOfChart, pictureOfManyRuns } from '../../../../../../src/page/kit/charts/export/picture.ts';
import { svgOf, type Paint } from '../../../../../../src/page/kit/charts/export/svg.ts';
import { chartModel } from '../../../../../../src/page/state/charts/chartModels.ts';
import { manyRunsModel } from '../../../../../../src/page/state/charts/manyRuns.ts';
import { run } from '../../../../core/episode/records.ts';

const paint: Paint = {
  font: "Inter, 'Segoe UI'",
  surface: '#ffffff',
  ink: '#111111',
  dimmed: '#555555',
  line: '#dddddd',
  lineStrong: '#888888',
  alarm: '#cc0000',
};
const naming = {
  title: 'Entropy <of> "all" & more',
  unit: 'nats per token',
  note: 'a project',
  size: { width: 600, height: 300 },
  resolve: (color: string) => (color.startsWith('#') ? color : '#123456'),
  scheme: 'light' as const,
  nameOf: (role: string) => `agent ${role}`,
  referenceName: (id: string) => id,
};

/** Names of the elements of well-formed XML in order; throws where tags do not match. */
function elementsOf(xml: string): string[] {
  const open: string[] = [];
  const seen: string[] = [];
  for (const [, closing, name = '', attributes = '', empty] of xml.matchAll(/<(\/?)([a-z]+)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>/gi)) {
    if (closing) expect(open.pop()).toBe(name);
    else {
      seen.push(name);
      expect(attributes.match(/[\w:-]+(?==")/g)?.length ?? 0).toBe(new Set(attributes.match(/[\w:-]+(?==")/g)).size);
      if (!empty) open.push(name);
    }
  }
  expect(open).toEqual([]);
  expect(xml.replaceAll(/<[^>]*>/g, '')).not.toContain('<');
  return seen;
}

const metrics = Array.from({ length: 30 }, (_, iteration) => ({
  iteration,
  'actor/planner/entropy': 1 - iteration / 40,
  'actor/solver/entropy': 0.5 + Math.sin(iteration) / 10,
}));

describe('a chart as SVG', () => {
  it('is well-formed, holds title, unit, key and every line, and needs nothing of the page', () => {
    const model = chartModel(run({ metrics }), 'entropy', { smoothing: 0.5 });
    const { text, width, height } = svgOf(pictureOfChart(model, naming), paint);
    expect(elementsOf(text)[0]).toBe('svg');
    expect(text).toContain('Entropy &lt;of&gt; &quot;all&quot; &amp; more</text>');
    for (const part of ['nats per token', 'agent planner', 'agent solver', 'a project', `viewBox="0 0 ${width} ${height}"`])
      expect(text).toContain(part);
    // Two curves, each over its data as measured.
    expect(text.match(/data-line=/g)).toHaveLength(4);
    expect(text).not.toMatch(/var\(|color-mix|class=|url\(|href/);
  });

  it('draws the points where they belong', () => {
    const two = [
      { iteration: 0, 'reward/mean': 0 },
      { iteration: 10, 'reward/mean': 1 },
    ];
    const { text } = svgOf(pictureOfChart(chartModel(run({ metrics: two }), 'reward', { smoothing: 0 }), naming), paint);
    // Plot area of 600 × 300: 50 to 590 across, 276 up to 8.
    expect(text).toContain('d="M50 276L590 8"');
  });

  it('lifts the pen where nothing was measured, and dots a lone value', () => {
    const gaps = [0.1, 0.2, null, 0.4, null, 0.6, 0.7].map((value, iteration) => ({
      iteration,
      ...(value === null ? {} : { 'reward/mean': value }),
    })) as Record<string, number>[];
    const { text } = svgOf(pictureOfChart(chartModel(run({ metrics: gaps }), 'reward', { smoothing: 0 }), naming), paint);
    const [, d = ''] = /data-line="" d="([^"]+)"/.exec(text) ?? [];
    expect(d.match(/M/g)).toHaveLength(3);
    expect(text.match(/<circle/g)).toHaveLength(1);
  });

  it('shows many runs as bands, thin lines and means', () => {
    const runOf = (id: string, rise: number) => ({
      id,
      label: id,
      metrics: Array.from({ length: 9 }, (_, iteration) => ({ iteration, 'reward/mean': rise * iteration })),
    });
    const model = manyRunsModel([{ id: 'a', label: 'A & co', runs: [runOf('1', 0.1), runOf('2', 0.05)] }], 'reward/mean', { smoothing: 0 });
    const { text } = svgOf(pictureOfManyRuns(model, [{ color: '#0072B2', dash: [7, 4], marker: 'square' }], naming), paint);
    elementsOf(text);
    expect(text.match(/data-area=/g)).toHaveLength(1);
    expect(text.match(/data-line=/g)).toHaveLength(3);
    // The mean, its runs and both ends of its band have its dash, and so has the key.
    expect(text.match(/data-edge=[^>]*stroke-dasharray="7 4"/g)).toHaveLength(2);
    expect(text.match(/stroke-dasharray="7 4"/g)).toHaveLength(6);
    expect(text.match(/data-marker="square"/g)?.length).toBeGreaterThan(3);
    expect(text).toContain('A &amp; co</text>');
  });

  it('stands without any value', () => {
    elementsOf(svgOf(pictureOfChart(chartModel(run(), 'entropy', { smoothing: 0 }), naming), paint).text);
  });
});
