/**
 * Which word of the glossary explains a chart, a setting, an agent's or a warm start's field, a channel: the way from everything
 * that is shown to its sentence, and back. Null where the thing needs no word but its own help.
 */
import type { ChartId } from '../../state/charts/chartSpecs.ts';
import type { Channel } from '../../state/address/channels.ts';
import type { AgentPath } from '../../state/settings/agentFields.ts';
import type { TermId } from '../../../words/words.ts';
import type { CompatSettingId, SettingId } from '../../state/settings/settingsTable.ts';
import type { WarmSettingId } from '../../state/settings/warmFields.ts';

export const CHART_TERMS: Readonly<Record<ChartId, TermId | null>> = {
  reward: 'reward',
  klRef: 'kl',
  entropy: 'entropy',
  klOldNew: 'trustRegion',
  passAtK: 'passAtK',
  clipFraction: 'clip',
  explainedVariance: 'explainedVariance',
  policyLoss: 'objective',
  valueLoss: 'valueLoss',
  tokensPerSecond: 'token',
  responseLength: 'message',
  learningRate: 'learningRate',
  gradNorm: 'gradNorm',
  seconds: 'iteration',
  conservation: 'conservation',
  zeroSpread: 'group',
  refusedSteps: 'klGate',
  klCoef: 'klPenalty',
  lowerClipFraction: 'clip',
  valueClipFraction: 'valueLoss',
  behaveWeight: 'importanceSampling',
  behaveKl: 'decoupled',
  cappedFraction: 'decoupled',
  rolloutWeight: 'importanceSampling',
  rolloutCapped: 'importanceSampling',
  rolloutKl: 'importanceSampling',
  routing: 'orchestrator',
};

/** The compat switches are all explained by one word, each by its own sentence. */
export const SETTING_TERMS: Readonly<Record<Exclude<SettingId, CompatSettingId>, TermId | null>> = {
  'team.weights': 'base',
  'team.kvCache': 'base',
  'team.context': 'dependency',
  'team.history': 'turn',
  'team.template': 'token',
  'team.thinking': 'segment',
  'team.anonymous': 'role',
  'team.orchestration': 'orchestrator',
  'team.orchestrator.role': 'orchestrator',
  'team.orchestrator.maxSteps': 'orchestrator',
  'team.turns': 'dependency',

  iterations: 'iteration',
  episodes: 'episode',
  groupSize: 'group',
  resampleGroups: 'dynamicSampling',
  horizon: 'horizon',
  seed: 'seed',

  algorithm: 'ppo',
  ratioLevel: 'appo',
  logprobNormalization: 'gspo',
  baseline: 'baseline',
  groupBy: 'group',
  groupStd: 'grpo',
  continuations: 'treeMonteCarlo',
  alternatives: 'messageLevelCredit',
  policyLoss: 'policyLoss',
  clip: 'clip',
  clipHigher: 'clip',
  dualClip: 'clip',
  'sapo.positive': 'policyLoss',
  'sapo.negative': 'policyLoss',
  'covariance.share': 'covariance',
  'covariance.low': 'covariance',
  'covariance.high': 'covariance',
  'covariance.klCoef': 'covariance',
  lossAggregation: 'aggregation',
  lossOver: 'aggregation',
  topEntropy: 'entropy',
  entropyCoef: 'entropyBonus',
  'adaptiveEntropy.enabled': 'entropyBonus',
  'adaptiveEntropy.target': 'entropyBonus',
  'adaptiveEntropy.step': 'entropyBonus',
  'adaptiveEntropy.max': 'entropyBonus',
  maskTruncated: 'response_mask',
  trainThoughts: 'response_mask',

  klRefEstimator: 'kl',
  klCoef: 'klPenalty',
  klEstimator: 'klPenalty',
  klPlacement: 'klPenalty',
  'adaptiveKl.enabled': 'klPenalty',
  'adaptiveKl.target': 'klPenalty',
  'adaptiveKl.horizon': 'klPenalty',

  'credit.strategy': 'creditStrategy',
  'credit.discount': 'creditStrategy',
  'credit.ownShare': 'reward',
  'credit.chain': 'independentLearning',
  gamma: 'discount',
  lambda: 'trace',
  gammaToken: 'discount',
  lambdaToken: 'trace',
  'overlong.buffer': 'message',
  'overlong.penalty': 'reward',
  'reward.scale': 'reward',
  'reward.bias': 'reward',
  'reward.clip': 'reward',
  'reward.mean': 'reward',
  'reward.std': 'reward',

  'normalizeAdvantages.mean': 'normalizedAdvantage',
  'normalizeAdvantages.std': 'normalizedAdvantage',

  'critic.kind': 'critic',
  'critic.reads': 'centralCritic',
  'critic.head': 'valueHead',
  'critic.hidden': 'valueHead',
  'critic.learningRate': 'critic',
  'critic.steps': 'critic',
  'critic.warmup': 'critic',
  'critic.valueClip': 'valueLoss',
  'critic.huberDelta': 'valueLoss',
  'critic.coef': 'valueLoss',
  'critic.rank': 'rank',
  'critic.alpha': 'alpha',
  'critic.targets': 'targets',

  learningRate: 'learningRate',
  epochs: 'epoch',
  minibatches: 'minibatch',
  accumulation: 'minibatch',
  'schedule.kind': 'learningRate',
  'schedule.warmup': 'learningRate',
  'schedule.final': 'learningRate',
  maxGradNorm: 'gradNorm',
  gradNormOver: 'gradNorm',
  'optimizer.beta1': 'update',
  'optimizer.beta2': 'update',
  'optimizer.epsilon': 'update',
  'optimizer.weightDecay': 'update',

  'rotation.interval': 'rotation',
  'rotation.order': 'rotation',

  'adaptiveLearningRate.enabled': 'adaptiveLearningRate',
  'adaptiveLearningRate.targetKl': 'adaptiveLearningRate',
  klGate: 'klGate',
  klGateAction: 'klGate',
  earlyStopKl: 'earlyStop',
  'rollback.enabled': 'rollback',
  'rollback.drop': 'rollback',
  'rollback.window': 'rollback',
  'rollback.maxKl': 'rollback',
  'rollback.learningRateFactor': 'rollback',

  lag: 'lag',
  'decoupled.enabled': 'decoupled',
  'decoupled.weightCap': 'decoupled',
  'rolloutCorrection.mode': 'rolloutCorrection',
  'rolloutCorrection.above': 'rolloutCorrection',
  'rolloutCorrection.cap': 'rolloutCorrection',
  m2Threshold: 'rolloutCorrection',

  evaluateEvery: 'greedy',
  evaluateEpisodes: 'greedy',
  evaluateGreedy: 'greedyDecoding',
  evaluateSamples: 'passAtK',
  checkpointEvery: 'checkpoint',
};

