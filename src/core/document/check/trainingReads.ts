/** Which training settings nothing reads under which others. The first rule that applies gives the reason. */
import {
  agentIsFrozen,
  comparesReturns,
  decisionLevel,
  needsCritic,
  picksByCovariance,
  scoresAtStart,
  usesAlternatives,
  usesGae,
  usesRatio,
  usesRunningMeans,
  usesTree,
} from '../derived.ts';
import type { ProjectDocument } from '../schema.ts';
import { distils, teacherAlone } from '../teachers.ts';
import type { TrainingSettings } from '../trainingSchema.ts';
import type { ReadRule } from './rule.ts';
import { biasCancels, callsCancel, meanCancels, sharesCancel } from './sameReturns.ts';
import { hearsInOrder, speakOneByOne } from './sight.ts';

const training =
  (test: (settings: TrainingSettings) => boolean) =>
  (document: ProjectDocument): boolean =>
    test(document.training);

/** Whether an update is one optimiser step, taken where the policy is still the one it is compared with. */
function oneStepAtRatioOne(t: TrainingSettings): boolean {
  const { epochs, minibatches, compat } = t;
  // Under R3's defects log-probabilities are compared that were not computed alike, so the first ratio is not 1.
  const apart = scoresAtStart(t) ? compat.includes('r3_unstitched_first_tokens') : compat.includes('r3_linear_training');
  return epochs * minibatches === 1 && !apart;
}

/**
 * Whether sampler and trainer are the same policy, computed alike: every weight of the rollout correction is then 1, but for how
 * either rounds, and the cap is at least 1.
 */
function samplesAsItTrains({ lag, compat }: TrainingSettings): boolean {
  const apart = ['r1_untempered_logprobs', 'r3_linear_training', 'r3_unstitched_first_tokens'] as const;
  return lag === 0 && !apart.some((name) => compat.includes(name));
}

/** Whether the proximal policy is the one that played, so that every weight between them is 1 and none is left out for it. */
function playsInStep({ lag, decoupled, compat }: TrainingSettings): boolean {
  const { weightCap } = decoupled;
  const apart = compat.includes('r3_linear_training') || compat.includes('r3_unstitched_first_tokens');
  return lag === 0 && !apart && (weightCap === 0 || weightCap > 1);
}

/** Whether no more than one adapter learns, by what agents call their own or share. */
function oneAdapterLearns(document: ProjectDocument): boolean {
  const learning = document.team.agents.filter((agent) => !agentIsFrozen(document, agent));
  return new Set(learning.map(({ role, adapter, base }) => (adapter.group === '' ? `${role} ` : `${base} ${adapter.group}`))).size < 2;
}

const COVARIANCE = ['covariance.share', 'covariance.low', 'covariance.high', 'covariance.klCoef'] as const;

