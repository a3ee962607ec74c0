/** The sentences about shares claim what the intervals allow, and no more. */
import { expect, it } from 'vitest';
import { verdictSentences } from '../../../../../src/page/features/shares/sentences.ts';
import type { CreditShares } from '../../../../../src/core/credit/estimates.ts';

/** The whole earns 1, nobody 0.4; shares with half an interval of `half`. */
const of = (values: Readonly<Record<string, number>>, half: number): CreditShares => {
  const shares = Object.entries(values).map(([role, value]) => ({ role, value, interval: { low: value - half, high: value + half } }));
  return {
    method: 'exact',
    problems: 4,
    shares,
    worth: [
      { roles: [], reward: 0.4 },
      { roles: Object.keys(values), reward: 1 },
    ],
  };
};

it('names the agent whose training brought most, and says what that means', () => {
  const said = verdictSentences(of({ first: 0, second: 0.57, third: 0.03 }, 0.1), 'base', 32, (role) => role.toUpperCase());
  expect(said[0]).toContain('training is worth +0.6');
  expect(said[1]).toContain('Training SECOND (φ = 0.570, 95 %: 0.470 to 0.670) brought most');
  expect(said[1]).not.toContain('base');
  expect(said.at(-1)).toContain('Whether FIRST and THIRD earned anything cannot be told with 32 problems: the intervals hold 0.');
});

it('says that it cannot be told where intervals overlap', () => {
  const said = verdictSentences(of({ first: 0.25, second: 0.35 }, 0.1), 'base', 8).join(' ');
  expect(said).toContain('With 8 problems it cannot be told who earned most');
  expect(said).not.toContain('brought');
});

it('names who makes the team worse', () => {
  const said = verdictSentences(of({ first: 0.4, second: 0.4, third: -0.2 }, 0.05), 'base', 32).join(' ');
  expect(said).toContain('Training third costs the team reward, on average over the orders of joining: the interval lies below 0');
});

it('with silence it is about speaking: whose words are worth least is told, and not that it is weak', () => {
  const said = verdictSentences(of({ first: 0.2, second: 0.4 }, 0.05), 'silent', 32).join(' ');
  expect(said).toContain('speaking is worth');
  expect(said).toContain('What first (φ = 0.200, 95 %: 0.150 to 0.250) says is worth least');
  expect(verdictSentences(of({ first: 0.3, second: 0.3 }, 0.05), 'silent', 32).join(' ')).not.toContain('is worth least');
});

it('a team of one earned all of it', () => {
  expect(verdictSentences(of({ only: 0.6 }, 0.1), 'base', 32)[1]).toContain('The only agent earned all of it: only (φ = 0.600');
});

it('says what an interval without width means, and nothing of it where all have one', () => {
  const said = verdictSentences(of({ first: 0.2, second: 0.4 }, 0), 'base', 8);
  expect(said.at(-1)).toContain('its interval has no width: anything rarer than one in 8 problems was not seen');
  expect(verdictSentences(of({ first: 0.2, second: 0.4 }, 0.1), 'base', 8).join(' ')).not.toContain('no width');
});
