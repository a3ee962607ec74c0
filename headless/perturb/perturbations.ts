/**
 * For every setting of a training, a team and an agent: another value, a state in which it can act, and what shows that it
 * did. A setting of the schema that is missing here fails the test (`test/engine/training/runs/perturb.test.ts`).
 */
import type { ProjectDocument } from '../../src/core/document/schema.ts';
import { agentSchema, teamSchema, trainingSchema } from '../../src/core/document/schema.ts';
import { COMPAT } from '../../src/core/document/trainingSchema.ts';
import type { EpisodeRecord } from '../../src/core/episode/records.ts';
import type { Json } from '../../src/core/json.ts';
import { schemaPaths } from './schemaPaths.ts';

/**
 * What must differ: the numbers of adapters or critics (`team`), the evaluations' metrics, the metrics, which iterations make
 * a checkpoint, or how many iterations there are.
 */
export type Governed = 'team' | 'evaluations' | 'metrics' | 'checkpoints' | 'iterations';

/** Values by path, as a sweep names them. */
export type Values = Readonly<Record<string, Json>>;

export interface Perturbation {
  /** Another value, given the present one. */
  readonly to: (value: Json, document: ProjectDocument) => Json;
  /** The state in which it can act. */
  readonly state: (document: ProjectDocument) => Values;
  readonly governs: Governed;
  /** What of the environment it takes, beside that state: not every project has it. */
  readonly needs?: Need;
}

/** Something that episodes have or lack. */
export interface Need {
  readonly what: string;
  /** Whether any of a run's episodes have it. */
  readonly met: (episodes: readonly EpisodeRecord[]) => boolean;
}

type Entry = Partial<Omit<Perturbation, 'state' | 'to'>> & {
  readonly to: Json | Perturbation['to'];
  readonly state?: Values | ((document: ProjectDocument) => Values);
};

const other = (a: Json, b: Json) => (value: Json) => (value === a ? b : a);
const twice = (value: Json) => Number(value) * 2;
const half = (value: Json) => Number(value) / 2;

const t = (values: Values): Values => Object.fromEntries(Object.entries(values).map(([path, value]) => [`training.${path}`, value]));
/** Two long steps at least, and nothing that holds them. */
const WILD = t({ epochs: 2, learningRate: 0.03, klGate: 0, earlyStopKl: 0, 'adaptiveLearningRate.enabled': false, 'critic.warmup': 0 });
const DECOUPLED = t({ 'decoupled.enabled': true, lag: 1 });
const PENALTY = t({ klCoef: 1 });
/** Goes back after the first iteration. */
const BACK = { ...WILD, ...t({ rollback: { enabled: true, drop: 10, window: 1, maxKl: 1e-9, learningRateFactor: 0.5 } }) };
/** Learns to earn less, from enough episodes that some earn something, and goes back whenever the reward falls at all. */
const FALLS = {
  ...WILD,
  ...t({
    iterations: 3,
    episodes: 32,
    'reward.scale': -1,
    rollback: { enabled: true, drop: 1e-6, window: 1, maxKl: 0, learningRateFactor: 0.5 },
  }),
};
const LORA_CRITIC = t({ 'critic.kind': 'lora' });
/** All agents in every turn. */
const EVERYBODY = { 'team.agents.*.speaks.from': 0, 'team.agents.*.speaks.every': 1 };
/** Nobody hears anybody in a turn. */
const APART = { ...EVERYBODY, 'team.edges': [], 'team.turns': [], 'team.context': 'parents', 'team.orchestration': 'static' };
/** A gradient for whoever speaks, also where no reward differs from another. */
const MOVES = t({ entropyCoef: 0.1 });
/** So flat that every token may be sampled. */
const FLAT = { ...MOVES, 'team.agents.*.sampling.temperature': 4 };
/** Every message is better than expected, so that all become more likely. */
const PRAISE = t({ 'reward.bias': 1, normalizeAdvantages: { mean: 'none', std: 'none' } });
const SAPO = t({ policyLoss: 'sapo' });
/** An adapter for each agent, all of which learn. */
const TRAINED_APART = { ...WILD, 'team.agents.*.adapter.frozen': false, 'team.agents.*.adapter.group': '' };
const GROUPS = t({ algorithm: 'grpo', groupSize: 2 });
const WITH_CRITIC = t({ algorithm: 'tppo' });
const STEPS = t({ 'credit.strategy': 'step_discount' });
const firstRole = ({ team }: ProjectDocument): string => team.agents[0]?.role ?? '';
const dynamic = (document: ProjectDocument): Values => ({
  ...MOVES,
  'team.orchestration': 'dynamic',
  'team.orchestrator.role': firstRole(document),
  'team.edges': [],
  'team.turns': [],
});