export const TRAINING_READS: readonly ReadRule[] = [
  {
    paths: ['clip', 'clipHigher', 'dualClip', 'decoupled.enabled', 'decoupled.weightCap'],
    unread: training((t) => !usesRatio(t)),
    why: 'noRatio',
  },
  {
    paths: ['policyLoss', 'sapo.positive', 'sapo.negative', ...COVARIANCE],
    unread: training((t) => !usesRatio(t)),
    why: 'noRatio',
  },
  {
    paths: ['clip', 'clipHigher'],
    unread: training((t) => t.policyLoss === 'sapo' || t.policyLoss === 'kl_cov'),
    why: 'notClipped',
  },
  {
    paths: ['dualClip'],
    unread: training((t) => t.policyLoss !== 'clip'),
    why: 'notClipped',
  },
  {
    paths: ['sapo.positive', 'sapo.negative'],
    unread: training((t) => t.policyLoss !== 'sapo'),
    why: 'notSapo',
  },
  {
    paths: ['covariance.share'],
    unread: training((t) => !picksByCovariance(t)),
    why: 'notByCovariance',
  },
  {
    paths: ['covariance.low', 'covariance.high'],
    unread: training((t) => t.policyLoss !== 'clip_cov'),
    why: 'notByCovariance',
  },
  {
    paths: ['covariance.klCoef'],
    unread: training((t) => t.policyLoss !== 'kl_cov'),
    why: 'notByCovariance',
  },
  {
    paths: ['policyLoss', 'sapo.positive', 'sapo.negative', 'covariance.share', 'covariance.klCoef'],
    unread: training((t) => oneStepAtRatioOne(t) && t.policyLoss !== 'clip_cov'),
    why: 'oneStepAlike',
  },
  {
    paths: ['lossAggregation'],
    unread: training((t) => decisionLevel(t) === 'message'),
    why: 'messagesCountOnce',
  },
  {
    paths: ['lossOver', 'gradNormOver'],
    unread: oneAdapterLearns,
    why: 'oneAdapter',
  },
  {
    paths: ['gradNormOver'],
    unread: training((t) => t.maxGradNorm === 0),
    why: 'noNormLimit',
  },
  {
    paths: ['distillation.coef', 'distillation.signal'],
    unread: training((t) => !distils(t)),
    why: 'noTeacher',
  },
  {
    paths: [
      ...(['baseline', 'groupBy', 'groupStd', 'gamma', 'gammaToken', 'lambda', 'lambdaToken', 'overlong.buffer'] as const),
      ...(['overlong.penalty', 'credit.strategy', 'credit.discount', 'credit.ownShare', 'credit.chain', 'reward.scale'] as const),
      ...(['reward.bias', 'reward.clip', 'reward.mean', 'reward.std', 'normalizeAdvantages.mean', 'normalizeAdvantages.std'] as const),
    ],
    unread: training(teacherAlone),
    why: 'teacherAlone',
  },
  {
    paths: ['groupStd'],
    unread: training((t) => t.algorithm !== 'grpo'),
    why: 'notGrpo',
  },
  {
    paths: ['adaptiveEntropy.target', 'adaptiveEntropy.step', 'adaptiveEntropy.max'],
    unread: training((t) => !t.adaptiveEntropy.enabled),
    why: 'adaptiveEntropyOff',
  },
  {
    paths: ['m2Threshold'],
    unread: training((t) => !scoresAtStart(t)),
    why: 'noTrainerScores',
  },
  {
    paths: ['m2Threshold'],
    unread: training(samplesAsItTrains),
    why: 'samplesAsItTrains',
  },
  {
    paths: ['resampleGroups'],
    unread: training((t) => t.groupSize < 2),
    why: 'noGroupsToResample',
  },
  {
    paths: ['decoupled.weightCap'],
    unread: training((t) => !t.decoupled.enabled),
    why: 'decoupledOff',
  },
  {
    paths: ['decoupled.enabled', 'decoupled.weightCap'],
    unread: training(playsInStep),
    why: 'playsInStep',
  },
  {
    paths: ['rolloutCorrection.above', 'rolloutCorrection.cap'],
    unread: training((t) => t.rolloutCorrection.mode === 'off'),
    why: 'correctionOff',
  },
  {
    paths: ['rolloutCorrection.mode', 'rolloutCorrection.above', 'rolloutCorrection.cap'],
    unread: training(samplesAsItTrains),
    why: 'samplesAsItTrains',
  },
  {
    paths: ['clip', 'clipHigher', 'dualClip'],
    unread: training(oneStepAtRatioOne),
    why: 'oneStepNoClip',
  },
  {
    paths: ['ratioLevel'],
    unread: training((t) => usesGae(t)),
    why: 'levelByName',
  },
  {
    paths: ['logprobNormalization'],
    unread: training((t) => decisionLevel(t) === 'token'),
    why: 'noMessageProbability',
  },
  {
    paths: ['baseline'],
    unread: training((t) => t.algorithm !== 'reinforce'),
    why: 'noChoiceOfBaseline',
  },
  {
    paths: ['baselineDecay'],
    unread: training((t) => !usesRunningMeans(t)),
    why: 'noRunningMean',
  },
  {
    paths: ['groupBy'],
    unread: training((t) => !comparesReturns(t)),
    why: 'nothingCompared',
  },
  {
    paths: ['continuations'],
    unread: training((t) => !usesTree(t)),
    why: 'noPlayingOn',
  },
  {
    paths: ['alternatives'],
    unread: training((t) => t.algorithm !== 'c3' && t.algorithm !== 'coma'),
    why: 'nothingElseSaid',
  },
  {
    paths: ['gamma', 'gammaToken'],
    unread: training(usesTree),
    why: 'playedOnUndiscounted',
    overruled: true,
  },
  {
    paths: ['reward.bias'],
    unread: biasCancels,
    why: 'biasCancels',
  },
  {
    paths: ['reward.mean'],
    unread: meanCancels,
    why: 'meanCancels',
  },
  {
    paths: [
      'credit.strategy',
      'credit.discount',
      'credit.chain',
      'reward.scale',
      'reward.bias',
      'reward.clip',
      'reward.mean',
      'reward.std',
    ],
    unread: training(usesTree),
    why: 'playedOnCredits',
    overruled: true,
  },
  {
    paths: ['overlong.buffer', 'overlong.penalty', 'callCost'],
    unread: training(usesTree),
    why: 'playedOnNoLength',
    overruled: true,
  },
  {
    paths: ['callCost'],
    unread: callsCancel,
    why: 'callsCancel',
  },
  {
    paths: ['overlong.penalty'],
    unread: training((t) => t.overlong.buffer === 0),
    why: 'noOverlongBuffer',
  },
  {
    paths: ['klPlacement'],
    unread: training((t) => (usesTree(t) || usesAlternatives(t)) && t.klCoef > 0),
    why: 'worthsNoKl',
    overruled: true,
  },
  {
    paths: ['gammaToken', 'lambdaToken'],
    unread: training((t) => decisionLevel(t) === 'message'),
    why: 'oneDecision',
  },
  {
    paths: ['lambda', 'lambdaToken'],
    unread: training((t) => !usesGae(t)),
    why: 'noTrace',
  },
  {
    paths: ['credit.discount'],
    unread: training((t) => t.credit.strategy !== 'step_discount'),
    why: 'noShareAtHandOver',
  },
  {
    paths: ['credit.strategy'],
    unread: (document) => {
      const { strategy, discount } = document.training.credit;
      return strategy === 'step_discount' && discount === 1 && speakOneByOne(document);
    },
    why: 'oneMessageATurn',
  },
  {
    paths: ['credit.ownShare'],
    unread: training((t) => t.credit.strategy === 'per_step'),
    why: 'perStepCredit',
  },
  {
    paths: ['credit.ownShare'],
    unread: sharesCancel,
    why: 'sharesCancel',
  },
  {
    paths: ['credit.chain'],
    unread: ({ team }) => team.agents.length === 1,
    why: 'chainOfOne',
  },
  {
    paths: ['credit.chain'],
    unread: hearsInOrder,
    why: 'everybodyHears',
  },
  {
    paths: ['klPlacement'],
    unread: training((t) => t.klCoef === 0),
    why: 'klGoesNowhere',
  },
  {
    paths: ['adaptiveKl.target', 'adaptiveKl.horizon'],
    unread: training((t) => !t.adaptiveKl.enabled),
    why: 'adaptiveKlOff',
  },
  {
    paths: ['adaptiveLearningRate.targetKl'],
    unread: training((t) => !t.adaptiveLearningRate.enabled),
    why: 'adaptiveRateOff',
  },
  {
    paths: ['klGate'],
    unread: training((t) => t.klGate > 0 && t.klGateAction === 'skip' && oneStepAtRatioOne(t)),
    why: 'nothingToRefuse',
  },
  {
    paths: ['klGateAction'],
    unread: training((t) => t.klGate === 0),
    why: 'klGateOff',
  },
  {
    paths: ['earlyStopKl'],
    unread: training(oneStepAtRatioOne),
    why: 'nothingToLeaveOut',
  },
  {
    paths: ['rollback.drop', 'rollback.window', 'rollback.maxKl', 'rollback.learningRateFactor'],
    unread: training((t) => !t.rollback.enabled),
    why: 'rollbackOff',
  },
  {
    paths: ['schedule.final'],
    unread: training((t) => t.schedule.kind === 'constant'),
    why: 'constantSchedule',
  },
  {
    paths: ['rotation.interval', 'rotation.order'],
    unread: ({ team }) => team.agents.filter((agent) => !agent.adapter.frozen).length < 2,
    why: 'oneTrained',
  },
  {
    paths: ['rotation.order'],
    unread: training((t) => t.rotation.interval === 0),
    why: 'trainedAtOnce',
  },
  {
    paths: [
      'critic.kind',
      'critic.reads',
      'critic.head',
      'critic.hidden',
      'critic.learningRate',
      'critic.steps',
      'critic.warmup',
      'critic.valueClip',
      'critic.huberDelta',
      'critic.coef',
      'critic.rank',
      'critic.alpha',
      'critic.targets',
    ],
    unread: training((t) => !needsCritic(t)),
    why: 'noCritic',
  },
  {
    paths: ['critic.valueClip'],
    unread: training((t) => t.epochs * t.minibatches * t.critic.steps === 1),
    why: 'oneCriticStep',
  },
  {
    paths: ['critic.hidden'],
    unread: training((t) => t.critic.head === 'linear'),
    why: 'linearHead',
  },
  {
    paths: ['critic.rank', 'critic.alpha', 'critic.targets'],
    unread: training((t) => t.critic.kind !== 'lora'),
    why: 'noCriticAdapters',
  },
  {
    paths: ['evaluateEpisodes', 'evaluateGreedy', 'evaluateSamples'],
    unread: training((t) => t.evaluateEvery === 0),
    why: 'evaluationsOff',
  },
  { paths: ['turned.won'], unread: training((t) => t.turned.every === 0), why: 'nobodyAsked' },
];
