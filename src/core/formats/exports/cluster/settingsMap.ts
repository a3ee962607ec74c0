/** Where each setting runs when a server of the Tinker protocol has the policies, and which note says what changes. */
import type { TrainingPath } from '../../../document/settingPaths.ts';
import { type clusterText } from '../../../../words/words.ts';

/** `nowhere`: nothing reads it there. */
export type RunsOn = keyof typeof clusterText.mapping.runs;
export type MappingNote = keyof typeof clusterText.mapping.notes;

export interface Mapped {
  readonly runs: RunsOn;
  readonly note: MappingNote;
}

const at = (runs: RunsOn, note: MappingNote): Mapped => ({ runs, note });
const same = at('terminal', 'same');

/** Settings of the project and its team that are there once. */
export const PROJECT_SETTINGS: Readonly<Record<string, Mapped>> = {
  version: at('terminal', 'format'),
  name: at('terminal', 'label'),
  description: at('terminal', 'label'),
  'team.base': at('both', 'base'),
  'team.weights': at('critic', 'weights'),
  'team.kvCache': at('nowhere', 'kvCache'),
  'team.edges': at('terminal', 'prompts'),
  'team.context': at('terminal', 'prompts'),
  'team.turns': at('terminal', 'prompts'),
  'team.history': at('terminal', 'prompts'),
  'team.template': at('terminal', 'prompts'),
  'team.thinking': at('terminal', 'prompts'),
  'team.anonymous': at('terminal', 'prompts'),
  'team.orchestration': at('terminal', 'prompts'),
  'team.orchestrator.role': at('terminal', 'prompts'),
  'team.orchestrator.maxSteps': at('terminal', 'prompts'),
  'environment.file': at('terminal', 'label'),
  'environment.source': at('terminal', 'sandbox'),
  'view.positions': at('nowhere', 'page'),
  'view.colors': at('nowhere', 'page'),
};

export const AGENT_SETTINGS: Readonly<Record<string, Mapped>> = {
  role: at('terminal', 'prompts'),
  label: at('terminal', 'label'),
  prompt: at('terminal', 'prompts'),
  base: at('both', 'base'),
  observes: at('terminal', 'prompts'),
  'speaks.from': at('terminal', 'prompts'),
  'speaks.every': at('terminal', 'prompts'),
  withAnswer: at('nowhere', 'page'),
  'adapter.rank': at('server', 'rank'),
  'adapter.alpha': at('server', 'alpha'),
  'adapter.targets': at('server', 'targets'),
  'adapter.frozen': at('server', 'frozen'),
  'adapter.group': at('server', 'group'),
  'adapter.learningRate': at('server', 'rate'),
  'sampling.temperature': at('server', 'temperature'),
  'sampling.topK': at('server', 'temperature'),
  'sampling.topP': at('server', 'temperature'),
  'sampling.maxNewTokens': at('server', 'length'),
};

export const DATASET_SETTINGS: Readonly<Record<string, Mapped>> = {
  name: at('terminal', 'data'),
  digest: at('terminal', 'data'),
  rows: at('terminal', 'data'),
  columns: at('terminal', 'data'),
  'split.column': at('terminal', 'data'),
  'split.test': at('terminal', 'data'),
  sample: at('terminal', 'data'),
  seed: at('terminal', 'data'),
};

const critic = at('critic', 'critic');
const credit = at('terminal', 'credit');
const objective = at('terminal', 'objective');
const guard = at('terminal', 'guard');
const evaluation = at('both', 'evaluation');

export const TRAINING_SETTINGS: Readonly<Record<TrainingPath, Mapped>> = {
  algorithm: objective,
  seed: at('both', 'seed'),
  iterations: same,
  episodes: at('both', 'episodes'),
  groupSize: credit,
  horizon: same,
  lag: at('server', 'lag'),
  epochs: at('both', 'steps'),
  minibatches: at('both', 'steps'),
  accumulation: at('nowhere', 'accumulation'),
  learningRate: at('server', 'rate'),
  'schedule.kind': at('terminal', 'schedule'),
  'schedule.warmup': at('terminal', 'schedule'),
  'schedule.final': at('terminal', 'schedule'),
  'optimizer.beta1': at('server', 'optimizer'),
  'optimizer.beta2': at('server', 'optimizer'),
  'optimizer.epsilon': at('server', 'optimizer'),
  'optimizer.weightDecay': at('server', 'optimizer'),
  maxGradNorm: at('server', 'clipNorm'),
  'rotation.interval': same,
  'rotation.order': same,
  clip: objective,
  clipHigher: objective,
  dualClip: objective,
  entropyCoef: at('terminal', 'entropy'),
  ratioLevel: objective,
  logprobNormalization: objective,
  'decoupled.enabled': objective,
  'decoupled.weightCap': objective,
  'rolloutCorrection.mode': objective,
  'rolloutCorrection.cap': objective,
  maskTruncated: objective,
  trainThoughts: objective,
  klRefEstimator: at('critic', 'reference'),
  klCoef: at('critic', 'reference'),
  klEstimator: at('critic', 'reference'),
  klPlacement: at('critic', 'reference'),
  'adaptiveKl.enabled': guard,
  'adaptiveKl.target': guard,
  'adaptiveKl.horizon': guard,
  'adaptiveLearningRate.enabled': guard,
  'adaptiveLearningRate.targetKl': guard,
  klGate: at('terminal', 'gate'),
  klGateAction: at('terminal', 'gate'),
  earlyStopKl: at('terminal', 'gate'),
  'rollback.enabled': at('both', 'rollback'),
  'rollback.drop': at('both', 'rollback'),
  'rollback.window': at('both', 'rollback'),
  'rollback.maxKl': at('both', 'rollback'),
  'rollback.learningRateFactor': at('both', 'rollback'),
  'reward.scale': credit,
  'reward.bias': credit,
  'reward.clip': credit,
  'reward.mean': credit,
  'reward.std': credit,
  'overlong.buffer': credit,
  'overlong.penalty': credit,
  'credit.strategy': credit,
  'credit.discount': credit,
  'credit.ownShare': credit,
  'credit.chain': credit,
  gammaToken: credit,
  lambdaToken: credit,
  gamma: credit,
  lambda: credit,
  groupBy: credit,
  continuations: at('both', 'continuations'),
  baseline: credit,
  'normalizeAdvantages.mean': credit,
  'normalizeAdvantages.std': credit,
  'critic.kind': critic,
  'critic.head': critic,
  'critic.hidden': critic,
  'critic.learningRate': critic,
  'critic.steps': critic,
  'critic.warmup': critic,
  'critic.valueClip': critic,
  'critic.huberDelta': critic,
  'critic.coef': critic,
  'critic.rank': critic,
  'critic.alpha': critic,
  'critic.targets': critic,
  evaluateEvery: evaluation,
  evaluateEpisodes: evaluation,
  evaluateGreedy: at('server', 'greedy'),
  evaluateSamples: evaluation,
  checkpointEvery: at('both', 'checkpoint'),
  compat: at('terminal', 'compat'),
};

const warm = at('nowhere', 'warmStart');

export const WARM_START_SETTINGS: Readonly<Record<string, Mapped>> = {
  trains: warm,
  right: warm,
  tokens: warm,
  target: warm,
  evaluateEvery: warm,
  evaluateEpisodes: warm,
  learningRate: warm,
  batch: warm,
  promptWeight: warm,
  hiddenSize: warm,
  layers: warm,
  vocabularySize: warm,
  seed: warm,
};
