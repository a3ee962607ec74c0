import { describe, expect, it } from 'vitest';
import { geometryOf, niceTicks } from '../../../src/app/charts/geometry.ts';
import type { ChartLine, ChartModel } from '../../../src/stores/runs/chartModels.ts';

const SIZE = { width: 346, height: 132 };

function model(values: readonly (number | null)[], changes: Partial<ChartModel> & { readonly line?: Partial<ChartLine> } = {}): ChartModel {
  const { line, ...rest } = changes;
  return {
    id: 'reward',
    lines: [{ metric: 'm', subject: 'sampled', mark: 'line', ...line }],
    references: [],
    rows: values.map((m, iteration) => ({ iteration, m })),
    fromZero: true,
    bucket: 1,
    table: [],
    ...rest,
  };
}

describe('the values on an axis', () => {
  it('are 1, 2 or 5 × 10^k apart and enclose the data', () => {
    expect(niceTicks(0, 1, 4)).toEqual([0, 0.5, 1]);
    expect(niceTicks(0, 0.9, 4)).toEqual([0, 0.5, 1]);
    expect(niceTicks(-0.03, 0.07, 4)).toEqual([-0.05, 0, 0.05, 0.1]);
    expect(niceTicks(0, 3700, 4)).toEqual([0, 1000, 2000, 3000, 4000]);
    expect(niceTicks(0, 0.0003, 4)).toEqual([0, 0.0001, 0.0002, 0.0003]);
  });

  it('enclose whatever comes, and are few', () => {
    for (const low of [-12.3, -1e-6, 0, 0.2, 41]) {
      for (const span of [1e-7, 0.013, 1, 7, 12_345]) {
        const ticks = niceTicks(low, low + span, 4);
        expect(ticks[0]).toBeLessThanOrEqual(low + span * 1e-6);
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(low + span * (1 - 1e-6));
        expect(ticks.length).toBeGreaterThanOrEqual(2);
        expect(ticks.length).toBeLessThanOrEqual(7);
      }
    }
  });
});

describe('where a chart’s points lie', () => {
  it('spans the plot from iteration 0 to the last, from the axis’ least value to its greatest', () => {
    const { left, right, top, bottom, xOf, yOf, lines } = geometryOf(model([0, 0.5, 1]), SIZE);
    expect([xOf(0), xOf(2)]).toEqual([left, right]);
    expect([yOf(0), yOf(1)]).toEqual([bottom, top]);
    expect(lines[0]!.path).toBe(`M${left.toFixed(1)} ${bottom.toFixed(1)}L191.0 58.0L${right.toFixed(1)} ${top.toFixed(1)}`);
  });

  it('draws a line on over gaps, and a single value as a dot', () => {
    expect(geometryOf(model([0, null, 1]), SIZE).lines[0]!.path.match(/[ML]/g)).toEqual(['M', 'L']);
    const single = geometryOf(model([null, 0.4, null]), SIZE).lines[0]!;
    expect(single.dots).toHaveLength(1);
  });

  it('joins nothing that was measured at intervals only', () => {
    const { lines } = geometryOf(model([0, null, 1], { line: { mark: 'dots' } }), SIZE);
    expect(lines[0]).toMatchObject({ path: '', dots: [{}, {}] });
  });

  it('keeps the untrained level on the axis, and leaves other references out when they lie beyond it', () => {
    const references = [
      { id: 'untrained', value: 3.5 },
      { id: 'targetKl', value: 9 },
    ] as const;
    const geometry = geometryOf(model([0, 1], { references }), SIZE);
    expect(geometry.references.map(({ id }) => id)).toEqual(['untrained']);
    expect(geometry.references[0]!.y).toBeGreaterThanOrEqual(geometry.top);
  });

  it('lets an axis of a signed quantity lie anywhere, also when all values are equal', () => {
    const { yTicks } = geometryOf(model([5, 5, 5], { fromZero: false }), SIZE);
    expect(yTicks[0]!.value).toBeGreaterThan(0);
    expect(yTicks[0]!.value).toBeLessThan(5);
    expect(yTicks.at(-1)!.value).toBeGreaterThan(5);
    expect(geometryOf(model([0, 0]), SIZE).yTicks.at(-1)!.value).toBeGreaterThan(0);
  });

  it('finds the drawn iteration nearest to a pointer', () => {
    const { xOf, iterationAt, left } = geometryOf(model([0, 1, 2, 3, 4]), SIZE);
    expect(iterationAt(xOf(3) + 10)).toBe(3);
    expect(iterationAt(left - 40)).toBe(0);
    expect(iterationAt(10_000)).toBe(4);
  });

  it('writes whole iterations only, no closer than they can be read', () => {
    const { xTicks } = geometryOf(model([0, 1, 2]), SIZE);
    expect(xTicks.map(({ value }) => value)).toEqual([0, 1, 2]);
    const many = geometryOf(model(Array.from({ length: 301 }, () => 1)), SIZE).xTicks;
    expect(many.map(({ value }) => value)).toEqual([0, 100, 200, 300]);
  });
});