export const AGENT_TERMS: Readonly<Record<AgentPath, TermId | null>> = {
  'sampling.temperature': 'temperature',
  'sampling.maxNewTokens': 'token',
  'sampling.topK': 'truncation',
  'sampling.topP': 'truncation',
  observes: 'observation',
  'speaks.from': 'turn',
  'speaks.every': 'turn',
  withAnswer: null,
  base: 'base',
  'adapter.rank': 'rank',
  'adapter.alpha': 'alpha',
  'adapter.group': 'parameterSharing',
  'adapter.targets': 'targets',
  'adapter.learningRate': 'learningRate',
  'adapter.frozen': 'adapter',
};

export const WARM_TERMS: Readonly<Record<WarmSettingId, TermId | null>> = {
  trains: 'warmStart',
  right: 'demonstration',
  target: 'reward',
  tokens: 'token',
  evaluateEvery: 'greedy',
  evaluateEpisodes: 'greedy',
  learningRate: 'learningRate',
  batch: 'minibatch',
  promptWeight: 'prompt',
  hiddenSize: 'base',
  layers: 'base',
  vocabularySize: 'token',
  seed: 'seed',
};

export const CHANNEL_TERMS: Readonly<Record<Channel, TermId>> = {
  advantage: 'advantages',
  normalized: 'normalizedAdvantage',
  tdError: 'tdError',
  value: 'values',
  return: 'returns',
  reward: 'reward',
  logprob: 'logprobs',
  ratio: 'ratio',
  clipped: 'clip',
  kl: 'kl',
  entropy: 'entropy',
};

/** The word of a setting of the training form. */
export const settingTerm = (id: SettingId): TermId | null => (isCompat(id) ? 'compat' : SETTING_TERMS[id]);

const isCompat = (id: SettingId): id is CompatSettingId => id.startsWith('compat.');

/** Words of metrics that no chart draws, by how their names in `metrics.jsonl` begin or end; the first that fits counts. */
const METRIC_TERMS: readonly (readonly [RegExp, TermId])[] = [
  [/^skill\//, 'skill'],
  [/^eval\/.*\/(?:greedy|mean)_(?:low|high)$/, 'interval'],
  [/^eval\//, 'greedy'],
  [/^reward\//, 'reward'],
  [/^actor\/.*\/ratio_mean$/, 'ratio'],
  [/^actor\/.*\/first_ratio_deviation$/, 'ratio'],
  [/^actor\/.*\/steps$/, 'update'],
  [/^actor\/.*\/predicted_gain$/, 'gain'],
  [/^actor\/.*\/prompt_information$/, 'entropy'],
  [/^critic\/advantages\//, 'advantages'],
  [/^critic\/grad_norm$/, 'gradNorm'],
  [/^response_length\//, 'message'],
  [/^guard\/kl_gate$/, 'klGate'],
  [/^guard\/early_stop$/, 'earlyStop'],
  [/^guard\/rollback$/, 'rollback'],
];

/** The word of a metric that no chart draws; null for those that need none. */
export const metricWord = (metric: string): TermId | null => METRIC_TERMS.find(([pattern]) => pattern.test(metric))?.[1] ?? null;