/** All are heard by the last agent alone; the first routes, and the second could as well. */
const routed = (document: ProjectDocument): Values => {
  const roles = document.team.agents.map(({ role }) => role);
  const to = roles.at(-1) ?? '';
  return {
    ...EVERYBODY,
    ...MOVES,
    'training.compat': [],
    'team.orchestration': 'routed',
    'team.orchestrator.role': firstRole(document),
    'team.context': 'ancestors',
    'team.turns': [],
    'team.edges': roles.slice(0, -1).map((from) => ({ from, to })),
  };
};

const TURNS: Need = {
  what: 'episodes of several turns',
  met: (episodes) => episodes.some(({ messages }) => messages.some(({ turn }) => turn > 0)),
};
/** Before the last turn, where ending the episode would change it. */
const SPACED: Need = {
  what: 'messages with a space in them, before the last turn',
  met: (episodes) =>
    episodes.some(({ messages }) => messages.some(({ text, turn }) => text.includes(' ') && turn < (messages.at(-1)?.turn ?? 0))),
};
const HIDDEN_MESSAGES: Need = {
  what: 'messages that do not see all before them',
  met: (episodes) => episodes.some(({ messages }) => messages.some(({ sees }, index) => sees.length < index)),
};
const PER_ROLE: Need = {
  what: 'rewards by role',
  met: (episodes) => episodes.some((episode) => episode.turn_rewards.some((reward) => typeof reward === 'object')),
};
const CUT_OFF: Need = { what: 'episodes that are cut off', met: (episodes) => episodes.some(({ truncated }) => truncated) };
const TRUNCATED: Need = {
  what: 'messages that run into their token limit',
  met: (episodes) => episodes.some(({ messages }) => messages.some(({ finish_reason: reason }) => reason === 'length')),
};
/** A message that is shorter than the one in its place was in an earlier iteration. */
const SHORTER: Need = {
  what: 'messages that were longer in an earlier iteration',
  met: (episodes) =>
    episodes.some((later) =>
      episodes.some(
        (earlier) =>
          earlier.iteration < later.iteration &&
          earlier.episode === later.episode &&
          earlier.messages.some((message, index) => message.response_ids.length > (later.messages[index]?.response_ids.length ?? 0)),
      ),
    ),
};
/** A row is an episode. */
const UNEQUAL_ROWS: Need = {
  what: 'episodes of an iteration that differ in their number of tokens',
  met: (episodes) => {
    const tokens = ({ messages }: EpisodeRecord) => messages.reduce((sum, message) => sum + message.response_ids.length, 0);
    return episodes.some((one) => episodes.some((other) => other.iteration === one.iteration && tokens(other) !== tokens(one)));
  },
};
const WITHOUT_SPREAD: Need = {
  what: 'groups without spread',
  met: (episodes) =>
    episodes.some((one) =>
      episodes.every((other) => other.iteration !== one.iteration || other.group !== one.group || other.reward === one.reward),
    ),
};
/** Only then is the deviation without the zeros another one that divides something. */
const MIXED_GROUPS: Need = {
  what: 'groups with and without spread in one iteration',
  met: (episodes) => {
    const spread = (one: EpisodeRecord) =>
      episodes.some((other) => other.iteration === one.iteration && other.group === one.group && other.reward !== one.reward);
    return episodes.some((one) => spread(one) && episodes.some((other) => other.iteration === one.iteration && !spread(other)));
  },
};

