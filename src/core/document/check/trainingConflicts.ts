/** Training settings that are all read but cannot work together. */
import { checkFaults } from '../../../words/words.ts';
import { fault, type Fault, type ParamsOf } from '../../faults.ts';
import {
  comparesReturns,
  decisionLevel,
  dividesByMean,
  needsCritic,
  picksByCovariance,
  policyLossOf,
  scoresAtStart,
  usesAlternatives,
  usesGroups,
  usesRatio,
  usesRunningMeans,
  usesTree,
} from '../derived.ts';
import type { ProjectDocument } from '../schema.ts';
import { distils, pupilsOf, teacherAlone } from '../teachers.ts';
import type { TrainingSettings } from '../trainingSchema.ts';
import { conflict, type ConflictRule } from './rule.ts';

/** A rule about the training settings alone. */
function rule<C extends keyof typeof checkFaults>(
  code: C,
  at: string,
  when: (t: TrainingSettings) => boolean,
  values: (t: TrainingSettings) => ParamsOf<(typeof checkFaults)[C]>,
): ConflictRule {
  return conflict(
    code,
    `training.${at}`,
    ({ training }) => when(training),
    ({ training }) => values(training),
  );
}

/** Teachers that name whom they cannot teach, and agents that would learn nothing. */
function teacherFaults(document: ProjectDocument): Fault[] {
  const { team, training } = document;
  const { teachers } = training.distillation;
  const subject = 'training.distillation.teachers';
  const refused = (why: ParamsOf<(typeof checkFaults)['E_TRAINING_TEACHER']>) => [
    fault(checkFaults, 'E_TRAINING_TEACHER', why, { place: { subject } }),
  ];
  const named = teachers.flatMap(({ agents }) => agents);
  const unknown = named.find((name) => !team.agents.some(({ role }) => role === name));
  if (unknown !== undefined) return refused({ found: 'unknown', role: unknown });
  const twice = named.find((name, index) => named.indexOf(name) < index);
  if (twice !== undefined) return refused({ found: 'twice', role: twice });
  if (teachers.filter(({ agents }) => agents.length === 0).length > 1) return refused({ found: 'twice', role: null });
  if (teachers.some(({ base, run }) => base === '' && run === '')) return refused({ found: 'nobody' });
  const pupils = pupilsOf(document);
  if (teachers.length > 0 && pupils.length === 0) return refused({ found: 'nobodyLearns' });
  const without = team.agents.find(({ role, adapter }) => !adapter.frozen && !pupils.some(({ agent }) => agent.role === role));
  return teacherAlone(training) && without ? refused({ found: 'untaught', role: without.role }) : [];
}

