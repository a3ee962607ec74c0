/** The palette of agents and compared runs: told apart by every eye, on every page, for good. */
import { describe, expect, it } from 'vitest';
import { AGENT_COLOR_COUNT, agentColor, lookOf } from '../../../../../src/page/kit/theme/agentColors.ts';
import { contrast, deltaE, labOf, type Vision } from '../../../support/colors.ts';

const SCHEMES = ['light', 'dark'] as const;
const VISIONS: readonly Vision[] = ['normal', 'protanopia', 'deuteranopia'];
/** Surfaces that lines are drawn on, those of `theme.ts`. */
const SURFACES = { light: ['#ffffff', '#f6f8fa', '#eef1f4'], dark: ['#171b21', '#12161b', '#0e1115'] } as const;
const slots = Array.from({ length: AGENT_COLOR_COUNT }, (_, slot) => slot);
const pairs = slots.flatMap((a) => slots.slice(a + 1).map((b) => [a, b] as const));

describe('the measure', () => {
  // From the table of test data of Sharma, Wu and Dalal 2005.
  it.each([
    [[50, 2.6772, -79.7751], [50, 0, -82.7485], 2.0425],
    [[50, 2.5, 0], [50, 0, -2.5], 4.3065],
    [[50, 2.5, 0], [73, 25, -18], 27.1492],
    [[60.2574, -34.0099, 36.2677], [60.4626, -34.1751, 39.4387], 1.2644],
    [[22.7233, 20.0904, -46.694], [23.0331, 14.973, -42.5619], 2.0373],
    [[2.0776, 0.0795, -1.135], [0.9033, -0.0636, -0.5514], 0.9082],
  ] as const)('ΔE₀₀ of %j and %j', (a, b, expected) => {
    expect(deltaE(a, b)).toBeCloseTo(expected, 4);
    expect(deltaE(b, a)).toBeCloseTo(expected, 4);
  });

  it('takes for alike what a dichromat confuses: red and green of the same lightness, not blue and yellow', () => {
    const apart = (a: string, b: string, vision: Vision): number => deltaE(labOf(a, vision), labOf(b, vision));
    expect(apart('#B35200', '#7D6800', 'normal')).toBeGreaterThan(15);
    expect(apart('#B35200', '#7D6800', 'protanopia')).toBeLessThan(5);
    expect(apart('#0000ff', '#ffff00', 'deuteranopia')).toBeGreaterThan(60);
    // Grey has nothing to lose.
    for (const vision of VISIONS) expect(deltaE(labOf('#808080', vision), labOf('#808080'))).toBeLessThan(0.1);
  });
});

describe.each(SCHEMES)('the palette, %s', (scheme) => {
  it.each(VISIONS)('differs in every pair by ΔE₀₀ of 11 or more, %s', (vision) => {
    for (const [a, b] of pairs) {
      const difference = deltaE(labOf(agentColor(a, scheme), vision), labOf(agentColor(b, scheme), vision));
      expect(difference, `${a} and ${b}`).toBeGreaterThanOrEqual(11);
    }
  });

  it('stands out from every surface: 3:1 for lines, 4.5:1 for text on panels', () => {
    for (const slot of slots) {
      const color = agentColor(slot, scheme);
      for (const surface of SURFACES[scheme]) expect(contrast(color, surface), `${slot} on ${surface}`).toBeGreaterThanOrEqual(3);
      for (const surface of SURFACES[scheme].slice(0, 2))
        expect(contrast(color, surface), `${slot} on ${surface}`).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('has 120 looks, and two of one colour next to each other differ in dash and marker', () => {
    const looks = Array.from({ length: 120 }, (_, slot) => lookOf(slot, scheme));
    expect(new Set(looks.map((look) => JSON.stringify(look))).size).toBe(120);
    expect(lookOf(120, scheme)).toEqual(looks[0]);
    for (let slot = 0; slot + 8 < 120; slot += 1) {
      const [one, next] = [lookOf(slot, scheme), lookOf(slot + 8, scheme)];
      expect(next.color).toBe(one.color);
      expect(next.dash).not.toEqual(one.dash);
      expect(next.marker).not.toBe(one.marker);
    }
  });
});
