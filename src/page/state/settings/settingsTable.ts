/**
 * Which settings the form shows, in which group, and by what kind of field; their texts are in the catalogue under the
 * same id. An id is the setting's path below `training`, or `team.…`; each compat switch is a setting of its own.
 */
import { adapterSchema, criticSchema, teamSchema, trainingSchema } from '../../../core/document/schema.ts';
import type { TrainingPath } from '../../../core/document/settingPaths.ts';
import { COMPAT, type Compat } from '../../../core/document/trainingSchema.ts';
import type { TeamPath } from '../../../core/document/check/team.ts';

export type TrainingSettingId = Exclude<TrainingPath, 'compat'>;
export type CompatSettingId = `compat.${Compat}`;
export type TeamSettingId = `team.${TeamPath}`;
export type SettingId = TrainingSettingId | CompatSettingId | TeamSettingId;

/** Numbers, on or off, one of a few words, several of a few, a switch of the compat list, one of the agents, graphs by turn, who teaches, forms of weights or of the cache. */
export type FieldKind =
  | { readonly kind: 'number' }
  | { readonly kind: 'switch' }
  | { readonly kind: 'choice'; readonly options: readonly string[] }
  | { readonly kind: 'choices'; readonly options: readonly string[] }
  | { readonly kind: 'compat'; readonly name: Compat }
  | { readonly kind: 'agent' }
  | { readonly kind: 'turns' }
  | { readonly kind: 'text' }
  | { readonly kind: 'teachers' }
  | { readonly kind: 'weights' }
  | { readonly kind: 'kvCache' };

const number: FieldKind = { kind: 'number' };
const flag: FieldKind = { kind: 'switch' };
const choice = (options: readonly string[]): FieldKind => ({ kind: 'choice', options });

const { shape } = trainingSchema;
const advantages = shape.normalizeAdvantages.unwrap().shape;
const reward = shape.reward.unwrap().shape;
const critic = criticSchema.shape;
const team = teamSchema.shape;

export const SETTING_GROUPS = [
  'run',
  'team',
  'algorithm',
  'kl',
  'distillation',
  'credit',
  'normalization',
  'critic',
  'optimisation',
  'rotation',
  'guards',
  'asynchronous',
  'measuring',
  'compat',
] as const;
export type SettingGroup = (typeof SETTING_GROUPS)[number];

type Fields<Id extends SettingId> = Readonly<Record<Id, readonly [SettingGroup, FieldKind]>>;

const TEAM_FIELDS: Fields<TeamSettingId> = {
  'team.weights': ['run', { kind: 'weights' }],
  'team.kvCache': ['run', { kind: 'kvCache' }],
  'team.context': ['team', choice(team.context.unwrap().options)],
  'team.history': ['team', choice(team.history.unwrap().options)],
  'team.template': ['team', choice(team.template.unwrap().options)],
  'team.thinking': ['team', choice(team.thinking.unwrap().options)],
  'team.anonymous': ['team', flag],
  'team.orchestration': ['team', choice(team.orchestration.unwrap().options)],
  'team.orchestrator.role': ['team', { kind: 'agent' }],
  'team.orchestrator.maxSteps': ['team', number],
  'team.turns': ['team', { kind: 'turns' }],
  'team.tools.most': ['team', number],
  'team.tools.open': ['team', { kind: 'text' }],
  'team.tools.close': ['team', { kind: 'text' }],
};