const TRAINING: Readonly<Record<string, Entry>> = {
  algorithm: { to: other('tppo', 'appo') },
  seed: { to: (value) => Number(value) + 1 },
  iterations: { to: (value) => Number(value) + 1, governs: 'iterations' },
  episodes: { to: twice },
  groupSize: { to: (value) => (value === 1 ? 2 : twice(value)) },
  resampleGroups: { to: 1, state: t({ groupSize: 2, 'reward.scale': 1 }), needs: WITHOUT_SPREAD },
  horizon: { to: (value) => (value === 1 ? 2 : 1), needs: TURNS },
  lag: { to: 1, state: t({ 'decoupled.enabled': true, 'rollback.enabled': false }) },
  epochs: { to: (value) => Number(value) + 1 },
  minibatches: { to: other(1, 2) },
  accumulation: { to: other(1, 2), state: t({ minibatches: 1 }) },
  learningRate: { to: half },
  'schedule.kind': { to: other('constant', 'linear') },
  'schedule.warmup': { to: 2 },
  'schedule.final': { to: 0.5, state: t({ 'schedule.kind': 'linear' }) },
  'optimizer.beta1': { to: 0.5 },
  'optimizer.beta2': { to: 0.9 },
  'optimizer.epsilon': { to: 1e-2 },
  'optimizer.weightDecay': { to: 1 },
  maxGradNorm: { to: 1e-3 },
  gradNormOver: { to: 'all', state: { ...TRAINED_APART, ...t({ maxGradNorm: 1e-3 }) } },
  'rotation.interval': { to: 1 },
  'rotation.order': { to: 'reverse', state: t({ 'rotation.interval': 1 }) },
  clip: { to: 0.01, state: WILD },
  clipHigher: { to: 0.01, state: { ...WILD, ...PRAISE, ...t({ epochs: 4, learningRate: 0.003 }) } },
  dualClip: { to: 1.001, state: { ...WILD, ...t({ epochs: 4, clip: 10 }) } },
  policyLoss: { to: other('clip', 'sapo'), state: WILD },
  'sapo.positive': { to: 3, state: { ...WILD, ...SAPO, ...PRAISE } },
  'sapo.negative': { to: 3, state: { ...WILD, ...SAPO } },
  'covariance.share': { to: 0.9, state: { ...WILD, ...t({ policyLoss: 'clip_cov', 'covariance.low': -1e9, 'covariance.high': 1e9 }) } },
  'covariance.low': { to: 1e8, state: { ...WILD, ...t({ policyLoss: 'clip_cov', 'covariance.low': -1e9, 'covariance.high': 1e9 }) } },
  'covariance.high': { to: -1e8, state: { ...WILD, ...t({ policyLoss: 'clip_cov', 'covariance.low': -1e9, 'covariance.high': 1e9 }) } },
  'covariance.klCoef': { to: 10, state: { ...WILD, ...t({ policyLoss: 'kl_cov', 'covariance.share': 0.5 }) } },
  // Messages of equal lengths differ in the size of the loss alone, which Adam forgets but for its ε.
  lossAggregation: { to: 'message_sum', state: { ...WILD, ...t({ maxGradNorm: 0, 'optimizer.epsilon': 0.01 }) } },
  lossOver: { to: 'adapter', state: { ...TRAINED_APART, ...t({ maxGradNorm: 0, 'optimizer.epsilon': 0.01 }) } },
  topEntropy: { to: 0.5 },
  entropyCoef: { to: 0.1 },
  'adaptiveEntropy.enabled': { to: true, state: t({ entropyCoef: 0.1, 'adaptiveEntropy.target': 1e-6 }) },
  'adaptiveEntropy.target': { to: 1e-6, state: t({ entropyCoef: 0.1, 'adaptiveEntropy.enabled': true, 'adaptiveEntropy.target': 100 }) },
  'adaptiveEntropy.step': { to: 0.5, state: t({ 'adaptiveEntropy.enabled': true, 'adaptiveEntropy.target': 100 }) },
  'adaptiveEntropy.max': {
    to: 0.01,
    state: t({ 'adaptiveEntropy.enabled': true, 'adaptiveEntropy.target': 100, 'adaptiveEntropy.step': 0.5 }),
  },
  ratioLevel: { to: other('token', 'message'), state: WILD },
  logprobNormalization: { to: 'token', state: { ...WILD, ...t({ ratioLevel: 'message' }) } },
  'decoupled.enabled': { to: true, state: { ...WILD, ...LORA_CRITIC, ...t({ compat: ['r3_unstitched_first_tokens'], lag: 0 }) } },
  'decoupled.weightCap': { to: 1e-6, state: DECOUPLED },
  'rolloutCorrection.mode': {
    to: 'token',
    state: { ...WILD, ...t({ compat: ['r3_unstitched_first_tokens'], 'decoupled.enabled': false }) },
  },
  'rolloutCorrection.above': {
    to: 'mask',
    state: { ...WILD, ...t({ 'rolloutCorrection.mode': 'token', 'rolloutCorrection.cap': 1, lag: 1, 'decoupled.enabled': false }) },
  },
  m2Threshold: { to: 1e-9, state: { ...WILD, ...DECOUPLED, ...t({ 'decoupled.weightCap': 0 }) } },
  'rolloutCorrection.cap': { to: 1, state: { ...WILD, ...t({ 'rolloutCorrection.mode': 'token', lag: 1, 'decoupled.enabled': false }) } },
  maskTruncated: { to: true, state: MOVES, needs: TRUNCATED },
  'overlong.buffer': { to: 4096, state: t({ 'reward.scale': 1 }) },
  'overlong.penalty': { to: 5, state: t({ 'overlong.buffer': 4096 }) },
  callCost: { to: 5, state: t({ 'reward.scale': 1 }) },
  klCoef: { to: 1 },
  klEstimator: { to: other('k3', 'k1'), state: PENALTY },
  klPlacement: { to: other('loss', 'reward'), state: PENALTY },
  klRefEstimator: { to: other('k1', 'k3'), governs: 'metrics' },
  'adaptiveKl.enabled': { to: true, state: { ...WILD, ...PENALTY } },
  // The KL is that of the team that played, 0 in the first iteration: the second moves the weight of the third by the target.
  // That is by a fifth at most, so the targets lie on either side of the KL, and k3 is never negative.
  'adaptiveKl.target': {
    to: 1e-6,
    state: { ...WILD, ...PENALTY, ...t({ iterations: 3, klRefEstimator: 'k3', 'adaptiveKl.enabled': true, 'adaptiveKl.target': 100 }) },
  },
  'adaptiveKl.horizon': { to: 1, state: { ...WILD, ...PENALTY, ...t({ 'adaptiveKl.enabled': true }) } },
  'adaptiveLearningRate.enabled': { to: true, state: WILD },
  'adaptiveLearningRate.targetKl': { to: 1e6, state: { ...WILD, ...t({ 'adaptiveLearningRate.enabled': true }) } },
  klGate: { to: 1e-9, state: WILD },
  klGateAction: { to: other('skip', 'undo'), state: { ...WILD, ...t({ klGate: 1e-9 }) } },
  earlyStopKl: { to: 1e-9, state: WILD },
  // What a suspicion leads to depends on how the teams then play.
  'rollback.enabled': { to: false, state: BACK, governs: 'metrics' },
  'rollback.drop': { to: 10, state: FALLS, governs: 'metrics' },
  'rollback.window': { to: 1000, state: FALLS, governs: 'metrics' },
  'rollback.maxKl': { to: 0, state: BACK, governs: 'metrics' },
  'reward.scale': { to: -1 },
  'reward.bias': { to: 1 },
  'reward.clip': { to: 0.3 },
  'reward.mean': { to: other('none', 'batch') },
  'reward.std': { to: other('none', 'batch') },
  'credit.strategy': { to: other('equal', 'step_discount'), state: { ...EVERYBODY, ...t({ 'credit.discount': 0.5 }) } },
  'credit.discount': { to: 0.5, state: { ...EVERYBODY, ...STEPS } },
  'credit.ownShare': { to: 0.25, state: t({ 'credit.strategy': 'equal' }), needs: PER_ROLE },
  'credit.chain': { to: other('serial', 'agent'), state: { ...EVERYBODY, ...t({ 'credit.strategy': 'equal', groupBy: 'agent_turn' }) } },
  gammaToken: { to: 0.5 },
  lambdaToken: { to: 0.5 },
  gamma: { to: 0.5 },
  lambda: { to: 0.5 },
  groupBy: { to: other('team', 'agent_turn'), needs: TURNS },
  groupStd: { to: other('group', 'none') },
  continuations: { to: (value) => Number(value) + 1 },
  alternatives: { to: (value) => Number(value) + 1 },
  baseline: { to: other('batch', 'critic') },
  baselineDecay: { to: 0.5, state: t({ algorithm: 'reinforce', baseline: 'role' }) },
  'normalizeAdvantages.mean': { to: 'batch', state: t({ 'normalizeAdvantages.mean': 'none' }) },
  'normalizeAdvantages.std': { to: 'batch', state: t({ 'normalizeAdvantages.std': 'none' }) },
  'critic.kind': { to: other('shared', 'multi_head') },
  // Who hears nobody may earn nothing at all: with a bias there is something to foresee.
  'critic.reads': { to: other('speaker', 'transcript'), state: { ...APART, ...PRAISE }, needs: HIDDEN_MESSAGES },
  'critic.head': { to: other('mlp', 'linear') },
  'critic.hidden': { to: 16 },
  'critic.learningRate': { to: half },
  'critic.steps': { to: (value) => Number(value) + 1 },
  'critic.warmup': { to: 1 },
  'critic.valueClip': { to: 1e-4, state: WILD },
  'critic.huberDelta': { to: 1e-3 },
  'critic.coef': { to: 1e-3 },
  'critic.rank': { to: half, state: LORA_CRITIC },
  'critic.alpha': { to: half, state: LORA_CRITIC },
  'critic.targets': { to: ['q_proj'], state: LORA_CRITIC },
  evaluateEvery: { to: other(1, 0), governs: 'evaluations' },
  evaluateEpisodes: { to: (value) => Number(value) + 1, state: t({ evaluateEvery: 1 }), governs: 'evaluations' },
  evaluateGreedy: { to: false, state: t({ evaluateEvery: 1, evaluateSamples: 1 }), governs: 'evaluations' },
  evaluateSamples: { to: 2, state: t({ evaluateEvery: 1 }), governs: 'evaluations' },
  'turned.every': { to: other(1, 0), governs: 'metrics' },
  'turned.won': { to: 1e9, state: t({ 'turned.every': 1, 'turned.won': -1e9 }), governs: 'metrics' },
  checkpointEvery: { to: other(1, 10), governs: 'checkpoints' },
  compat: { to: ['r1_half_precision_adam'] },
};

