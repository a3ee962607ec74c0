/** Which training settings the form shows, in which group and how; their texts are in the catalogue under the same path. */
import { trainingSchema } from '../../core/document/schema.ts';

export type TrainingGroup = 'run' | 'optimisation' | 'objective' | 'credit' | 'critic' | 'measuring';

/** Numbers, on or off, or one of a few. */
export type FieldKind = 'number' | 'switch' | readonly string[];

interface TrainingFieldGroup {
  readonly group: TrainingGroup;
  readonly fields: Readonly<Partial<Record<TrainingPath, FieldKind>>>;
}

export type TrainingPath =
  | 'seed'
  | 'iterations'
  | 'episodes'
  | 'horizon'
  | 'learningRate'
  | 'adaptiveLearningRate.enabled'
  | 'adaptiveLearningRate.targetKl'
  | 'epochs'
  | 'minibatches'
  | 'maxGradNorm'
  | 'klGate'
  | 'clip'
  | 'entropyCoef'
  | 'klCoef'
  | 'klEstimator'
  | 'klPlacement'
  | 'gamma'
  | 'lambda'
  | 'gammaToken'
  | 'lambdaToken'
  | 'critic.hidden'
  | 'critic.learningRate'
  | 'critic.steps'
  | 'critic.valueClip'
  | 'evaluateEvery'
  | 'evaluateEpisodes'
  | 'checkpointEvery';

export const TRAINING_FIELDS: readonly TrainingFieldGroup[] = [
  { group: 'run', fields: { iterations: 'number', episodes: 'number', horizon: 'number', seed: 'number' } },
  {
    group: 'optimisation',
    fields: {
      learningRate: 'number',
      'adaptiveLearningRate.enabled': 'switch',
      'adaptiveLearningRate.targetKl': 'number',
      epochs: 'number',
      minibatches: 'number',
      maxGradNorm: 'number',
      klGate: 'number',
    },
  },
  {
    group: 'objective',
    fields: {
      clip: 'number',
      entropyCoef: 'number',
      klCoef: 'number',
      klEstimator: trainingSchema.shape.klEstimator.unwrap().options,
      klPlacement: trainingSchema.shape.klPlacement.unwrap().options,
    },
  },
  {
    group: 'credit',
    fields: { gamma: 'number', lambda: 'number', gammaToken: 'number', lambdaToken: 'number' },
  },
  {
    group: 'critic',
    fields: { 'critic.learningRate': 'number', 'critic.steps': 'number', 'critic.hidden': 'number', 'critic.valueClip': 'number' },
  },
  { group: 'measuring', fields: { evaluateEvery: 'number', evaluateEpisodes: 'number', checkpointEvery: 'number' } },
];
