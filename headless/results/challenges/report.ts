/** What fixed strategies get at the challenges (`core/challenges`): each plays the same cases, and names somebody. */
import { CHALLENGES } from '../../../src/core/challenges/challenges.ts';
import { type ChallengeRow, recordOf, strategyScores } from '../../../src/core/challenges/recorded.ts';
import type { Strategy } from '../../../src/core/challenges/strategies.ts';
import { wilsonInterval } from '../../../src/core/statistics/intervals.ts';

/** Cases of each challenge: the first that a person meets. */
export const CASES = Array.from({ length: 30 }, (_, index) => index + 1);

const NAMES: Readonly<Record<Strategy, string>> = {
  guess: 'a guess',
  again: 'every message said anew',
  value: 'tree values of every message',
  difference: 'difference rewards of every message',
  coma: 'COMA',
  shapley: 'Shapley shares',
};

const HEAD = `| challenge | strategy | right | replays a case | right per 100 replays | corrected for guessing |
|---|---|---|---|---|---|`;

export function challengesMarkdown(rows: ReadonlyMap<string, readonly ChallengeRow[]>): string {
  const recorded = recordOf(rows);
  const lines = CHALLENGES.flatMap(({ id, preset }) =>
    (strategyScores(recorded, id) ?? []).map(({ strategy, score }) => {
      const { cases, right, replays, rate, corrected } = score;
      const share = strategy === 'guess' ? `1 of ${recorded[id]?.agents}` : shareOf(right, cases);
      return `| \`${preset}\` | ${NAMES[strategy]} | ${share} | ${(replays / cases).toFixed(0)} | ${said(rate)} | ${said(corrected)} |`;
    }),
  );
  return `# Challenges

One agent of a recorded run's team, drawn by the number of the case, says in 30 % of its messages something that it said to another problem. Of eight episodes that the team lost, fixed strategies ask one tool all that it can be asked and name the agent that most speaks against: by playing on, whose messages lost most of the chance to win; by COMA, whose are farthest below the others that the critic knows of; by Shapley, who earns least (all coalitions of up to six agents on eight problems, four orders of joining of the eight). Four continuations of each side of each question, ${CASES.length} cases of each challenge, the same for all. Replays are episodes that were played, the proof's eight included. Intervals are 95 % (Wilson). "Corrected" takes wrong / (agents − 1) off the right ones, so that a guess has 0.

${HEAD}
${lines.join('\n')}
`;
}

const said = (value: number | null): string => (value === null ? '–' : value.toFixed(2).replace(/^-(?=0\.00$)/, ''));

function shareOf(count: number, of: number): string {
  const { low, high } = wilsonInterval(count / of, of);
  const percent = (value: number) => (100 * value).toFixed(0);
  return `${count} of ${of} = ${percent(count / of)} % (${percent(low)} to ${percent(high)})`;
}