export const TRAINING_CONFLICTS: readonly ConflictRule[] = [
  rule(
    'E_TRAINING_MINIBATCHES',
    'minibatches',
    (t) => t.minibatches > t.episodes,
    ({ minibatches, episodes }) => ({ minibatches, episodes }),
  ),
  rule(
    'E_TRAINING_ACCUMULATION',
    'accumulation',
    (t) => t.minibatches <= t.episodes && t.accumulation > Math.floor(t.episodes / t.minibatches),
    ({ accumulation, episodes, minibatches }) => ({ accumulation, episodes: Math.floor(episodes / minibatches) }),
  ),
  rule(
    'E_TRAINING_GROUP_SIZE',
    'groupSize',
    (t) => usesGroups(t) && t.groupSize < 2,
    ({ algorithm }) => ({ compares: 'returns', algorithm }),
  ),
  rule(
    'E_TRAINING_GROUPS',
    'groupSize',
    (t) => t.episodes % t.groupSize !== 0,
    ({ groupSize, episodes }) => ({ groupSize, episodes }),
  ),
  ...(['mean', 'std'] as const).map((part) =>
    rule(
      'E_TRAINING_GROUP_SIZE',
      `normalizeAdvantages.${part}`,
      (t) => t.normalizeAdvantages[part] === 'group' && t.groupSize < 2,
      () => ({ compares: 'advantages', part }),
    ),
  ),
  ...(['mean', 'std'] as const).map((part) =>
    rule(
      'E_TRAINING_GROUP_SIZE',
      `reward.${part}`,
      (t) => t.reward[part] === 'group' && t.groupSize < 2 && !(t.compat.includes('r3_lone_group') && t.credit.strategy !== 'equal'),
      () => ({ compares: 'rewards', part }),
    ),
  ),
  rule(
    'E_TRAINING_ADAPTIVE_KL',
    'adaptiveKl.enabled',
    (t) => t.adaptiveKl.enabled && t.klCoef === 0,
    () => ({}),
  ),
  rule(
    'E_TRAINING_LAG',
    'lag',
    (t) => t.lag > 0 && !scoresAtStart(t),
    (t) => (usesRatio(t) ? { found: 'plainRatio' } : { found: 'noRatio', algorithm: t.algorithm }),
  ),
  rule(
    'E_TRAINING_LAG',
    'lag',
    (t) => t.lag > 0 && t.compat.includes('r1_untempered_logprobs'),
    () => ({ found: 'untempered' }),
  ),
  rule(
    'E_TRAINING_CORRECTION',
    'rolloutCorrection.mode',
    (t) => t.rolloutCorrection.mode !== 'off' && usesRatio(t) && t.decoupled.enabled,
    () => ({}),
  ),
  rule(
    'E_TRAINING_CHAIN',
    'credit.chain',
    (t) => !usesTree(t) && t.credit.chain !== 'serial' && t.credit.strategy === 'step_discount',
    () => ({ found: 'handOvers' }),
  ),
  rule(
    'E_TRAINING_CHAIN',
    'credit.chain',
    (t) => t.credit.chain === 'listener' && ((comparesReturns(t) && t.groupBy === 'team') || usesRunningMeans(t)),
    () => ({ found: 'trajectories' }),
  ),
  ...(
    [
      ['normalizeAdvantages.std', (t) => t.normalizeAdvantages.std === 'group'],
      ['reward.mean', (t) => t.reward.mean !== 'none'],
      ['reward.bias', (t) => t.reward.bias < 0],
      ['reward.scale', (t) => t.reward.scale < 0],
      ['overlong.buffer', (t) => t.overlong.buffer > 0],
      ['klPlacement', (t) => t.klCoef > 0 && t.klPlacement === 'reward'],
    ] as const satisfies readonly (readonly [string, (t: TrainingSettings) => boolean])[]
  ).map(([by, does]) =>
    rule(
      'E_TRAINING_MAXRL',
      'groupStd',
      (t) => dividesByMean(t) && does(t),
      () => ({ by }),
    ),
  ),
  rule(
    'E_TRAINING_POLICY_LOSS',
    'policyLoss',
    (t) => ['dppo_tv', 'dppo_kl', 'clip_cov', 'kl_cov'].includes(policyLossOf(t)) && decisionLevel(t) === 'message',
    () => ({ found: 'message' }),
  ),
  rule(
    'E_TRAINING_POLICY_LOSS',
    'policyLoss',
    (t) => picksByCovariance(t) && t.accumulation > 1,
    () => ({ found: 'accumulation' }),
  ),
  rule(
    'E_TRAINING_TOKENS',
    'topEntropy',
    (t) => t.topEntropy < 1 && decisionLevel(t) === 'message',
    () => ({ left: 'entropy' }),
  ),
  rule(
    'E_TRAINING_TOKENS',
    'm2Threshold',
    (t) => t.m2Threshold > 0 && scoresAtStart(t) && decisionLevel(t) === 'message',
    () => ({ left: 'm2' }),
  ),
  rule(
    'E_TRAINING_COVARIANCE',
    'covariance.low',
    (t) => policyLossOf(t) === 'clip_cov' && t.covariance.low >= t.covariance.high,
    ({ covariance: { low, high } }) => ({ low, high }),
  ),
  rule(
    'E_TRAINING_THOUGHTS',
    'trainThoughts',
    (t) => !t.trainThoughts && decisionLevel(t) === 'message',
    () => ({}),
  ),
  rule(
    'E_TRAINING_TEACHER',
    'distillation.teachers',
    (t) => distils(t) && decisionLevel(t) === 'message',
    () => ({ found: 'message' }),
  ),
  rule(
    'E_TRAINING_TEACHER',
    'distillation.signal',
    (t) => teacherAlone(t) && (needsCritic(t) || usesTree(t) || usesAlternatives(t)),
    ({ algorithm }) => ({ found: 'credit', algorithm }),
  ),
  rule(
    'E_TRAINING_TEACHER',
    'distillation.signal',
    (t) => teacherAlone(t) && t.klCoef > 0 && t.klPlacement === 'reward',
    () => ({ found: 'klInReward' }),
  ),
  (document) => teacherFaults(document),
  rule(
    'E_TRAINING_ROLLBACK',
    'rollback.enabled',
    (t) => t.rollback.enabled && t.lag > 0,
    ({ lag }) => ({ lag }),
  ),
  rule(
    'E_TRAINING_WARMUP',
    'critic.warmup',
    (t) => needsCritic(t) && t.critic.warmup >= t.iterations,
    ({ critic: { warmup } }) => ({ warmup }),
  ),
  rule(
    'E_TRAINING_EVALUATION',
    'evaluateGreedy',
    (t) => t.evaluateEvery > 0 && !t.evaluateGreedy && t.evaluateSamples === 0,
    () => ({}),
  ),
];
