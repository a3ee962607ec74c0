import { describe, expect, it } from 'vitest';
import { fitted } from '../../../../../../src/page/features/team/canvas/fitted.ts';

/** Three agents in a row, the first a little below the others' middle. */
const team = { x: 100, y: -20, width: 740, height: 90 };
const third = { x: 650, y: -20, width: 190, height: 80 };
const shown = ({ x, width }: { x: number; width: number }, view: ReturnType<typeof fitted>) => ({
  from: x * view.zoom + view.x,
  to: (x + width) * view.zoom + view.x,
});

describe('the view of a team', () => {
  it('holds all of it in the middle, and magnifies nothing', () => {
    const view = fitted(team, undefined, 1600, 500);
    expect(view.zoom).toBe(1);
    const { from, to } = shown(team, view);
    expect(from + to).toBeCloseTo(1600);
    expect(team.y + view.y, 'below the buttons').toBeGreaterThan(48);
  });

  it('shrinks to what there is', () => {
    const view = fitted(team, undefined, 700, 500);
    expect(view.zoom).toBeCloseTo((700 - 88) / 740);
    expect(shown(team, view)).toEqual({ from: expect.closeTo(44), to: expect.closeTo(656) });
  });

  it('is never too small to read: it begins with the first agents then, or goes as far as the selected one', () => {
    const view = fitted(team, { ...third, x: 100 }, 360, 260);
    expect(view.zoom).toBe(0.75);
    expect(shown(team, view).from).toBeCloseTo(16);
    const far = fitted(team, third, 360, 260);
    expect(shown(third, far).to).toBeCloseTo(360 - 16);
    expect(shown(third, far).from).toBeGreaterThan(16);
  });

  it('holds all of two agents on a phone, and beside a lesson', () => {
    const two = { x: 0, y: 0, width: 540, height: 95 };
    for (const width of [372, 344]) {
      const { from, to } = shown(two, fitted(two, { x: 0, y: 0, width: 220, height: 95 }, width, 320));
      expect(from).toBeGreaterThanOrEqual(15.9);
      expect(to).toBeLessThanOrEqual(width - 15.9);
    }
  });
});