const TRAINING_FIELDS: Fields<TrainingSettingId> = {
  iterations: ['run', number],
  episodes: ['run', number],
  groupSize: ['run', number],
  resampleGroups: ['run', number],
  horizon: ['run', number],
  seed: ['run', number],

  algorithm: ['algorithm', choice(shape.algorithm.unwrap().options)],
  ratioLevel: ['algorithm', choice(shape.ratioLevel.unwrap().options)],
  logprobNormalization: ['algorithm', choice(shape.logprobNormalization.unwrap().options)],
  baseline: ['algorithm', choice(shape.baseline.unwrap().options)],
  baselineDecay: ['algorithm', number],
  groupBy: ['algorithm', choice(shape.groupBy.unwrap().options)],
  groupStd: ['algorithm', choice(shape.groupStd.unwrap().options)],
  continuations: ['algorithm', number],
  alternatives: ['algorithm', number],
  policyLoss: ['algorithm', choice(shape.policyLoss.unwrap().options)],
  clip: ['algorithm', number],
  clipHigher: ['algorithm', number],
  dualClip: ['algorithm', number],
  'sapo.positive': ['algorithm', number],
  'sapo.negative': ['algorithm', number],
  'covariance.share': ['algorithm', number],
  'covariance.low': ['algorithm', number],
  'covariance.high': ['algorithm', number],
  'covariance.klCoef': ['algorithm', number],
  lossAggregation: ['algorithm', choice(shape.lossAggregation.unwrap().options)],
  lossOver: ['algorithm', choice(shape.lossOver.unwrap().options)],
  topEntropy: ['algorithm', number],
  entropyCoef: ['algorithm', number],
  'adaptiveEntropy.enabled': ['algorithm', flag],
  'adaptiveEntropy.target': ['algorithm', number],
  'adaptiveEntropy.step': ['algorithm', number],
  'adaptiveEntropy.max': ['algorithm', number],
  maskTruncated: ['algorithm', flag],
  trainThoughts: ['algorithm', flag],

  klRefEstimator: ['kl', choice(shape.klRefEstimator.unwrap().options)],
  klCoef: ['kl', number],
  klEstimator: ['kl', choice(shape.klEstimator.unwrap().options)],
  klPlacement: ['kl', choice(shape.klPlacement.unwrap().options)],
  'adaptiveKl.enabled': ['kl', flag],
  'adaptiveKl.target': ['kl', number],
  'adaptiveKl.horizon': ['kl', number],

  'distillation.teachers': ['distillation', { kind: 'teachers' }],
  'distillation.coef': ['distillation', number],
  'distillation.signal': ['distillation', choice(shape.distillation.unwrap().shape.signal.unwrap().options)],

  'credit.strategy': ['credit', choice(shape.credit.unwrap().shape.strategy.unwrap().options)],
  'credit.discount': ['credit', number],
  'credit.ownShare': ['credit', number],
  'credit.chain': ['credit', choice(shape.credit.unwrap().shape.chain.unwrap().options)],
  gamma: ['credit', number],
  lambda: ['credit', number],
  gammaToken: ['credit', number],
  lambdaToken: ['credit', number],
  'overlong.buffer': ['credit', number],
  'overlong.penalty': ['credit', number],
  callCost: ['credit', number],
  'reward.scale': ['credit', number],
  'reward.bias': ['credit', number],
  'reward.clip': ['credit', number],
  'reward.mean': ['credit', choice(reward.mean.unwrap().options)],
  'reward.std': ['credit', choice(reward.std.unwrap().options)],

  'normalizeAdvantages.mean': ['normalization', choice(advantages.mean.unwrap().options)],
  'normalizeAdvantages.std': ['normalization', choice(advantages.std.unwrap().options)],

  'critic.kind': ['critic', choice(critic.kind.unwrap().options)],
  'critic.reads': ['critic', choice(critic.reads.unwrap().options)],
  'critic.head': ['critic', choice(critic.head.unwrap().options)],
  'critic.hidden': ['critic', number],
  'critic.learningRate': ['critic', number],
  'critic.steps': ['critic', number],
  'critic.warmup': ['critic', number],
  'critic.valueClip': ['critic', number],
  'critic.huberDelta': ['critic', number],
  'critic.coef': ['critic', number],
  'critic.rank': ['critic', number],
  'critic.alpha': ['critic', number],
  'critic.targets': ['critic', { kind: 'choices', options: adapterSchema.shape.targets.unwrap().element.options }],

  learningRate: ['optimisation', number],
  epochs: ['optimisation', number],
  minibatches: ['optimisation', number],
  accumulation: ['optimisation', number],
  'schedule.kind': ['optimisation', choice(shape.schedule.unwrap().shape.kind.unwrap().options)],
  'schedule.warmup': ['optimisation', number],
  'schedule.final': ['optimisation', number],
  maxGradNorm: ['optimisation', number],
  gradNormOver: ['optimisation', choice(shape.gradNormOver.unwrap().options)],
  'optimizer.beta1': ['optimisation', number],
  'optimizer.beta2': ['optimisation', number],
  'optimizer.epsilon': ['optimisation', number],
  'optimizer.weightDecay': ['optimisation', number],

  'rotation.interval': ['rotation', number],
  'rotation.order': ['rotation', choice(shape.rotation.unwrap().shape.order.unwrap().options)],

  'adaptiveLearningRate.enabled': ['guards', flag],
  'adaptiveLearningRate.targetKl': ['guards', number],
  klGate: ['guards', number],
  klGateAction: ['guards', choice(shape.klGateAction.unwrap().options)],
  earlyStopKl: ['guards', number],
  'rollback.enabled': ['guards', flag],
  'rollback.drop': ['guards', number],
  'rollback.window': ['guards', number],
  'rollback.maxKl': ['guards', number],
  'rollback.learningRateFactor': ['guards', number],

  lag: ['asynchronous', number],
  'decoupled.enabled': ['asynchronous', flag],
  'decoupled.weightCap': ['asynchronous', number],
  'rolloutCorrection.mode': ['asynchronous', choice(shape.rolloutCorrection.unwrap().shape.mode.unwrap().options)],
  'rolloutCorrection.above': ['asynchronous', choice(shape.rolloutCorrection.unwrap().shape.above.unwrap().options)],
  'rolloutCorrection.cap': ['asynchronous', number],
  m2Threshold: ['asynchronous', number],

  evaluateEvery: ['measuring', number],
  evaluateEpisodes: ['measuring', number],
  evaluateGreedy: ['measuring', flag],
  evaluateSamples: ['measuring', number],
  'turned.every': ['measuring', number],
  'turned.won': ['measuring', number],
  checkpointEvery: ['measuring', number],
};

export interface Setting {
  readonly id: SettingId;
  readonly group: SettingGroup;
  readonly field: FieldKind;
}

/** Every setting of the form, in the order shown. */
export const SETTINGS: readonly Setting[] = [
  ...Object.entries({ ...TEAM_FIELDS, ...TRAINING_FIELDS }).map(([id, [group, field]]) => ({ id: id as SettingId, group, field })), // keys of the literals above
  ...COMPAT.map((name): Setting => ({ id: `compat.${name}`, group: 'compat', field: { kind: 'compat', name } })),
];
