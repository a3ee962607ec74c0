/** Culprits are drawn evenly and apart; tools cost what they play at most; strategies name whom the answers speak against; a guess scores 0. */
import { describe, expect, it } from 'vitest';
import { CHALLENGES, culpritOf, LOST } from '../../../../src/core/challenges/challenges.ts';
import { guessing, scoreOf } from '../../../../src/core/challenges/score.ts';
import { namedBy, suspicions, usesOf } from '../../../../src/core/challenges/strategies.ts';
import { COMA_FIT, mostReplays, SHAPLEY_PROBLEMS, type ToolAnswer, type ToolUse } from '../../../../src/core/challenges/tools.ts';
import { PRESETS } from '../../../../src/core/document/presets/presets.ts';
import { keyFor } from '../../../../src/core/random/streams.ts';

const NUMBERS = Array.from({ length: 600 }, (_, index) => index + 1);
const message = (
  tool: 'value' | 'again' | 'difference',
  episode: number,
  nth: number,
  role: string,
  wins: number,
  kept: number | null,
): ToolAnswer => ({
  ...{ tool, episode, message: nth, role, wins, kept, of: 4, replays: kept === null ? 4 : 8 },
});

describe('the culprit', () => {
  it.each(CHALLENGES)('of $id is each agent about as often', ({ id, preset }) => {
    const { agents } = PRESETS[preset].project({ source: '' }).team;
    const counts = agents.map((_, index) => NUMBERS.filter((number) => culpritOf(id, number, agents.length) === index).length);
    const expected = NUMBERS.length / agents.length;
    // Four standard deviations of a binomial.
    for (const count of counts) expect(Math.abs(count - expected)).toBeLessThan(4 * Math.sqrt(expected));
  });

  it('of one number differs between challenges of as many agents', () => {
    const differs = NUMBERS.filter((number) => culpritOf('sides', number, 4) !== culpritOf('tally', number, 4));
    expect(differs.length).toBeGreaterThan(NUMBERS.length / 2);
  });

  it('every challenge can be asked something, and not everything', () => {
    for (const { preset, budget } of CHALLENGES) {
      const agents = PRESETS[preset].project({ source: '' }).team.agents.length;
      const all = usesOf(
        'again',
        Array.from({ length: LOST }, () => agents),
      ).reduce((sum, use) => sum + mostReplays(use, agents), 0);
      expect(budget).toBeGreaterThanOrEqual(COMA_FIT);
      expect(budget).toBeLessThan(all);
    }
  });
});

describe('what a tool costs at most', () => {
  const about = (tool: 'value' | 'again' | 'difference'): ToolUse => ({ tool, episode: 0, message: 0, continuations: 4 });

  it('one side of a question, or two', () => {
    expect(mostReplays(about('value'), 3)).toBe(4);
    expect(mostReplays(about('again'), 3)).toBe(8);
    expect(mostReplays(about('difference'), 3)).toBe(8);
  });

  it('all coalitions of a small team, those of the orders that are drawn of a large one', () => {
    expect(mostReplays({ tool: 'shapley' }, 3)).toBe(SHAPLEY_PROBLEMS * 8);
    expect(mostReplays({ tool: 'shapley' }, 8)).toBe(SHAPLEY_PROBLEMS * (2 + 4 * 7));
    expect(mostReplays({ tool: 'coma' }, 8)).toBe(COMA_FIT);
  });
});

describe('whom a strategy names', () => {
  const roles = ['first', 'second', 'third'];
  const key = keyFor(1, 1);

  it('asks every message of every lost episode, or the team once, or nothing', () => {
    expect(usesOf('again', [2, 1])).toEqual([
      { tool: 'again', episode: 0, message: 0, continuations: 4 },
      { tool: 'again', episode: 0, message: 1, continuations: 4 },
      { tool: 'again', episode: 1, message: 0, continuations: 4 },
    ]);
    expect(usesOf('shapley', [3, 3])).toEqual([{ tool: 'shapley' }]);
    expect(usesOf('guess', [3])).toEqual([]);
  });

  it('by messages said anew, whose anew wins more often than as they were', () => {
    const answers = [message('again', 0, 0, 'first', 2, 1), message('again', 0, 1, 'second', 3, 0), message('again', 1, 1, 'second', 1, 1)];
    expect(suspicions(answers, roles)).toEqual([0.25, 0.75, 0]);
    expect(namedBy(answers, roles, key)).toBe('second');
  });

  it('by values, at whose message the chance to win falls; the lost episode stands behind the last', () => {
    const answers = [3, 3, 1].map((wins, nth) => message('value', 0, nth, roles[nth] ?? '', wins, null));
    expect(suspicions(answers, roles)).toEqual([0, 0.5, 0.25]);
    // Asked in another order it is the same.
    expect(suspicions(answers.toReversed(), roles)).toEqual([0, 0.5, 0.25]);
  });

  it('by a number for each agent, who has the least; an unknown one speaks for nobody', () => {
    const agents = [0.4, -0.1, null].map((value, index) => ({ role: roles[index] ?? '', value, interval: null }));
    expect(namedBy([{ tool: 'shapley', agents, replays: 64 }], roles, key)).toBe('second');
  });

  it('one of several alike, by the draw: of a guess all of them', () => {
    const named = new Set(NUMBERS.slice(0, 60).map((number) => namedBy([], roles, keyFor(number, 2))));
    expect([...named].toSorted()).toEqual([...roles].toSorted());
  });
});

describe('the score', () => {
  it('is right blames by 100 replays, and corrected for guessing', () => {
    expect(scoreOf({ cases: 4, right: 3, replays: 100 }, 3)).toMatchObject({ rate: 3, corrected: 2.5 });
    expect(scoreOf({ cases: 0, right: 0, replays: 0 }, 3)).toMatchObject({ rate: null, corrected: null });
  });

  it.each([2, 3, 8])('of a guess among %i is 0 once corrected', (agents) => {
    const { rate, corrected, replays } = guessing(agents);
    expect(replays).toBe(LOST);
    expect(rate).toBeCloseTo(100 / (agents * LOST), 12);
    expect(corrected).toBeCloseTo(0, 12);
  });
});
