import { describe, expect, it } from 'vitest';
import { AFAR, fitted, LEAST_ZOOM } from '../../../../../../src/page/features/team/model/fitted.ts';

/** Three agents in a row, the first a little below the others' middle. */
const team = { x: 100, y: -20, width: 740, height: 90 };
const third = { x: 650, y: -20, width: 190, height: 80 };
const shown = ({ x, width }: { x: number; width: number }, view: ReturnType<typeof fitted>) => ({
  from: x * view.zoom + view.x,
  to: (x + width) * view.zoom + view.x,
});

describe('the view of a team', () => {
  it('holds all of it in the middle, and magnifies nothing', () => {
    const view = fitted(team, undefined, { width: 1600, height: 500 }, 3);
    expect(view.zoom).toBe(1);
    const { from, to } = shown(team, view);
    expect(from + to).toBeCloseTo(1600);
    expect(team.y + view.y, 'below the buttons').toBeGreaterThan(48);
  });

  it('shrinks to what there is', () => {
    const view = fitted(team, undefined, { width: 700, height: 500 }, 3);
    expect(view.zoom).toBeCloseTo((700 - 88) / 740);
    expect(shown(team, view)).toEqual({ from: expect.closeTo(44), to: expect.closeTo(656) });
  });

  it('is never too small to read: it begins with the first agents then, or goes as far as the selected one', () => {
    const view = fitted(team, { ...third, x: 100 }, { width: 360, height: 260 }, 3);
    expect(view.zoom).toBe(0.75);
    expect(shown(team, view).from).toBeCloseTo(16);
    const far = fitted(team, third, { width: 360, height: 260 }, 3);
    expect(shown(third, far).to).toBeCloseTo(360 - 16);
    expect(shown(third, far).from).toBeGreaterThan(16);
  });

  it('holds all of two agents on a phone, and beside a lesson', () => {
    const two = { x: 0, y: 0, width: 540, height: 95 };
    for (const width of [372, 344]) {
      const view = fitted(two, { x: 0, y: 0, width: 220, height: 95 }, { width, height: 320 }, 2);
      expect(view.zoom, 'and what they say').toBeGreaterThanOrEqual(AFAR);
      const { from, to } = shown(two, view);
      expect(from).toBeGreaterThanOrEqual(15.9);
      expect(to).toBeLessThanOrEqual(width - 15.9);
    }
  });

  it('holds all of a large team, from afar, below buttons in two rows', () => {
    const octet = { x: 0, y: 0, width: 1180, height: 588 };
    const view = fitted(octet, undefined, { width: 372, height: 318, top: 74 }, 8);
    expect(view.zoom).toBeLessThan(AFAR);
    expect(shown(octet, view)).toEqual({ from: expect.closeTo(16), to: expect.closeTo(372 - 16) });
    expect(view.y).toBeGreaterThanOrEqual(74);
    expect(588 * view.zoom + view.y).toBeLessThan(318);
  });

  it('of a team too large even for that shows the beginning', () => {
    expect(fitted({ ...team, width: 9000 }, undefined, { width: 372, height: 318 }, 30).zoom).toBe(LEAST_ZOOM);
  });
});
