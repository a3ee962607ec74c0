/** Are the steps of the right size: KL, clip, gate, gradients, learning rates, entropy; each per agent. */
import type { Course } from './course.ts';
import { WINDOW } from './course.ts';
import { LIMITS } from './limits.ts';
import { at, percent, shown, type Check, type Rule } from './rule.ts';
import type { Remedy } from './types.ts';

const perAgent = (course: Course, check: (role: string) => Omit<Check, 'role'>): readonly Check[] =>
  course.roles.map((role) => ({ role, ...check(role) }));

/** A round number about a third of the configured rate. */
const slower = ({ training }: Course): Remedy => {
  const value = Number((training.learningRate / 3).toPrecision(1));
  return { text: `A smaller learning rate, such as ${value}.`, path: 'learningRate', value };
};

/** What makes steps smaller, the surest first (docs/results.md: adaptive control alone mends a rate that is too large). */
function smallerSteps(course: Course): readonly Remedy[] {
  const { adaptiveLearningRate, epochs } = course.training;
  return [
    ...(adaptiveLearningRate.enabled
      ? []
      : [{ text: 'Let the learning rate adapt to the KL.', path: 'adaptiveLearningRate.enabled', value: true } as const]),
    slower(course),
    ...(epochs > 2 ? [{ text: 'Use each batch less often.', path: 'epochs', value: 2 } as const] : []),
  ];
}

export const stepTooLarge: Rule = {
  code: 'step_too_large',
  source: 'approx. KL as the early sign of a collapse (Schulman et al. 2017, §4; Spinning Up stops at 0.015; docs/results.md)',
  checks: (course) =>
    perAgent(course, (role) => {
      const kl = course.median(`actor/${role}/ppo_kl`);
      return {
        holds: (index) => at(kl, index) > LIMITS.stepKl,
        say: (index) => ({
          sentence: `One iteration moves “${role}” by a KL of ${shown(at(kl, index))} nats (median of ${WINDOW} iterations); up to ${LIMITS.stepKl} is usual where the rate adapts. Collapses begin like this, and so do some runs that end well.`,
          remedies: smallerSteps(course),
        }),
      };
    }),
};

export const farFromBase: Rule = {
  code: 'far_from_base',
  source: 'KL to the reference as a measure of drift (Ziegler et al. 2019, §2; Gao et al. 2022)',
  checks: (course) =>
    perAgent(course, (role) => {
      const kl = course.median(`actor/${role}/kl_ref`);
      return {
        holds: (index) => at(kl, index) > LIMITS.baseKl,
        say: (index) => ({
          sentence: `“${role}” is ${shown(at(kl, index))} nats per token from its base (median of ${WINDOW} iterations); nearly all healthy teams here stay below 1.`,
          remedies: [
            ...smallerSteps(course),
            course.training.klCoef > 0
              ? { text: 'A larger KL weight.', path: 'klCoef' }
              : { text: 'A KL weight, which pulls it back.', path: 'klCoef', value: 0.05 },
            { text: 'Rollback to the best snapshot.', path: 'rollback.enabled', value: true },
          ],
        }),
      };
    }),
};

export const clipSaturated: Rule = {
  code: 'clip_saturated',
  source: 'Clip fraction (Schulman et al. 2017, §3; Andrychowicz et al. 2021)',
  checks: (course) =>
    perAgent(course, (role) => {
      const clipped = course.mean(`actor/${role}/pg_clipfrac`);
      return {
        holds: (index) => at(clipped, index) > LIMITS.clipFraction,
        say: (index) => ({
          sentence: `The clip removes the gradient of ${percent(at(clipped, index))} of the decisions of “${role}” (mean of ${WINDOW} iterations), so much of an update is thrown away.`,
          remedies: smallerSteps(course),
        }),
      };
    }),
};

