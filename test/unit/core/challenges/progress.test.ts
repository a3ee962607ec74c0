/** Replays are spent by what was played; what was kept is hostile until it is read; the record of strategies is a sum of its rows. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../../../../headless/kit/folders.ts';
import { recorded } from '../../../../headless/results/recorded.ts';
import { CHALLENGES, MOST_CASES } from '../../../../src/core/challenges/challenges.ts';
import {
  caseNumber,
  NO_PROGRESS,
  type Progress,
  readProgress,
  refusalOf,
  spentOn,
  withAnswer,
  withName,
  writeProgress,
} from '../../../../src/core/challenges/progress.ts';
import { type ChallengeRow, recordedSchema, recordOf, strategyScores } from '../../../../src/core/challenges/recorded.ts';
import type { ToolAnswer, ToolUse } from '../../../../src/core/challenges/tools.ts';

const use: ToolUse = { tool: 'again', episode: 0, message: 1, continuations: 8 };
const answer: ToolAnswer = { tool: 'again', episode: 0, message: 1, role: 'second', wins: 6, kept: 0, of: 8, replays: 16 };
const shares: ToolAnswer = { tool: 'coma', agents: [{ role: 'first', value: null, interval: null }], replays: 48 };
const found = { named: 'second', culprit: 'third', replays: 24 };

describe('what is left', () => {
  it('is the budget less what was played, and a use that may cost more is refused', () => {
    let progress: Progress = NO_PROGRESS;
    for (let nth = 0; nth < 3; nth += 1) {
      expect(refusalOf('row', progress.row, use, 3)).toBeNull();
      progress = withAnswer(progress, 'row', 1, nth, answer);
    }
    expect(spentOn(progress.row)).toBe(48);
    expect(refusalOf('row', progress.row, { ...use, continuations: 2 }, 3)).toEqual({ why: 'budget', cost: 4, left: 0 });
    // Another challenge has its own.
    expect(refusalOf('sides', progress.sides, use, 4)).toBeNull();
  });

  it('what the team was asked has the same answer, and is not asked again', () => {
    const progress = withAnswer(NO_PROGRESS, 'tree', 1, 0, shares);
    expect(refusalOf('tree', progress.tree, { tool: 'coma' }, 8)).toEqual({ why: 'asked' });
  });
});

it('a name closes the case with all that was spent on it, and opens the next', () => {
  const progress = withName(withAnswer(NO_PROGRESS, 'row', 1, 0, answer), 'row', 1, found);
  expect(progress.row).toEqual({ closed: [found], answers: [] });
  expect(caseNumber(progress.row)).toBe(2);
});

describe('of two tabs', () => {
  const begun = withAnswer(NO_PROGRESS, 'row', 1, 0, answer);
  const name = (named: string, replays: number) => (progress: Progress) =>
    withName(progress, 'row', 1, { named, culprit: 'third', replays });

  it.each([
    ['the right one, though it cost more', name('third', 40), name('second', 8)],
    ['of two right ones that of fewer replays', name('third', 16), name('third', 24)],
    ['of two wrong ones the same', name('first', 24), name('second', 24)],
  ])('the better name stays whichever came first: %s', (_, best, other) => {
    const both = best(other(begun));
    expect(both).toEqual(other(best(begun)));
    expect(both).toEqual(best(begun));
    expect(best(both)).toEqual(both);
  });

  it('an answer is of its case and of its turn, and a name of no case that was forgotten', () => {
    expect(withAnswer(begun, 'row', 1, 0, answer), 'asked in the other tab as well').toBe(begun);
    const closed = withName(begun, 'row', 1, found);
    expect(withAnswer(closed, 'row', 1, 0, answer), 'closed in the other tab').toBe(closed);
    const next = withAnswer(closed, 'row', 2, 0, answer);
    expect(withName(next, 'row', 1, found).row.answers, 'what was asked of the next case stays').toHaveLength(1);
    expect(withName(NO_PROGRESS, 'row', 2, found)).toBe(NO_PROGRESS);
  });
});

it('the last case stays open, so that what is kept can be read', () => {
  let progress: Progress = NO_PROGRESS;
  for (let nth = 0; nth < MOST_CASES + 2; nth += 1) progress = withName(progress, 'row', caseNumber(progress.row), found);
  expect(caseNumber(progress.row)).toBe(MOST_CASES);
  expect(readProgress(writeProgress(progress))).toEqual(progress);
});

describe('what was kept', () => {
  const kept = withAnswer(withAnswer(withName(NO_PROGRESS, 'row', 1, found), 'row', 2, 0, answer), 'sides', 1, 0, shares);

  it('is read again as it was', () => {
    expect(readProgress(writeProgress(kept))).toEqual(kept);
    expect(readProgress(null)).toEqual(NO_PROGRESS);
  });

  it.each([
    ['no text of ours', 'garbage'],
    ['another kind', '[1, 2]'],
    ['far too much', 'x'.repeat(2_000_000)],
  ])('%s is no progress', (_, text) => {
    expect(readProgress(text)).toEqual(NO_PROGRESS);
  });

  it('a challenge that is not understood costs no other', () => {
    const raw = JSON.parse(writeProgress(kept)) as Record<string, unknown>;
    for (const bad of [{ closed: [], answers: [{ ...answer, replays: -5 }] }, { closed: [{ named: 'x' }], answers: [] }, 7])
      expect(readProgress(JSON.stringify({ ...raw, row: bad, other: 1 }))).toEqual({ ...kept, row: NO_PROGRESS.row });
  });
});

describe('the fixed strategies', () => {
  const rows = recorded<ChallengeRow>('challenges');
  const shipped = recordedSchema.parse(JSON.parse(readFileSync(join(projectRoot, 'public/challenges/strategies.json'), 'utf8')));

  it('have in the page what was recorded', () => {
    expect([...rows.keys()]).toEqual(CHALLENGES.map(({ id }) => id));
    expect(shipped).toEqual(recordOf(rows));
  });

  it.each(CHALLENGES)('of $id are scored, all of them, over the same cases', ({ id }) => {
    const scores = strategyScores(shipped, id) ?? [];
    expect(scores.map(({ strategy }) => strategy)).toEqual(['guess', 'again', 'value', 'difference', 'coma', 'shapley']);
    expect(new Set(scores.slice(1).map(({ score }) => score.cases)).size).toBe(1);
    // None plays more or less from case to case than its questions and its proof.
    for (const { score } of scores) expect(score.replays).toBeGreaterThanOrEqual(8 * score.cases);
  });

  it('of an unknown challenge there are none', () => {
    expect(strategyScores({}, 'row')).toBeNull();
  });
});