/** Switches of `compat`, each from a state in which its defect shows. */
const SWITCHES: Readonly<Record<(typeof COMPAT)[number], Omit<Entry, 'to'>>> = {
  r1_previous_turn_mask: { state: { ...EVERYBODY, ...WITH_CRITIC } },
  r1_stale_advantages: { state: { ...WITH_CRITIC, ...t({ iterations: 4 }) }, needs: SHORTER },
  r1_skip_exact_zeros: {
    state: { ...GROUPS, ...t({ normalizeAdvantages: { mean: 'none', std: 'batch' } }) },
    needs: MIXED_GROUPS,
  },
  r1_huber_sign: { state: { ...WITH_CRITIC, ...t({ 'critic.huberDelta': 1e-3 }) } },
  r1_half_precision_adam: {},
  r1_raw_bootstrap: {
    state: { ...WITH_CRITIC, ...EVERYBODY, ...t({ horizon: 1, normalizeAdvantages: { mean: 'none', std: 'none' } }) },
    needs: CUT_OFF,
  },
  r1_drop_leftover: { state: t({ minibatches: 3 }) },
  r1_untempered_logprobs: { state: { ...WILD, 'team.agents.*.sampling.temperature': 0.5 } },
  r1_row_weighted_chunks: { state: { ...WITH_CRITIC, ...t({ accumulation: 2, minibatches: 1 }) }, needs: UNEQUAL_ROWS },
  r3_first_system_prompt: {},
  r3_linear_transcript: { state: { 'team.edges': [], 'team.turns': [] } },
  r3_linear_training: { state: { ...EVERYBODY, ...MOVES, 'team.edges': [], 'team.turns': [] } },
  r3_lost_token_rewards: { state: STEPS },
  r3_lone_group: { state: { ...STEPS, ...t({ 'reward.mean': 'group', groupSize: 2 }) } },
  r3_unstitched_first_tokens: { state: { ...WILD, ...DECOUPLED } },
  r3_untrained_orchestrator: { state: dynamic },
};