export const gateRefuses: Rule = {
  code: 'gate_refuses',
  source: 'The KL gate of the original MARFT code (R1)',
  checks: (course) => {
    const { klGate, epochs, minibatches } = course.training;
    if (klGate === 0) return [];
    return perAgent(course, (role) => {
      const refused = course.mean(`actor/${role}/skipped`);
      return {
        holds: (index) => at(refused, index) / (epochs * minibatches) > LIMITS.refused,
        say: (index) => ({
          sentence: `The KL gate refuses ${percent(at(refused, index) / (epochs * minibatches))} of the steps of “${role}” (gate ${klGate}), so it learns from a small part of each batch.`,
          remedies: [
            slower(course),
            ...(epochs > 1 ? [{ text: 'Fewer epochs.', path: 'epochs', value: 1 } as const] : []),
            { text: 'A wider gate.', path: 'klGate' },
          ],
        }),
      };
    });
  },
};

export const gradientLimited: Rule = {
  code: 'gradient_limited',
  source: 'Gradient clipping by norm (Pascanu et al. 2013, §3.2)',
  checks: (course) => {
    const { maxGradNorm } = course.training;
    if (maxGradNorm === 0) return [];
    return perAgent(course, (role) => {
      const least = course.least(`actor/${role}/grad_norm`, LIMITS.limitedFor);
      const usual = course.median(`actor/${role}/grad_norm`, LIMITS.limitedFor);
      return {
        holds: (index) => at(least, index) > maxGradNorm,
        say: (index) => ({
          sentence: `The gradient of “${role}” was longer than its limit of ${maxGradNorm} in each of the last ${LIMITS.limitedFor} iterations (usually ${shown(at(usual, index))}), so its length says nothing any more.`,
          remedies: [
            { text: 'A higher limit.', path: 'maxGradNorm', value: Number((2 * at(usual, index)).toPrecision(1)) },
            { text: 'More episodes an iteration make the gradient steadier.', path: 'episodes' },
          ],
        }),
      };
    });
  },
};

export const rateCollapsed: Rule = {
  code: 'rate_collapsed',
  source: 'Learning rate by KL (docs/results.md); a rate that only falls says the steps asked for are too large',
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
          sentence: `The guards hold the learning rate of “${role}” at ${shown(at(rate, index))}, ${percent(at(rate, index) / set)} of the ${set} that is set, because its steps keep going too far.`,
          remedies: [
            slower(course),
            ...(course.training.epochs > 1 ? [{ text: 'Use each batch less often.', path: 'epochs', value: 1 } as const] : []),
            { text: 'A higher KL to aim at.', path: 'adaptiveLearningRate.targetKl' },
          ],
        }),
      };
    });
  },
};

export const entropyCollapse: Rule = {
  code: 'entropy_collapse',
  source: 'Entropy collapse (Yu et al. 2025, DAPO §3.1; Cui et al. 2025)',
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
          sentence: `“${role}” hardly varies what it says any more (entropy ${shown(start)} → ${shown(at(entropy, index))} nats a token) while the mean reward stays at ${shown(at(reward, index))}, so nothing better is found.`,
          remedies: [
            course.training.entropyCoef > 0
              ? { text: 'A larger entropy bonus.', path: 'entropyCoef' }
              : { text: 'An entropy bonus.', path: 'entropyCoef', value: 0.01 },
            { text: 'A wider clip above 1 lets rare tokens grow.', path: 'clipHigher', value: 0.28 },
            slower(course),
          ],
        }),
      };
    }),
};

export const entropyRise: Rule = {
  code: 'entropy_rise',
  source: 'An entropy that turns upwards is the last sign of a collapse (docs/results.md)',
  checks: (course) =>
    perAgent(course, (role) => {
      const entropy = course.mean(`actor/${role}/entropy`);
      const start = entropy.find((value) => !Number.isNaN(value)) ?? Number.NaN;
      return {
        holds: (index) => at(entropy, index) > LIMITS.entropyHigh && at(entropy, index) > LIMITS.entropyRise * start,
        say: (index) => ({
          sentence: `What “${role}” says becomes more and more random (entropy ${shown(start)} → ${shown(at(entropy, index))} nats a token).`,
          remedies: [
            ...(course.training.entropyCoef > 0 ? [{ text: 'A smaller entropy bonus.', path: 'entropyCoef', value: 0 } as const] : []),
            ...smallerSteps(course),
          ],
        }),
      };
    }),
};
