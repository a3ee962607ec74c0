/** When a message turned its episode: properties over every outcome that few continuations can have. */
import { describe, expect, it } from 'vitest';
import {
  chanceOf,
  ERROR,
  isChanceSettled,
  isSettled,
  levelOf,
  type Outcomes,
  turnOf,
} from '../../../../../src/core/counterfactual/turned/turns.ts';

/** All ways in which `pairs` pairs of continuations can end, by how many of each of the four there are; and one arrangement of each. */
function* all(pairs: number): Generator<Outcomes & { readonly counts: readonly [number, number, number, number] }> {
  for (let both = 0; both <= pairs; both += 1)
    for (let instead = 0; instead <= pairs - both; instead += 1)
      for (let kept = 0; kept <= pairs - both - instead; kept += 1) {
        const neither = pairs - both - instead - kept;
        const of = (a: boolean, b: boolean, c: boolean, d: boolean): boolean[] => [
          ...Array<boolean>(both).fill(a),
          ...Array<boolean>(instead).fill(b),
          ...Array<boolean>(kept).fill(c),
          ...Array<boolean>(neither).fill(d),
        ];
        yield { counts: [both, instead, kept, neither], instead: of(true, true, false, false), kept: of(true, false, true, false) };
      }
}

const factorial = (n: number): number => (n < 2 ? 1 : n * factorial(n - 1));
const PAIRS = 12;

describe('a turn', () => {
  it('is the other one where won and lost change places, or stand-in and message do', () => {
    const other = { saved: 'spoiled', spoiled: 'saved' } as const;
    const not = (side: readonly boolean[]): boolean[] => side.map((won) => !won);
    let turned = 0;
    for (const { instead, kept } of all(PAIRS)) {
      const found = turnOf({ instead, kept }, ERROR);
      const mirrored = found && other[found];
      expect(turnOf({ instead: not(instead), kept: not(kept) }, ERROR)).toBe(mirrored);
      expect(turnOf({ instead: kept, kept: instead }, ERROR)).toBe(mirrored);
      if (found) turned += 1;
    }
    expect(turned).toBeGreaterThan(10);
  });

  it('is none where the stand-in ends the same every time', () => {
    for (const { instead } of all(PAIRS)) expect(turnOf({ instead, kept: instead }, 1)).toBeNull();
  });

  it('is told by chance no more often than its level, whatever the chance to win', () => {
    for (const messages of [1, 2, 4]) {
      const level = levelOf(messages);
      for (const chance of [0.1, 0.3, 0.5, 0.7, 0.9]) {
        // Both sides win independently with the same chance: the multinomial of the four ways, summed over those that are told.
        const ways = [chance ** 2, chance * (1 - chance), chance * (1 - chance), (1 - chance) ** 2];
        let told = 0;
        for (const outcomes of all(PAIRS)) {
          if (turnOf(outcomes, level) === null) continue;
          const arrangements = factorial(PAIRS) / outcomes.counts.reduce((product, count) => product * factorial(count), 1);
          told += arrangements * outcomes.counts.reduce((product, count, way) => product * (ways[way] ?? 0) ** count, 1);
        }
        expect(told).toBeLessThanOrEqual(2 * level);
      }
    }
    expect(3 * levelOf(1)).toBeCloseTo(ERROR, 12);
  });
});

describe('stopping early', () => {
  it.each([1, ERROR, levelOf(2)])('comes exactly where no continuation to come can make a turn, at level %f', (level) => {
    const [now, later] = [4, 4];
    let settled = 0;
    for (const first of all(now)) {
      const could = [...all(later)].some(
        ({ instead, kept }) => turnOf({ instead: [...first.instead, ...instead], kept: [...first.kept, ...kept] }, level) !== null,
      );
      expect(isSettled(first, now + later, level)).toBe(!could);
      if (!could) settled += 1;
    }
    expect(settled).toBeGreaterThan(0);
  });
});

describe('the environment’s chance', () => {
  it('is told where the same messages mostly end otherwise', () => {
    const lost = Array<boolean>(8).fill(false);
    expect(chanceOf(true, lost, levelOf(2))).toBe('saved');
    expect(chanceOf(false, lost, levelOf(2))).toBeNull();
    expect(
      chanceOf(
        false,
        lost.map((won) => !won),
        levelOf(2),
      ),
    ).toBe('spoiled');
    expect(chanceOf(true, [true, false, false], levelOf(2))).toBeNull();
  });

  it('is settled once what is still to come cannot tell', () => {
    for (const won of [true, false])
      for (const { instead: asItWas } of all(4)) {
        const could = [...all(4)].some(({ instead }) => chanceOf(won, [...asItWas, ...instead], levelOf(1)) !== null);
        expect(isChanceSettled(won, asItWas, 8, levelOf(1))).toBe(!could);
      }
  });
});
