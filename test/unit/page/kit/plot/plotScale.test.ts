import { describe, expect, it } from 'vitest';
import { loneIndices, pathOf, plotScale, pointsOf } from '../../../../../src/page/kit/plot/plotScale.ts';
import { plotBox } from '../../../../../src/page/kit/figures/geometry.ts';

const size = { width: 300, height: 120 };
const scale = plotScale({ x: { domain: [0, 10], ticks: [] }, y: { domain: [-1, 1], ticks: [] } }, size);

describe('from values to pixels of a picture', () => {
  it('leads the ends of both axes to the edges of the plot, the greater value above', () => {
    const { left, right, top, bottom } = plotBox(size);
    expect([scale.x(0), scale.x(10), scale.y(1), scale.y(-1)]).toEqual([left, right, top, bottom]);
    expect(scale.y(0)).toBeCloseTo((top + bottom) / 2);
    expect(scale.x(2.5)).toBeCloseTo(left + (right - left) / 4);
  });

  it('lifts the pen where a value is missing, and finds those that a line would not show', () => {
    const points = pointsOf([0, 1, 2, 3, 4, 5], [null, 0.5, undefined, 0, -0.5, null], scale);
    expect(points.map((point) => point === null)).toEqual([true, false, true, false, false, true]);
    expect(pathOf(points)).toMatch(/^M[\d.]+ [\d.]+M[\d.]+ [\d.]+L[\d.]+ [\d.]+$/);
    expect(loneIndices(points)).toEqual([1]);
    expect(loneIndices([1, null, undefined, 0, 2])).toEqual([0]);
    expect(pathOf(points.filter((point) => point !== null)).match(/L/g)).toHaveLength(2);
    expect(pathOf([null, null])).toBe('');
  });
});
