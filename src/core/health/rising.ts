/** Is anything learnt: a reward that stays where it began, and what of it the metrics explain. */
import type { Course } from './course.ts';
import { WINDOW } from './course.ts';
import { LIMITS } from './limits.ts';
import { at, percent, shown, type Rule } from './rule.ts';
import { bestSoFar, driftOf, noiseOf } from './trend.ts';
import type { Remedy } from './types.ts';

export const notRising: Rule = {
  code: 'not_rising',
  source: 'Two means that differ by less than two standard errors are not told apart; docs/warnings.md',
  checks: (course) => {
    const reward = course.mean('reward/mean');
    const late = course.mean('reward/mean', LIMITS.flatWindow);
    const best = bestSoFar(reward);
    const equal = course.mean('reward/frac_zero_std');
    const deviation = noiseOf(course.column('reward/mean'));
    const error = deviation * Math.sqrt(1 / WINDOW + 1 / LIMITS.flatWindow);
    const first = at(reward, WINDOW - 1);
    return [
      {
        holds: (index) =>
          index + 1 >= LIMITS.flatFrom &&
          Math.abs(at(late, index) - first) < LIMITS.flatErrors * error &&
          // One that rose and fell again is another finding, and so is one that is hardly ever paid, or always.
          at(reward, at(best, index)) - first < LIMITS.rewardDropErrors * (deviation / Math.sqrt(WINDOW)) &&
          Math.abs(at(late, index)) >= LIMITS.rare &&
          at(late, index) < LIMITS.solved &&
          at(equal, index) < 1,
        say: (index) => {
          const { why, remedies } = causeOf(course, index);
          return {
            sentence: `The mean reward of the last ${LIMITS.flatWindow} iterations (${shown(at(late, index))}) is not told apart from that of the first ${WINDOW} (${shown(first)}). ${why}`,
            remedies,
          };
        },
      },
    ];
  },
};

/** The likeliest of what the metrics tell; where none of it holds, that. */
function causeOf(course: Course, index: number): { readonly why: string; readonly remedies: readonly Remedy[] } {
  const drift = at(driftOf(course), index);
  const { learningRate } = course.training;
  if (drift < LIMITS.unmoved)
    return {
      why: `The agents have hardly moved: at most ${shown(drift)} nats a token from their base.`,
      remedies: [
        { text: 'A larger learning rate.', path: 'learningRate', value: Number((10 * learningRate).toPrecision(1)) },
        { text: 'Agents that are frozen, or whose gate refuses every step, cannot move either.' },
      ],
    };
  const equal = at(course.mean('reward/frac_zero_std'), index);
  if (equal >= LIMITS.idleGroups / 2)
    return {
      why: `In ${percent(equal)} of the groups every episode was paid the same, so they teach nothing.`,
      remedies: [
        { text: 'Larger groups differ more often.', path: 'groupSize' },
        { text: 'Warm the team up first, so that it is right now and then.', tab: 'warmStart' },
      ],
    };
  const entropies = course.roles.map((role) => at(course.mean(`actor/${role}/entropy`), index));
  const largest = Math.max(...entropies);
  if (largest < LIMITS.entropyLow)
    return {
      why: `The agents say nearly the same each time (entropy at most ${shown(largest)} nats a token), so there is nothing to choose from.`,
      remedies: [
        { text: 'An entropy bonus.', path: 'entropyCoef' },
        { text: 'Or begin again from a less certain team, at a smaller learning rate.', path: 'learningRate' },
      ],
    };
  return {
    why: `The agents have moved (${shown(drift)} nats a token from their base), to no effect on it: the metrics do not tell why.`,
    remedies: [
      {
        text: 'More episodes an iteration: what is learnt from few is mostly noise.',
        path: 'episodes',
        value: 2 * course.training.episodes,
      },
      { text: 'Read episodes that were right and wrong: do agents read what others say, and can the team be right?' },
      { text: 'Ask in Inspect whose messages earn the reward (Shapley), and whether the critic knows it (Critic check).' },
    ],
  };
}