const TEAM: Readonly<Record<string, Entry>> = {
  // All connections away, or one from the first agent to every other.
  edges: {
    to: (edges, { team }) =>
      (edges as Json[]).length > 0 ? [] : team.agents.slice(1).map(({ role }) => ({ from: team.agents[0]?.role ?? '', to: role })),
    state: EVERYBODY,
  },
  context: { to: other('prefix', 'ancestors'), state: { ...EVERYBODY, 'team.edges': [], 'team.turns': [] } },
  turns: { to: [{ turn: 1, edges: [] }], needs: TURNS },
  history: { to: other('all', 'own'), needs: TURNS },
  template: { to: other('model', 'workbench') },
  weights: { to: other('q8', 'f32') },
  kvCache: { to: other('f16', 'f32') },
  anonymous: { to: true },
  orchestration: {
    to: other('dynamic', 'static'),
    state: (document) => ({ ...MOVES, 'team.orchestrator.role': firstRole(document), 'team.edges': [], 'team.turns': [] }),
  },
  'orchestrator.role': { to: (_, { team }) => team.agents.at(-1)?.role ?? '', state: dynamic },
  'orchestration@routed': { to: 'routed', state: (document) => ({ ...routed(document), 'team.orchestration': 'static' }) },
  'orchestrator.role@routed': { to: (_, { team }) => team.agents[1]?.role ?? '', state: routed },
  'orchestrator.maxSteps@routed': { to: (value) => Number(value) + 1, state: routed },
};

