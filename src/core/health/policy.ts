/** Are the steps of the right size: KL, clip, gate, gradients, learning rates, entropy; each per agent. */
import { healthSaysText as says } from '../../words/words.ts';
import type { Course } from './course.ts';
import { WINDOW } from './course.ts';
import { LIMITS } from './limits.ts';
import { at, percent, shown, type Check, type Rule } from './rule.ts';
import type { Remedy } from './types.ts';

const { found, remedies: tries } = says;

const perAgent = (course: Course, check: (role: string) => Omit<Check, 'role'>): readonly Check[] =>
  course.roles.map((role) => ({ role, ...check(role) }));

/** A round number about a third of the configured rate. */
const slower = ({ training }: Course): Remedy => {
  const value = Number((training.learningRate / 3).toPrecision(1));
  return { text: tries.slowerTo(value), path: 'learningRate', value };
};

/** What makes steps smaller, the surest first (docs/results.md: adaptive control alone mends a rate that is too large). */
function smallerSteps(course: Course): readonly Remedy[] {
  const { adaptiveLearningRate, epochs } = course.training;
  return [
    ...(adaptiveLearningRate.enabled ? [] : [{ text: tries.adapt, path: 'adaptiveLearningRate.enabled', value: true } as const]),
    slower(course),
    ...(epochs > 2 ? [{ text: tries.useLess, path: 'epochs', value: 2 } as const] : []),
  ];
}

export const stepTooLarge: Rule = {
  code: 'step_too_large',
  source: says.sources.step_too_large,
  checks: (course) =>
    perAgent(course, (role) => {
      const kl = course.median(`actor/${role}/ppo_kl`);
      return {
        holds: (index) => at(kl, index) > LIMITS.stepKl,
        say: (index) => ({
          sentence: found.stepTooLarge(role, shown(at(kl, index)), WINDOW, LIMITS.stepKl),
          remedies: smallerSteps(course),
        }),
      };
    }),
};

export const farFromBase: Rule = {
  code: 'far_from_base',
  source: says.sources.far_from_base,
  checks: (course) =>
    perAgent(course, (role) => {
      const kl = course.median(`actor/${role}/kl_ref`);
      return {
        holds: (index) => at(kl, index) > LIMITS.baseKl,
        say: (index) => ({
          sentence: found.farFromBase(role, shown(at(kl, index)), WINDOW),
          remedies: [
            ...smallerSteps(course),
            course.training.klCoef > 0 ? { text: tries.moreKl, path: 'klCoef' } : { text: tries.someKl, path: 'klCoef', value: 0.05 },
            { text: tries.rollback, path: 'rollback.enabled', value: true },
          ],
        }),
      };
    }),
};

export const clipSaturated: Rule = {
  code: 'clip_saturated',
  source: says.sources.clip_saturated,
  checks: (course) =>
    perAgent(course, (role) => {
      const clipped = course.mean(`actor/${role}/pg_clipfrac`);
      return {
        holds: (index) => at(clipped, index) > LIMITS.clipFraction,
        say: (index) => ({
          sentence: found.clipSaturated(role, percent(at(clipped, index)), WINDOW),
          remedies: smallerSteps(course),
        }),
      };
    }),
};

export const gateRefuses: Rule = {
  code: 'gate_refuses',
  source: says.sources.gate_refuses,
  checks: (course) => {
    const { klGate, epochs, minibatches } = course.training;
    if (klGate === 0) return [];
    return perAgent(course, (role) => {
      const refused = course.mean(`actor/${role}/skipped`);
      return {
        holds: (index) => at(refused, index) / (epochs * minibatches) > LIMITS.refused,
        say: (index) => ({
          sentence: found.gateRefuses(role, percent(at(refused, index) / (epochs * minibatches)), klGate),
          remedies: [
            slower(course),
            ...(epochs > 1 ? [{ text: tries.fewerEpochs, path: 'epochs', value: 1 } as const] : []),
            { text: tries.widerGate, path: 'klGate' },
          ],
        }),
      };
    });
  },
};

