/** What the team does with its messages: rewards that fall, words cut off or lost. */
import type { Course } from './course.ts';
import { WINDOW } from './course.ts';
import { LIMITS } from './limits.ts';
import { at, percent, shown, type Rule } from './rule.ts';
import { bestSoFar, driftOf, noiseOf } from './trend.ts';
import type { Remedy } from './types.ts';

export const overOptimised: Rule = {
  code: 'over_optimised',
  source: 'Reward that falls while the KL grows (Gao, Schulman & Hilton 2022; docs/results.md, collapses)',
  checks: (course) => {
    const reward = course.mean('reward/mean');
    const best = bestSoFar(reward);
    const drift = driftOf(course);
    const error = noiseOf(course.column('reward/mean')) / Math.sqrt(WINDOW);
    return [
      {
        holds: (index) => {
          const top = at(best, index);
          if (!(top >= 0)) return false;
          const fall = at(reward, top) - at(reward, index);
          return (
            fall > LIMITS.rewardDrop * Math.abs(at(reward, top)) &&
            fall > LIMITS.rewardDropErrors * error &&
            (at(drift, index) > LIMITS.klGrowth * at(drift, top) || at(drift, index) > LIMITS.baseKl)
          );
        },
        say: (index) => {
          const top = at(best, index);
          return {
            sentence: `The mean reward of ${WINDOW} iterations has fallen from ${shown(at(reward, top))} at iteration ${course.iteration(top)} to ${shown(at(reward, index))}, while the KL to the base went from ${shown(at(drift, top))} to ${shown(at(drift, index))}: the team has gone past its best.`,
            remedies: [
              { text: 'Take the best checkpoint, or go on from there: the export holds both.' },
              ...guards(course),
              { text: 'A smaller learning rate.', path: 'learningRate', value: Number((course.training.learningRate / 3).toPrecision(1)) },
            ],
          };
        },
      },
    ];
  },
};

function guards({ training }: Course): readonly Remedy[] {
  return [
    ...(training.adaptiveLearningRate.enabled
      ? []
      : [{ text: 'Let the learning rate adapt to the KL.', path: 'adaptiveLearningRate.enabled', value: true } as const]),
    ...(training.rollback.enabled
      ? []
      : [{ text: 'Rollback to the best snapshot when the reward falls.', path: 'rollback.enabled', value: true } as const]),
  ];
}

export const cutOff: Rule = {
  code: 'cut_off',
  source: 'Overlong messages (Yu et al. 2025, DAPO §3.4)',
  checks: (course) =>
    course.roles.map((role) => {
      const cut = course.mean(`response_length/${role}/clip_ratio`);
      return {
        role,
        holds: (index) => at(cut, index) > LIMITS.cutOff,
        say: (index) => ({
          sentence: `${percent(at(cut, index))} of the messages of “${role}” are cut off at their longest, so what is read and paid is half a message.`,
          remedies: [
            { text: `More new tokens for “${role}” (agent editor, sampling).` },
            { text: 'If they grew longer while training, a smaller learning rate.', path: 'learningRate' },
          ],
        }),
      };
    }),
};

export const misrouted: Rule = {
  code: 'misrouted',
  source: 'Dynamic orchestration needs calls that can be followed (SII-MARFT, R3; docs/teams.md)',
  checks: (course) => {
    // Of each iteration by itself: it is there from the start, and there is nothing to wait for.
    const calls = course.column('routing/orchestrator_calls');
    const untagged = course.column('routing/no_tag');
    const unknown = course.column('routing/unknown_role');
    const share = (values: readonly number[], index: number): number => (values[index] || 0) / (calls[index] || Number.NaN);
    return [
      {
        holds: (index) => share(untagged, index) + share(unknown, index) >= LIMITS.misrouted,
        say: (index) => ({
          sentence: course.routed
            ? `${percent(share(unknown, index))} of the router’s messages could not be followed: they hold a word that is no name of anybody on duty. Such a message opens nothing.`
            : `${percent(share(untagged, index) + share(unknown, index))} of the orchestrator’s messages could not be followed: ${percent(share(untagged, index))} hold neither <call>name</call> nor <done/>, ${percent(share(unknown, index))} name nobody on duty. Such a message ends the turn, and nobody is called.`,
          remedies: [
            {
              text: `Show the protocol in the ${course.routed ? 'router' : 'orchestrator'}’s prompt; the small models shipped here do not know it.`,
            },
            { text: 'Warm the team up on demonstrations that use it.' },
            { text: 'Or let the graph say who speaks.' },
          ],
        }),
      },
    ];
  },
};