/** The first agent and the last alone are connected, with clocks; `clocksOf` names settings of a clock below the last agent's and the first's. */
const withClocks =
  (toLast: boolean, clocksOf: (last: string, first: string) => Values) =>
  (document: ProjectDocument): Values => {
    const [first, last] = [firstRole(document), document.team.agents.at(-1)?.role ?? ''];
    return {
      ...EVERYBODY,
      ...MOVES,
      'training.compat': [],
      'team.orchestration': 'static',
      'team.turns': [],
      'team.edges': [toLast ? { from: first, to: last } : { from: last, to: first }],
      'team.agents.*.sampling.maxNewTokens': 6,
      // Of a frozen agent another message may change nobody's numbers.
      'team.agents.*.adapter.frozen': false,
      ...clocksOf(`team.agents.${last}.clock`, `team.agents.${first}.clock`),
    };
  };
const heardBy = (clocksOf: (last: string, first: string) => Values) => withClocks(true, clocksOf);
const hears = (clocksOf: (last: string, first: string) => Values) => withClocks(false, clocksOf);

const TRAINED = { 'team.agents.*.adapter.frozen': false };
/** Entries for the first agent's settings. */
const AGENT: Readonly<Record<string, Entry>> = {
  prompt: { to: 'Say anything.' },
  observes: { to: false },
  'speaks.from': { to: 1, needs: TURNS },
  'speaks.every': { to: other(2, 1), needs: TURNS },
  stops: { to: ' ', needs: SPACED },
  'clock.timeToFirstToken': { to: 2, state: heardBy((last) => ({ [`${last}.timeout`]: 1 })) },
  'clock.timePerOutputToken': { to: 2, state: heardBy((last) => ({ [`${last}.timeout`]: 1 })) },
  'clock.jitter': { to: 1, state: heardBy((last, first) => ({ [`${first}.timeToFirstToken`]: 1, [`${last}.timeout`]: 1 })) },
  'clock.timeout': { to: 0, state: hears((last) => ({ [`${last}.timeToFirstToken`]: 1 })) },
  'clock.interrupts': { to: true, state: hears((last, first) => ({ [`${last}.timePerOutputToken`]: 2, [`${first}.timeout`]: 1 })) },
  'adapter.rank': { to: half },
  // A frozen adapter's product is 0 at any scale, unless the run is given one from elsewhere.
  'adapter.alpha': { to: half, state: TRAINED },
  'adapter.targets': { to: ['q_proj'] },
  'adapter.frozen': { to: (frozen) => frozen !== true },
  'adapter.group': { to: '', state: { ...TRAINED, 'team.agents.*.adapter.group': 'all' } },
  'adapter.learningRate': { to: 1e-4 },
  'sampling.temperature': { to: half, state: FLAT },
  'sampling.topK': { to: 3, state: FLAT },
  'sampling.topP': { to: 0.5, state: FLAT },
  'sampling.maxNewTokens': { to: other(1, 2), state: MOVES },
};