export const gradientLimited: Rule = {
  code: 'gradient_limited',
  source: says.sources.gradient_limited,
  checks: (course) => {
    const { maxGradNorm } = course.training;
    if (maxGradNorm === 0) return [];
    return perAgent(course, (role) => {
      const least = course.least(`actor/${role}/grad_norm`, LIMITS.limitedFor);
      const usual = course.median(`actor/${role}/grad_norm`, LIMITS.limitedFor);
      return {
        holds: (index) => at(least, index) > maxGradNorm,
        say: (index) => ({
          sentence: found.gradientLimited(role, maxGradNorm, LIMITS.limitedFor, shown(at(usual, index))),
          remedies: [
            { text: tries.higherLimit, path: 'maxGradNorm', value: Number((2 * at(usual, index)).toPrecision(1)) },
            { text: tries.steadier, path: 'episodes' },
          ],
        }),
      };
    });
  },
};

export const rateCollapsed: Rule = {
  code: 'rate_collapsed',
  source: says.sources.rate_collapsed,
  checks: (course) => {
    const { adaptiveLearningRate, rollback, schedule } = course.training;
    // A schedule lowers the rate on purpose.
    if (!(adaptiveLearningRate.enabled || rollback.enabled) || schedule.kind !== 'constant') return [];
    return perAgent(course, (role) => {
      const rate = course.median(`actor/${role}/lr`);
      const set = course.learningRate(role);
      const reward = course.mean('reward/mean');
      return {
        holds: (index) =>
          course.iteration(index) > schedule.warmup + WINDOW &&
          at(rate, index) > 0 &&
          at(rate, index) < LIMITS.rateShare * set &&
          // A small rate harms nothing where little is left to learn.
          at(reward, index) < LIMITS.solved,
        say: (index) => ({
          sentence: found.rateCollapsed(role, shown(at(rate, index)), percent(at(rate, index) / set), set),
          remedies: [
            slower(course),
            ...(course.training.epochs > 1 ? [{ text: tries.useLess, path: 'epochs', value: 1 } as const] : []),
            { text: tries.higherTarget, path: 'adaptiveLearningRate.targetKl' },
          ],
        }),
      };
    });
  },
};

export const entropyCollapse: Rule = {
  code: 'entropy_collapse',
  source: says.sources.entropy_collapse,
  checks: (course) =>
    perAgent(course, (role) => {
      const entropy = course.mean(`actor/${role}/entropy`);
      const start = entropy.find((value) => !Number.isNaN(value)) ?? Number.NaN;
      const reward = course.mean('reward/mean');
      return {
        holds: (index) =>
          at(entropy, index) < LIMITS.entropyLow &&
          at(entropy, index) < LIMITS.entropyLowShare * start &&
          at(reward, index) < LIMITS.entropyReward &&
          at(reward, index) - at(reward, index - LIMITS.entropyStall) < LIMITS.entropyGain,
        say: (index) => ({
          sentence: found.entropyCollapse(role, shown(start), shown(at(entropy, index)), shown(at(reward, index))),
          remedies: [
            course.training.entropyCoef > 0
              ? { text: tries.moreEntropy, path: 'entropyCoef' }
              : { text: tries.someEntropy, path: 'entropyCoef', value: 0.01 },
            { text: tries.clipHigher, path: 'clipHigher', value: 0.28 },
            slower(course),
          ],
        }),
      };
    }),
};

export const entropyRise: Rule = {
  code: 'entropy_rise',
  source: says.sources.entropy_rise,
  checks: (course) =>
    perAgent(course, (role) => {
      const entropy = course.mean(`actor/${role}/entropy`);
      const start = entropy.find((value) => !Number.isNaN(value)) ?? Number.NaN;
      return {
        holds: (index) => at(entropy, index) > LIMITS.entropyHigh && at(entropy, index) > LIMITS.entropyRise * start,
        say: (index) => ({
          sentence: found.entropyRise(role, shown(start), shown(at(entropy, index))),
          remedies: [
            ...(course.training.entropyCoef > 0 ? [{ text: tries.lessEntropy, path: 'entropyCoef', value: 0 } as const] : []),
            ...smallerSteps(course),
          ],
        }),
      };
    }),
};
