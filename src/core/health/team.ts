/** What the team does with its messages: rewards that fall, words cut off or lost. */
import { healthSaysText as says } from '../../words/words.ts';
import type { Course } from './course.ts';
import { WINDOW } from './course.ts';
import { LIMITS } from './limits.ts';
import { at, percent, shown, type Rule } from './rule.ts';
import { bestSoFar, driftOf, noiseOf } from './trend.ts';
import type { Remedy } from './types.ts';

const { found, remedies: tries } = says;

export const overOptimised: Rule = {
  code: 'over_optimised',
  source: says.sources.over_optimised,
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
            sentence: found.overOptimised(WINDOW, shown(at(reward, top)), course.iteration(top), shown(at(reward, index)), [
              shown(at(drift, top)),
              shown(at(drift, index)),
            ]),
            remedies: [
              { text: tries.bestCheckpoint },
              ...guards(course),
              { text: tries.slower, path: 'learningRate', value: Number((course.training.learningRate / 3).toPrecision(1)) },
            ],
          };
        },
      },
    ];
  },
};

function guards({ training }: Course): readonly Remedy[] {
  return [
    ...(training.adaptiveLearningRate.enabled ? [] : [{ text: tries.adapt, path: 'adaptiveLearningRate.enabled', value: true } as const]),
    ...(training.rollback.enabled ? [] : [{ text: tries.rollbackOnFall, path: 'rollback.enabled', value: true } as const]),
  ];
}

export const cutOff: Rule = {
  code: 'cut_off',
  source: says.sources.cut_off,
  checks: (course) =>
    course.roles.map((role) => {
      const cut = course.mean(`response_length/${role}/clip_ratio`);
      return {
        role,
        holds: (index) => at(cut, index) > LIMITS.cutOff,
        say: (index) => ({
          sentence: found.cutOff(role, percent(at(cut, index))),
          remedies: [{ text: tries.moreTokens(role) }, { text: tries.ifTheyGrew, path: 'learningRate' }],
        }),
      };
    }),
};

export const misrouted: Rule = {
  code: 'misrouted',
  source: says.sources.misrouted,
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
            ? found.misroutedByRouter(percent(share(unknown, index)))
            : found.misrouted(
                percent(share(untagged, index) + share(unknown, index)),
                percent(share(untagged, index)),
                percent(share(unknown, index)),
              ),
          remedies: [
            {
              text: tries.showProtocol(course.routed),
            },
            { text: tries.warmProtocol },
            { text: tries.graphSpeaks },
          ],
        }),
      },
    ];
  },
};