/** Settings that mean something else in another state, which stands behind the `@`: they are tried in it too. A router takes three agents. */
const AGAIN = Object.keys(TEAM)
  .filter((path) => path.includes('@'))
  .map((path) => `team.${path}`);

/** What is no setting of a run's numbers, and who tests it instead. */
export const ELSEWHERE: Readonly<Record<string, string>> = {
  'training.distillation.teachers': 'needs a trained team (test/engine/training/update/distillation.test.ts)',
  'training.distillation.coef': 'needs a teacher (test/engine/training/update/distillation.test.ts)',
  'training.distillation.signal': 'needs a teacher (test/engine/training/update/distillation.test.ts)',
  'training.trainThoughts': 'needs a model that thinks (test/engine/training/teams/thoughts.test.ts)',
  'team.thinking': 'needs a template that reads it (test/unit/core/episode/thoughts.test.ts)',
  'training.rollback.learningRateFactor': 'needs a team that fell (test/engine/training/update/schedules.test.ts)',
  'team.base': 'names the base model (test/engine/training/teams/twoBases.test.ts)',
  'team.agents': 'is the list that the agents’ settings are of',
  'team.orchestrator.maxSteps': 'needs an orchestrator that calls somebody (test/unit/core/episode/orchestrator.test.ts)',
  'team.tools.most': 'needs an environment with a tool (test/engine/training/teams/tools.test.ts)',
  'team.tools.open': 'needs an environment with a tool (test/engine/training/teams/tools.test.ts)',
  'team.tools.close': 'needs an environment with a tool (test/engine/training/teams/tools.test.ts)',
  'team.agents.*.base': 'names a base model (test/engine/training/teams/twoBases.test.ts)',
  'team.agents.*.role': 'is what an agent is called',
  'team.agents.*.label': 'is for display',
  'team.agents.*.withAnswer': 'is carried on by profiles alone',
};

/** All settings, by path, as their schemas have them; each switch of `compat` is one, and so is each of {@link AGAIN}. */
export const SETTING_PATHS: readonly string[] = [
  ...schemaPaths(trainingSchema, 'training'),
  ...COMPAT.map((name) => `training.compat.${name}`),
  ...schemaPaths(teamSchema, 'team'),
  ...schemaPaths(agentSchema, 'team.agents.*'),
  ...AGAIN,
];

/** The setting that a trial is of, as a sweep names it. */
export const settingOf = (path: string): string => path.replace(/@.*/, '');

/** By path; undefined where there is none. */
export function perturbationOf(path: string): Perturbation | undefined {
  const entry = entryOf(path);
  if (!entry) return undefined;
  const { to, state = {}, governs = 'team', needs } = entry;
  return {
    to: typeof to === 'function' ? to : () => to,
    state: typeof state === 'function' ? state : () => state,
    governs,
    ...(needs === undefined ? {} : { needs }),
  };
}

function entryOf(path: string): Entry | undefined {
  const name = COMPAT.find((one) => path === `training.compat.${one}`);
  if (name) return { ...SWITCHES[name], to: true };
  const [, part, rest = ''] = /^(training|team\.agents\.\*|team)\.(.+)$/.exec(path) ?? [];
  const table = part === 'training' ? TRAINING : part === 'team' ? TEAM : AGENT;
  return table[rest];
}
