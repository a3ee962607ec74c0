/** Training settings that are all read but cannot work together. */
import { needsCritic, usesGroups, usesRatio } from '../derived.ts';
import type { TrainingSettings } from '../trainingSchema.ts';
import type { ConflictRule } from './rule.ts';

/** A rule about the training settings alone. */
function rule(
  code: ConflictRule['code'],
  at: string,
  when: (t: TrainingSettings) => boolean,
  message: (t: TrainingSettings) => string,
  hint: string,
): ConflictRule {
  return { code, at: `training.${at}`, when: ({ training }) => when(training), message: ({ training }) => message(training), hint };
}

const LEAST_GROUP = 'Take a group size of at least 2, and as many episodes as fill whole groups.';

export const TRAINING_CONFLICTS: readonly ConflictRule[] = [
  rule(
    'E_TRAINING_MINIBATCHES',
    'minibatches',
    (t) => t.minibatches > t.episodes,
    (t) => `${t.minibatches} minibatches cannot be made from ${t.episodes} episodes, which are not cut apart.`,
    'Use fewer minibatches or more episodes.',
  ),
  rule(
    'E_TRAINING_ACCUMULATION',
    'accumulation',
    (t) => t.minibatches <= t.episodes && t.accumulation > Math.floor(t.episodes / t.minibatches),
    (t) => `A minibatch of ${Math.floor(t.episodes / t.minibatches)} episodes cannot be worked on in ${t.accumulation} parts.`,
    'Accumulate over fewer parts, or use fewer minibatches or more episodes.',
  ),
  rule(
    'E_TRAINING_GROUP_SIZE',
    'groupSize',
    (t) => usesGroups(t) && t.groupSize < 2,
    (t) => `${t.algorithm.toUpperCase()} compares the episodes of one problem, but every problem is tried once.`,
    LEAST_GROUP,
  ),
  rule(
    'E_TRAINING_GROUPS',
    'groupSize',
    (t) => t.episodes % t.groupSize !== 0,
    (t) => `${t.episodes} episodes do not make whole groups of ${t.groupSize}.`,
    'Let the group size divide the episodes per iteration.',
  ),
  ...(['mean', 'std'] as const).map((part) =>
    rule(
      'E_TRAINING_GROUP_SIZE',
      `normalizeAdvantages.${part}`,
      (t) => t.normalizeAdvantages[part] === 'group' && t.groupSize < 2,
      () => `Advantages cannot be normalised within a group (${part}) when every problem is tried once.`,
      LEAST_GROUP,
    ),
  ),
  ...(['mean', 'std'] as const).map((part) =>
    rule(
      'E_TRAINING_GROUP_SIZE',
      `reward.${part}`,
      (t) => t.reward[part] === 'group' && t.groupSize < 2 && !(t.compat.includes('r3_lone_group') && t.credit.strategy !== 'equal'),
      () => `Rewards cannot be normalised within a group (${part}) when every problem is tried once.`,
      `${LEAST_GROUP} (With step credit, the compat switch “lone group” does what R3 does there.)`,
    ),
  ),
  rule(
    'E_TRAINING_ADAPTIVE_KL',
    'adaptiveKl.enabled',
    (t) => t.adaptiveKl.enabled && t.klCoef === 0,
    () => 'The adaptive KL weight multiplies the weight it starts from, which is 0 and would stay so.',
    'Give the KL a weight to start from, or switch the adaptation off.',
  ),
  rule(
    'E_TRAINING_LAG',
    'lag',
    (t) => t.lag > 0 && !(usesRatio(t) && t.decoupled.enabled),
    (t) =>
      usesRatio(t)
        ? 'With a lag the episodes come from an older policy, which the plain ratio would take for the present one.'
        : `With a lag the episodes come from an older policy, and ${t.algorithm.toUpperCase()} has no ratio to correct for it.`,
    'Switch the decoupled loss on (with TPPO, APPO, GRPO or VinePPO), or train in step with lag 0.',
  ),
  rule(
    'E_TRAINING_LAG',
    'lag',
    (t) => t.lag > 0 && t.compat.includes('r1_untempered_logprobs'),
    () => 'R1’s untempered probabilities are computed with the present policy, so the older one that played would not be corrected for.',
    'Switch “untempered log-probabilities” off, or train in step with lag 0.',
  ),
  rule(
    'E_TRAINING_ROLLBACK',
    'rollback.enabled',
    (t) => t.rollback.enabled && t.lag > 0,
    (t) => `With a lag of ${t.lag} a rollout does not show the present team, so it cannot tell which snapshot was best.`,
    'Train in step with lag 0, or switch rollback off.',
  ),
  rule(
    'E_TRAINING_WARMUP',
    'critic.warmup',
    (t) => needsCritic(t) && t.critic.warmup >= t.iterations,
    (t) => `The critic’s warm-up of ${t.critic.warmup} iterations takes the whole run, so no adapter would learn.`,
    'Use a shorter warm-up or more iterations.',
  ),
  rule(
    'E_TRAINING_EVALUATION',
    'evaluateGreedy',
    (t) => t.evaluateEvery > 0 && !t.evaluateGreedy && t.evaluateSamples === 0,
    () => 'An evaluation without a greedy and without sampled answers measures nothing.',
    'Evaluate greedily, take samples, or switch evaluations off.',
  ),
];
