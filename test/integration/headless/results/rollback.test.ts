/** What the rollback study calls a misfire, and that its page counts and shows it. */
import { describe, expect, it } from 'vitest';
import { type Back, isMisfire, ROLLBACK_STUDIES, type RollbackRow, rollbackMarkdown } from '../../../../headless/results/rollback.ts';

/** 256 problems of which the best team answers all, and the team that was left all but the first `wrong`. */
const back = (wrong: number): Back => ({
  iteration: 7,
  fallen: 0.1,
  present: Array.from({ length: 256 }, (_, problem) => (problem < wrong ? 0 : 1)),
  best: Array.from({ length: 256 }, () => 1),
});
const row = (seed: number, backs: readonly Back[], checks = backs.length): RollbackRow => ({
  seed,
  iterations: 3,
  rewards: [0.5, 0.75, 1],
  checks,
  backs,
});

describe('a rollback is a misfire', () => {
  it('unless the held-out reward fell beyond its interval', () => {
    expect(isMisfire(back(0))).toBe(true);
    expect(isMisfire(back(2))).toBe(true);
    expect(isMisfire(back(30))).toBe(false);
  });

  it('also where the team that was left earned more', () => {
    const { present, best, ...rest } = back(30);
    expect(isMisfire({ ...rest, present: best, best: present })).toBe(true);
  });
});

it('the page counts checks, rollbacks and misfires of the shipped projects, and lists those at 1e-2', () => {
  const [first, second] = ROLLBACK_STUDIES;
  const ruined = ROLLBACK_STUDIES.find(({ rate }) => rate);
  if (!first || !second || !ruined) throw new Error('the studies are two projects and a rate at least');
  const page = rollbackMarkdown(
    new Map([
      [first, [row(9001, [back(0)], 3), row(9002, [back(30)])]],
      [second, [row(9001, [])]],
      [ruined, [row(9003, [back(30)])]],
    ]),
    'a machine',
  );
  expect(page).toContain('3 runs: 4 checks, 2 rollbacks, of which misfires: 1.');
  expect(page).toContain(`| \`${first.preset}\` | 3 1 | 1 1 | 1 |`);
  expect(page).toContain(`| \`${second.preset}\` | 0 | 0 | 0 |`);
  expect(page).toMatch(/\| 9003 \| 7 \| 10 \| −12 ± 4 \|/);
});
