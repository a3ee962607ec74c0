import { teacherSchema } from '../../../../../src/core/document/teacherSchema.ts';
import { describe, expect, it } from 'vitest';
import { documentFaults, inForce, unreadSettings, whyCompatUnread, whyUnread } from '../../../../../src/core/document/check/check.ts';
import { COMPAT_READS } from '../../../../../src/core/document/check/compatReads.ts';
import { TRAINING_READS } from '../../../../../src/core/document/check/trainingReads.ts';
import { addAgent, connect } from '../../../../../src/core/editing/edits.ts';
import { PRESETS } from '../../../../../src/core/document/presets/presets.ts';
import { type AgentSettings, documentSchema, trainingSchema, type ProjectDocument } from '../../../../../src/core/document/schema.ts';
import { settingAt, TRAINING_DEFAULTS, TRAINING_PATHS, type TrainingPath } from '../../../../../src/core/document/settingPaths.ts';
import { ALGORITHMS, COMPAT } from '../../../../../src/core/document/trainingSchema.ts';
import { readPath, writePath } from '../../../../../src/page/state/settings/path.ts';
import { long } from '../../../../support/long.ts';

const micro = PRESETS.micro.project({ source: 'export default {}' });

type Values = Readonly<Record<string, unknown>>;
/** The micro project with values at dotted paths below `training`. */
const trained = (values: Values): ProjectDocument =>
  changed(micro, Object.fromEntries(Object.entries(values).map(([path, value]) => [`training.${path}`, value])));
/** `document` with values at dotted paths, read by the schema. */
function changed(document: ProjectDocument, values: Values): ProjectDocument {
  return documentSchema.parse(
    Object.entries(values).reduce<Record<string, unknown>>((now, [path, value]) => writePath(now, path, value), document),
  );
}
/** `code @ subject` of every fault, and of what nothing reads. */
const told = (document: ProjectDocument) => [
  ...documentFaults(document).map((fault) => `${fault.code} @ ${fault.place?.subject}`),
  ...unreadSettings(document).map(({ place: { subject } }) => `E_SETTING_UNREAD @ ${subject}`),
];
const withAgents = (document: ProjectDocument, change: (agent: AgentSettings, index: number) => void): ProjectDocument => {
  const copy = structuredClone(document);
  copy.team.agents.forEach(change);
  return documentSchema.parse(copy);
};

/** Documents without faults in which every setting is read by something. */
const SCENES: Readonly<Record<string, ProjectDocument>> = {
  tppo: trained({}),
  'tppo with everything on': trained({
    'critic.kind': 'lora',
    lag: 1,
    'decoupled.enabled': true,
    klCoef: 0.1,
    'adaptiveKl.enabled': true,
    'schedule.kind': 'cosine',
    'rotation.interval': 2,
    'credit.strategy': 'step_discount',
    accumulation: 2,
    minibatches: 3,
    'critic.huberDelta': 1,
    evaluateSamples: 4,
  }),
  'a lag with rollout correction': trained({ lag: 1, 'rolloutCorrection.mode': 'token' }),
  'a penalty for length': trained({ 'overlong.buffer': 4 }),
  'tppo with rollback': trained({ 'rollback.enabled': true }),
  appo: trained({ algorithm: 'appo' }),
  grpo: trained({ algorithm: 'grpo', groupSize: 8 }),
  'grpo by messages': trained({ algorithm: 'grpo', groupSize: 8, ratioLevel: 'message' }),
  sapo: trained({ algorithm: 'grpo', groupSize: 8, policyLoss: 'sapo' }),
  'clip-cov': trained({ policyLoss: 'clip_cov', 'adaptiveEntropy.enabled': true, lossAggregation: 'constant' }),
  'kl-cov': trained({ policyLoss: 'kl_cov' }),
  reinforce: trained({ algorithm: 'reinforce' }),
  'reinforce with critic': trained({ algorithm: 'reinforce', baseline: 'critic' }),
  'reinforce with running means': trained({ algorithm: 'reinforce', baseline: 'role' }),
  'reinforce with groups': trained({ algorithm: 'reinforce', baseline: 'group', groupSize: 4 }),
  rloo: trained({ algorithm: 'rloo', groupSize: 2 }),
  vineppo: trained({ algorithm: 'vineppo' }),
  c3: trained({ algorithm: 'c3' }),
  difference: trained({ algorithm: 'difference' }),
  coma: trained({ algorithm: 'coma' }),
  'a base that teaches': trained({ algorithm: 'reinforce', 'distillation.teachers': [teacherSchema.parse({ base: 'micro' })] }),
  'no evaluation': trained({ evaluateEvery: 0 }),
};

/** Values of a setting other than `value`, all of which the schema permits. */
function others(path: TrainingPath, value: unknown): unknown[] {
  const permitted = (candidate: unknown) => trainingSchema.safeParse(writePath(TRAINING_DEFAULTS, path, candidate)).success;
  const words = [
    'tppo',
    'appo',
    'grpo',
    'reinforce',
    'rloo',
    'vineppo',
    'c3',
    'difference',
    'coma',
    'cispo',
    'sapo',
    'dppo_tv',
    'kl_cov',
    'clip_cov',
    'message_mean',
    'adapter',
    'mask',
    'auto',
    'token',
    'message',
    'sum',
    'word',
    'k1',
    'k2',
    'loss',
    'reward',
    'skip',
    'undo',
    'constant',
    'linear',
    'cosine',
    'mlp',
    'shared',
    'multi_head',
    'lora',
    'none',
    'batch',
    'minibatch',
    'group',
    'agent',
    'critic',
    'team',
    'agent_turn',
    'equal',
    'step_discount',
    'per_step',
    'in_order',
    'r1_appo',
    'r1_tppo',
    'reverse',
    'random',
    'serial',
    'listener',
  ];
  return [true, false, 0, 0.5, 0.05, 1, 2, 3, 7, ...words, ['q_proj']].filter((candidate) => candidate !== value && permitted(candidate));
}

/** Scenes in which every setting is tried whenever the tests run; of the others a sample is. */
const ALWAYS = new Set(['tppo with everything on', 'grpo']);

describe('every setting', () => {
  it('is at its default read or not, but never refused', () => {
    for (const [name, scene] of Object.entries(SCENES)) expect(told(scene), name).toEqual([]);
  });
  it.for(Object.entries(SCENES))(
    'changed under %s is told where it stands exactly when nothing reads it, and what cannot work is refused',
    ([name, scene], context) => {
      if (!ALWAYS.has(name)) long(context);
      for (const path of TRAINING_PATHS.filter((one) => one !== 'compat' && one !== 'algorithm')) {
        for (const value of others(path, settingAt(scene.training, path))) {
          const document = changed(scene, { [`training.${path}`]: value });
          const faults = documentFaults(document);
          const here = unreadSettings(document).filter(({ place: { subject } }) => subject === `training.${path}`);
          const isDefault = JSON.stringify(value) === JSON.stringify(settingAt(TRAINING_DEFAULTS, path));
          expect(here.length, `${path} = ${String(value)}`).toBe(!isDefault && whyUnread(document, path) !== null ? 1 : 0);
          for (const fault of faults) {
            expect(fault.hint, fault.message).toMatch(/\.\)?$/);
            // What another setting needs may be told there: then that setting was changed, or it is read by this one's grace.
            expect(fault.place?.subject, fault.message).toMatch(/^(training|team)\b/);
          }
        }
      }
    },
  );
  it('is read in some document, and the rules name no others', () => {
    for (const path of TRAINING_PATHS) {
      const reading = [...Object.values(SCENES), trained({ algorithm: 'grpo', groupSize: 8, ratioLevel: 'message' })];
      expect(
        reading.some((scene) => whyUnread(scene, path) === null),
        path,
      ).toBe(true);
    }
    for (const rule of TRAINING_READS) for (const path of rule.paths) expect(TRAINING_PATHS).toContain(path);
  });
});

describe('a setting that nothing reads is told, and keeps no project from running', () => {
  it.each<[Values, string, unknown, Values]>([
    [{ algorithm: 'reinforce' }, 'clip', 0.3, { algorithm: 'tppo' }],
    [{ algorithm: 'rloo', groupSize: 2 }, 'clipHigher', 0.3, { algorithm: 'grpo' }],
    [{ algorithm: 'reinforce' }, 'dualClip', 3, { algorithm: 'appo' }],
    [{ algorithm: 'reinforce' }, 'decoupled.enabled', true, { algorithm: 'appo', lag: 1 }],
    [{}, 'decoupled.weightCap', 2, { 'decoupled.enabled': true, lag: 1 }],
    [{}, 'rolloutCorrection.mode', 'token', { lag: 1 }],
    [{}, 'rolloutCorrection.mode', 'token', { compat: ['r3_unstitched_first_tokens'] }],
    [{}, 'rolloutCorrection.cap', 3, { 'rolloutCorrection.mode': 'token', lag: 1 }],
    [{}, 'overlong.penalty', 2, { 'overlong.buffer': 4 }],
    [{ algorithm: 'grpo', groupSize: 2, horizon: 1 }, 'callCost', 0.1, { horizon: 2 }],
    [{ algorithm: 'vineppo' }, 'callCost', 0.1, { algorithm: 'tppo' }],
    [{ algorithm: 'vineppo' }, 'overlong.buffer', 4, { algorithm: 'tppo' }],
    [{}, 'ratioLevel', 'message', { algorithm: 'grpo', groupSize: 2 }],
    [{ algorithm: 'appo' }, 'ratioLevel', 'message', { algorithm: 'reinforce' }],
    [{}, 'logprobNormalization', 'word', { algorithm: 'appo' }],
    [{}, 'baseline', 'none', { algorithm: 'reinforce' }],
    [{}, 'groupBy', 'agent_turn', { algorithm: 'rloo', groupSize: 2 }],
    [{ algorithm: 'reinforce', baseline: 'none' }, 'groupBy', 'agent_turn', { baseline: 'batch' }],
    [{}, 'continuations', 8, { algorithm: 'vineppo' }],
    [{ algorithm: 'coma' }, 'continuations', 8, { algorithm: 'difference' }],
    [{ algorithm: 'difference' }, 'alternatives', 8, { algorithm: 'c3' }],
    [{ algorithm: 'vineppo' }, 'alternatives', 8, { algorithm: 'coma' }],
    [{ algorithm: 'c3' }, 'gamma', 0.9, { algorithm: 'coma' }],
    [{ algorithm: 'c3' }, 'reward.mean', 'batch', { algorithm: 'coma' }],
    [{ algorithm: 'coma', klCoef: 0.1 }, 'klPlacement', 'reward', { algorithm: 'tppo' }],
    [{ algorithm: 'coma' }, 'ratioLevel', 'message', { algorithm: 'c3' }],
    [{ algorithm: 'vineppo' }, 'gamma', 0.9, { algorithm: 'tppo' }],
    [{ algorithm: 'vineppo' }, 'gammaToken', 0.9, { algorithm: 'tppo' }],
    [{ algorithm: 'vineppo' }, 'credit.strategy', 'per_step', { algorithm: 'tppo' }],
    [{ algorithm: 'vineppo' }, 'reward.mean', 'batch', { algorithm: 'tppo' }],
    [{ algorithm: 'vineppo', klCoef: 0.1 }, 'klPlacement', 'reward', { algorithm: 'tppo' }],
    [{ algorithm: 'vineppo' }, 'lambda', 1, { algorithm: 'tppo' }],
    [{ algorithm: 'vineppo' }, 'credit.chain', 'agent', { algorithm: 'tppo' }],
    // The planner is heard by the solver and by nobody else, so hearing is the order of speaking.
    [{}, 'credit.chain', 'listener', { 'credit.chain': 'agent' }],
    [{ 'credit.strategy': 'per_step' }, 'credit.ownShare', 0.5, { 'credit.strategy': 'equal' }],
    [{ algorithm: 'appo' }, 'gammaToken', 0.9, { algorithm: 'tppo' }],
    [{ algorithm: 'appo' }, 'lambdaToken', 0.9, { algorithm: 'tppo' }],
    [{ algorithm: 'reinforce' }, 'lambda', 1, { algorithm: 'appo' }],
    [{ algorithm: 'reinforce' }, 'lambdaToken', 1, { algorithm: 'tppo' }],
    [{}, 'credit.discount', 0.5, { 'credit.strategy': 'step_discount' }],
    [{}, 'klPlacement', 'reward', { klCoef: 0.1 }],
    [{ klCoef: 0.1 }, 'adaptiveKl.target', 1, { 'adaptiveKl.enabled': true }],
    [{ klCoef: 0.1 }, 'adaptiveKl.horizon', 10, { 'adaptiveKl.enabled': true }],
    [{ 'adaptiveLearningRate.enabled': false }, 'adaptiveLearningRate.targetKl', 0.1, { 'adaptiveLearningRate.enabled': true }],
    [{ klGate: 0 }, 'klGateAction', 'undo', { klGate: 0.1 }],
    [{ epochs: 1 }, 'earlyStopKl', 0.1, { minibatches: 2 }],
    [{ epochs: 1 }, 'klGate', 0.1, { epochs: 2 }],
    [{ epochs: 1 }, 'klGate', 0.1, { klGateAction: 'undo' }],
    [{ epochs: 1 }, 'clip', 0.1, { minibatches: 2 }],
    [{ epochs: 1 }, 'clipHigher', 0.3, { epochs: 2 }],
    [{ epochs: 1 }, 'dualClip', 3, { epochs: 2 }],
    [{ epochs: 1, 'critic.steps': 1 }, 'critic.valueClip', 0.2, { 'critic.steps': 2 }],
    [{}, 'decoupled.enabled', true, { lag: 1 }],
    [{ algorithm: 'grpo', groupSize: 2 }, 'reward.bias', 1, { 'reward.clip': 0.5 }],
    [{ algorithm: 'rloo', groupSize: 2 }, 'reward.bias', 1, { gammaToken: 0.9 }],
    [{ algorithm: 'reinforce' }, 'reward.bias', 1, { baseline: 'none' }],
    [{ 'reward.mean': 'batch' }, 'reward.bias', 1, { 'reward.mean': 'none' }],
    [{ algorithm: 'grpo', groupSize: 2 }, 'reward.mean', 'group', { 'reward.std': 'group' }],
    [{ algorithm: 'reinforce' }, 'reward.mean', 'batch', { algorithm: 'tppo' }],
    [{ algorithm: 'grpo', groupSize: 2 }, 'credit.ownShare', 0.5, { groupBy: 'agent_turn' }],
    [{ algorithm: 'grpo', groupSize: 2, horizon: 2 }, 'credit.ownShare', 0.5, { gamma: 0.9 }],
    [{}, 'rollback.drop', 0.5, { 'rollback.enabled': true }],
    [{}, 'rollback.window', 5, { 'rollback.enabled': true }],
    [{}, 'rollback.maxKl', 0, { 'rollback.enabled': true }],
    [{}, 'rollback.learningRateFactor', 1, { 'rollback.enabled': true }],
    [{}, 'schedule.final', 0.1, { 'schedule.kind': 'linear' }],
    [{}, 'rotation.order', 'random', { 'rotation.interval': 1 }],
    [{ algorithm: 'grpo', groupSize: 2 }, 'critic.warmup', 2, { algorithm: 'tppo' }],
    [{ algorithm: 'reinforce' }, 'critic.valueClip', 0.2, { baseline: 'critic' }],
    [{ algorithm: 'reinforce' }, 'critic.huberDelta', 1, { baseline: 'critic' }],
    [{ 'critic.head': 'linear' }, 'critic.hidden', 64, { 'critic.head': 'mlp' }],
    [{}, 'critic.rank', 4, { 'critic.kind': 'lora' }],
    [{ 'critic.kind': 'multi_head' }, 'critic.alpha', 4, { 'critic.kind': 'lora' }],
    [{}, 'critic.targets', ['q_proj'], { 'critic.kind': 'lora' }],
    [{ evaluateEvery: 0 }, 'evaluateSamples', 4, { evaluateEvery: 1 }],
    [{ evaluateEvery: 0 }, 'evaluateEpisodes', 4, { evaluateEvery: 1 }],
    [{ evaluateEvery: 0 }, 'evaluateGreedy', false, { evaluateEvery: 1, evaluateSamples: 2 }],
  ])('%j: %s = %j; %j makes it count', (under, path, value, remedy) => {
    const refused = trained({ ...under, [path]: value });
    expect(told(refused)).toEqual([`E_SETTING_UNREAD @ training.${path}`]);
    expect(told(trained({ ...under, [path]: value, ...remedy }))).toEqual([]);
    expect(documentFaults(refused)).toEqual([]);
    expect(unreadSettings(refused)[0]?.hint).toContain('Set it back to');
    expect(settingAt(refused.training, path as TrainingPath), 'the value is kept').toEqual(value);
  });
  it('what credit or objective would go by all the same stands at its default in a run', () => {
    const kept = trained({ algorithm: 'vineppo', klCoef: 0.1, klPlacement: 'reward', 'credit.strategy': 'per_step', clip: 0.3 });
    expect(inForce(kept).training).toEqual(trained({ algorithm: 'vineppo', klCoef: 0.1, clip: 0.3 }).training);
    expect(inForce(micro)).toBe(micro);
  });
  it('also taking turns in a team of which one agent learns', () => {
    const turns = trained({ 'rotation.interval': 5 });
    expect(told(turns)).toEqual([]);
    expect(told(withAgents(turns, (agent, index) => (agent.adapter.frozen = index === 0)))).toEqual([
      'E_SETTING_UNREAD @ training.rotation.interval',
    ]);
  });
});

describe('settings that cannot work together', () => {
  it.each<[Values, string, string]>([
    [{ episodes: 4, minibatches: 5 }, 'E_TRAINING_MINIBATCHES', 'minibatches'],
    [{ episodes: 8, minibatches: 4, accumulation: 3 }, 'E_TRAINING_ACCUMULATION', 'accumulation'],
    [{ algorithm: 'grpo' }, 'E_TRAINING_GROUP_SIZE', 'groupSize'],
    [{ algorithm: 'rloo' }, 'E_TRAINING_GROUP_SIZE', 'groupSize'],
    [{ algorithm: 'reinforce', baseline: 'group' }, 'E_TRAINING_GROUP_SIZE', 'groupSize'],
    [{ groupSize: 5 }, 'E_TRAINING_GROUPS', 'groupSize'],
    [{ 'normalizeAdvantages.mean': 'group' }, 'E_TRAINING_GROUP_SIZE', 'normalizeAdvantages.mean'],
    [{ 'normalizeAdvantages.std': 'group' }, 'E_TRAINING_GROUP_SIZE', 'normalizeAdvantages.std'],
    [{ 'reward.mean': 'group' }, 'E_TRAINING_GROUP_SIZE', 'reward.mean'],
    [{ 'reward.std': 'group' }, 'E_TRAINING_GROUP_SIZE', 'reward.std'],
    [{ 'adaptiveKl.enabled': true }, 'E_TRAINING_ADAPTIVE_KL', 'adaptiveKl.enabled'],
    [{ lag: 1 }, 'E_TRAINING_LAG', 'lag'],
    [{ lag: 1, algorithm: 'reinforce' }, 'E_TRAINING_LAG', 'lag'],
    [{ 'credit.chain': 'agent', 'credit.strategy': 'step_discount', 'credit.discount': 0.5 }, 'E_TRAINING_CHAIN', 'credit.chain'],
    [{ algorithm: 'appo', trainThoughts: false }, 'E_TRAINING_THOUGHTS', 'trainThoughts'],
    [{ lag: 1, 'decoupled.enabled': true, 'rolloutCorrection.mode': 'token' }, 'E_TRAINING_CORRECTION', 'rolloutCorrection.mode'],
    [
      { lag: 1, decoupled: { enabled: true, weightCap: 5 }, rollback: { ...TRAINING_DEFAULTS.rollback, enabled: true } },
      'E_TRAINING_ROLLBACK',
      'rollback.enabled',
    ],
    [{ iterations: 4, 'critic.warmup': 4 }, 'E_TRAINING_WARMUP', 'critic.warmup'],
    [{ evaluateGreedy: false }, 'E_TRAINING_EVALUATION', 'evaluateGreedy'],
  ])('%j is %s', (values, code, path) => {
    expect(told(trained(values))).toEqual([`${code} @ training.${path}`]);
  });
  it('a chain of credit that has no trajectories to compare, and one that is another’s', () => {
    const chained = (document: ProjectDocument, values: Values) =>
      told(changed(document, Object.fromEntries(Object.entries(values).map(([path, value]) => [`training.${path}`, value]))));
    const listener = { 'credit.chain': 'listener' };
    const apart = { ...micro, team: { ...micro.team, edges: [] } };
    expect(chained(apart, listener)).toEqual([]);
    expect(chained(apart, { ...listener, algorithm: 'grpo', groupSize: 2 })).toEqual(['E_TRAINING_CHAIN @ training.credit.chain']);
    expect(chained(apart, { ...listener, algorithm: 'grpo', groupSize: 2, groupBy: 'agent_turn' })).toEqual([]);
    expect(chained(micro, { ...listener, horizon: 2 })).toEqual(['E_SETTING_UNREAD @ training.credit.chain']);
    // Who remembers only its own words hears others in their turn alone.
    expect(chained({ ...micro, team: { ...micro.team, history: 'own' } }, { ...listener, horizon: 2 })).toEqual([]);
    const alone = { ...micro, team: { ...micro.team, agents: micro.team.agents.slice(0, 1), edges: [] } };
    expect(chained(alone, { 'credit.chain': 'agent' })).toEqual(['E_SETTING_UNREAD @ training.credit.chain']);
  });
  it('R1’s untempered probabilities cannot tell how far a policy that lags has moved', () => {
    const cold = (values: Values) =>
      withAgents(trained({ compat: ['r1_untempered_logprobs'], 'decoupled.enabled': true, ...values }), (agent) => {
        agent.sampling.temperature = 0.7;
      });
    expect(documentFaults(cold({}))).toEqual([]);
    expect(told(cold({ lag: 1 }))).toEqual(['E_TRAINING_LAG @ training.lag']);
  });
  it('are no faults one step away', () => {
    for (const values of [
      { episodes: 4, minibatches: 4 },
      { episodes: 8, minibatches: 4, accumulation: 2 },
      { 'reward.std': 'group', 'credit.strategy': 'per_step', compat: ['r3_lone_group'] },
      { 'normalizeAdvantages.std': 'group', groupSize: 4 },
      { lag: 1, 'decoupled.enabled': true },
      { lag: 1, 'rolloutCorrection.mode': 'token' },
      { lag: 1, 'rolloutCorrection.mode': 'token', algorithm: 'reinforce' },
      { iterations: 4, 'critic.warmup': 3 },
      { evaluateGreedy: false, evaluateSamples: 1 },
    ])
      expect(told(trained(values)), JSON.stringify(values)).toEqual([]);
  });
});

describe('compat switches', () => {
  const tempered = withAgents(micro, (agent) => (agent.sampling.temperature = 0.5));
  /** Where each switch changes something, and where not. */
  const CASES: Readonly<Record<string, readonly [on: ProjectDocument, off: ProjectDocument | null]>> = {
    r1_previous_turn_mask: [micro, trained({ algorithm: 'reinforce' })],
    r1_stale_advantages: [micro, trained({ algorithm: 'appo' })],
    r1_skip_exact_zeros: [micro, trained({ 'normalizeAdvantages.mean': 'none', 'normalizeAdvantages.std': 'none' })],
    r1_huber_sign: [trained({ 'critic.huberDelta': 1 }), micro],
    r1_half_precision_adam: [micro, null],
    r1_raw_bootstrap: [micro, trained({ algorithm: 'grpo', groupSize: 2 })],
    r1_drop_leftover: [trained({ minibatches: 3 }), micro],
    r1_untempered_logprobs: [tempered, micro],
    r1_row_weighted_chunks: [trained({ accumulation: 2 }), trained({ accumulation: 2, algorithm: 'appo' })],
    r3_first_system_prompt: [micro, changed(micro, { 'team.agents': [micro.team.agents[0]], 'team.edges': [] })],
    r3_linear_transcript: [changed(micro, { 'team.edges': [] }), micro],
    r3_linear_training: [changed(micro, { 'team.edges': [] }), micro],
    r3_lost_token_rewards: [trained({ 'credit.strategy': 'per_step' }), micro],
    r3_lone_group: [
      trained({ 'reward.mean': 'group', groupSize: 2, 'credit.strategy': 'step_discount' }),
      trained({ 'reward.mean': 'group', groupSize: 2 }),
    ],
    r3_unstitched_first_tokens: [trained({ 'critic.kind': 'lora' }), micro],
    r3_untrained_orchestrator: [changed(micro, { 'team.orchestration': 'dynamic', 'team.orchestrator.role': 'planner' }), micro],
  };
  it.each(COMPAT)('%s is permitted where it shows, and told where not', (name) => {
    const [on, off] = CASES[name] ?? [micro, null];
    expect(whyCompatUnread(on, name)).toBeNull();
    expect(told(changed(on, { 'training.compat': [name] }))).toEqual([]);
    if (off === null) expect(COMPAT_READS.some((rule) => rule.paths.includes(name))).toBe(false);
    else expect(told(changed(off, { 'training.compat': [name] }))).toEqual([`E_SETTING_UNREAD @ training.compat.${name}`]);
  });
});

it('R3’s orchestrator is left untrained where it would have an adapter that learns, of its own', () => {
  const routed = { 'team.orchestration': 'dynamic', 'team.orchestrator.role': 'planner', 'training.compat': ['r3_untrained_orchestrator'] };
  const orchestrator = (values: object) =>
    told(withAgents(changed(micro, routed), (agent) => void (agent.role === 'planner' && Object.assign(agent.adapter, values))));
  expect(orchestrator({})).toEqual([]);
  for (const values of [{ frozen: true }, { group: 'all' }])
    expect(orchestrator(values), JSON.stringify(values)).toEqual(['E_SETTING_UNREAD @ training.compat.r3_untrained_orchestrator']);
});

describe('R3’s training in one transcript', () => {
  const switched = (values: Values, compat: readonly string[] = []) =>
    told(
      changed(connect(addAgent(micro, { role: 'verifier' }), 'solver', 'verifier'), {
        ...values,
        'training.compat': [...compat, 'r3_linear_training'],
      }),
    );
  const unread = ['E_SETTING_UNREAD @ training.compat.r3_linear_training'];

  it('shows where somebody has not read all that was said before it in its turn, in any turn that is played', () => {
    const apart = [{ from: 'planner', to: 'verifier' }];
    expect(switched({})).toEqual(unread);
    expect(switched({ 'team.context': 'parents' }), 'the verifier is not shown the plan').toEqual([]);
    expect(switched({ 'team.edges': apart })).toEqual([]);
    expect(switched({ 'team.edges': apart, 'team.context': 'prefix' })).toEqual(unread);
    const later = { 'team.turns': [{ turn: 2, edges: apart }] };
    expect(switched({ ...later, 'training.horizon': 3 })).toEqual([]);
    expect(switched({ ...later, 'training.horizon': 2 })).toContain(unread[0]);
  });
  it('beside the linear transcript only agents of one layer have not', () => {
    const linear = ['r3_linear_transcript'];
    expect(switched({ 'team.context': 'parents' }, linear)).toEqual(['E_SETTING_UNREAD @ team.context', ...unread]);
    expect(switched({ 'team.edges': [{ from: 'planner', to: 'verifier' }] }, linear)).toEqual([]);
  });
  it('shows under an orchestrator where an agent that is called is not shown everything', () => {
    const routed = { 'team.orchestration': 'dynamic', 'team.orchestrator.role': 'planner', 'team.edges': [] };
    expect(switched(routed)).toEqual([]);
    expect(switched({ ...routed, 'team.context': 'prefix' })).toEqual(unread);
    expect(switched(routed, ['r3_linear_transcript'])).toEqual(unread);
    const pair = changed(micro, { ...routed, 'team.edges': micro.team.edges, 'training.compat': ['r3_linear_training'] });
    expect(told(pair), 'the only one that is called sees the orchestrator').toEqual(unread);
    expect(told(changed(pair, { 'training.horizon': 2, 'team.turns': [{ turn: 1, edges: [] }] }))).toEqual([]);
  });
});

describe('the team’s settings', () => {
  const trio = connect(addAgent(trained({ horizon: 4 }), { role: 'verifier' }), 'solver', 'verifier');
  const speak = (document: ProjectDocument, role: string, from: number, every: number) =>
    withAgents(document, (agent) => {
      if (agent.role === role) agent.speaks = { from, every };
    });
  /** The planner speaks in the first of two turns, the solver in the second. */
  const alternating = speak(speak(trained({ horizon: 2 }), 'planner', 0, 2), 'solver', 1, 1);

  it('of orchestration need an orchestrator and somebody to call, and count under it alone', () => {
    expect(told(changed(micro, { 'team.orchestrator.maxSteps': 3 }))).toEqual(['E_SETTING_UNREAD @ team.orchestrator.maxSteps']);
    expect(told(changed(micro, { 'team.orchestrator.role': 'planner' }))).toEqual(['E_SETTING_UNREAD @ team.orchestrator.role']);
    const dynamic = changed(micro, { 'team.orchestration': 'dynamic' });
    expect(told(dynamic)).toEqual(['E_TEAM_ORCHESTRATOR @ team.orchestrator.role']);
    expect(told(changed(dynamic, { 'team.orchestrator.role': 'ghost' }))).toEqual(['E_TEAM_ORCHESTRATOR @ team.orchestrator.role']);
    const routed = changed(dynamic, { 'team.orchestrator': { role: 'planner', maxSteps: 3 } });
    expect(told(routed)).toEqual([]);
    expect(told(changed(routed, { 'team.agents': [micro.team.agents[0]], 'team.edges': [] }))).toEqual([
      'E_TEAM_ORCHESTRATOR @ team.orchestration',
    ]);
    expect(told(speak(changed(routed, { 'training.horizon': 4 }), 'planner', 1, 2))).toEqual([
      'E_SETTING_UNREAD @ team.agents.planner.speaks.from',
      'E_SETTING_UNREAD @ team.agents.planner.speaks.every',
    ]);
    expect(told(speak(changed(routed, { 'training.horizon': 4 }), 'solver', 1, 2)), 'one that is called may be off duty').toEqual([]);
    const turns = { 'training.horizon': 4, 'team.turns': [{ turn: 1, edges: [] }] };
    expect(told(changed(routed, turns))).toEqual([]);
    expect(told(changed(routed, { ...turns, 'team.context': 'prefix', 'team.edges': [] }))).toEqual(['E_SETTING_UNREAD @ team.turns']);
  });
  it('of orchestration leave no connection without a meaning', () => {
    const routed = changed(micro, { 'team.orchestration': 'dynamic', 'team.orchestrator.role': 'planner' });
    expect(told(routed), 'one that is called sees what the orchestrator said').toEqual([]);
    expect(told(changed(routed, { 'team.orchestrator.role': 'solver' }))).toEqual(['E_ORCHESTRATOR_EDGE @ team.edges']);
    expect(told(changed(routed, { 'team.context': 'prefix' }))).toEqual(['E_ORCHESTRATOR_EDGE @ team.edges']);
    expect(told(changed(routed, { 'team.context': 'prefix', 'team.edges': [] }))).toEqual([]);
    const later = [{ turn: 1, edges: [{ from: 'solver', to: 'planner' }] }];
    expect(told(changed(routed, { 'training.horizon': 2, 'team.turns': later }))).toEqual(['E_ORCHESTRATOR_EDGE @ team.turns']);
  });
  it('of a router need one that can hold something back, and show what it may', () => {
    const router = (values: Values = {}, document = trio) =>
      told(changed(document, { 'team.orchestration': 'routed', 'team.orchestrator.role': 'planner', ...values }));
    expect(router()).toEqual([]);
    for (const role of ['', 'ghost'])
      expect(router({ 'team.orchestrator.role': role })).toEqual(['E_TEAM_ORCHESTRATOR @ team.orchestrator.role']);
    expect(router({ 'team.orchestrator.role': 'solver' }), 'nobody speaks before it').toEqual(['E_ORCHESTRATOR_EDGE @ team.edges']);
    const refused = ['E_TEAM_ROUTER @ team.orchestration'];
    expect(router({}, micro), 'all connections are its own').toEqual(refused);
    const later = { 'training.horizon': 2, 'team.turns': [{ turn: 1, edges: [{ from: 'solver', to: 'planner' }] }] };
    expect(router({ ...later, 'team.orchestrator.role': 'solver', 'team.edges': [] }, micro), 'in a later turn').toEqual(refused);
    expect(router({ 'environment.source': `// dependencies\n${micro.environment.source}` }, micro), 'but the environment’s').toEqual([]);
    expect(router({ 'team.context': 'prefix' })).toEqual(refused);
    for (const name of ['r3_linear_transcript', 'r3_linear_training']) expect(router({ 'training.compat': [name] })).toContain(refused[0]);
    expect(router({ 'team.orchestrator.maxSteps': 3 })).toEqual(['E_SETTING_UNREAD @ team.orchestrator.maxSteps']);
    expect(router({ 'training.compat': ['r3_untrained_orchestrator'] })).toEqual([
      'E_SETTING_UNREAD @ training.compat.r3_untrained_orchestrator',
    ]);
    expect(router({ 'team.context': 'parents' }), 'what it opens may be read otherwise').toEqual([]);
    const timed = withAgents(trio, (agent) => void (agent.clock.timeToFirstToken = 1));
    expect(router({}, timed)).toEqual(['E_TEAM_CLOCK @ team.agents.planner.clock.timeToFirstToken']);
    expect(told(changed(speak(trio, 'planner', 1, 2), { 'team.orchestration': 'routed', 'team.orchestrator.role': 'planner' }))).toEqual(
      [],
    );
  });
  it('of context count where connections show somebody more or less by it', () => {
    const context = ['E_SETTING_UNREAD @ team.context'];
    for (const other of ['parents', 'prefix']) {
      expect(told(changed(micro, { 'team.context': other })), 'a chain of two').toEqual(context);
      expect(told(changed(micro, { 'team.context': other, 'team.edges': [] }))).toEqual([]);
      expect(told(changed(trio, { 'team.context': other })), 'a chain of three, whose last has an ancestor that is no parent').toEqual([]);
      const later = { 'training.horizon': 2, 'team.turns': [{ turn: 1, edges: [] }] };
      expect(told(changed(micro, { 'team.context': other, ...later })), 'in a later turn').toEqual([]);
      expect(told(changed(trio, { 'team.context': other, 'training.compat': ['r3_linear_transcript'] }))).toContain(context[0]);
      const named = withAgents(alternating, (agent) => (agent.prompt = 'You hear {sees}.'));
      expect(told(changed(named, { 'team.context': other, 'team.edges': [] })), 'prompts name who is heard').toEqual([]);
    }
  });
  it('of connections count where two agents speak in the same turn', () => {
    const turns = { 'team.turns': [{ turn: 1, edges: [] }] };
    expect(told(changed(alternating, turns))).toEqual(['E_SETTING_UNREAD @ team.turns']);
    expect(told(changed(speak(alternating, 'solver', 0, 1), turns))).toEqual([]);
    expect(told(changed(alternating, { 'team.turns': [{ turn: 3, edges: [] }] })), 'a fault all the same').toEqual([
      'E_TEAM_TURN_LATE @ team.turns',
      'E_SETTING_UNREAD @ team.turns',
    ]);
    expect(told(changed(alternating, { 'team.context': 'prefix', 'team.edges': [] }))).toEqual(['E_SETTING_UNREAD @ team.context']);
    const handsOver = changed(alternating, { 'training.compat': ['r1_previous_turn_mask'] });
    expect(told(handsOver)).toEqual(['E_SETTING_UNREAD @ training.compat.r1_previous_turn_mask']);
    expect(told(speak(handsOver, 'solver', 0, 1))).toEqual([]);
    const steps = changed(alternating, { 'training.credit.strategy': 'step_discount' });
    expect(told(steps)).toEqual(['E_SETTING_UNREAD @ training.credit.strategy']);
    expect(told(changed(steps, { 'training.credit.discount': 0.5 }))).toEqual([]);
    expect(told(speak(steps, 'solver', 0, 1))).toEqual([]);
  });
  it('of history count with more than one turn', () => {
    expect(told(changed(micro, { 'team.history': 'own' }))).toEqual(['E_SETTING_UNREAD @ team.history']);
    expect(told(changed(trio, { 'team.history': 'own' }))).toEqual([]);
  });
  it('of later turns’ graphs must be graphs that come', () => {
    const graph = (turn: number, from: string, to: string) => ({ turn, edges: [{ from, to }] });
    const at = (turns: unknown) => told(changed(trio, { 'team.turns': turns }));
    expect(at([graph(3, 'solver', 'planner')])).toEqual([]);
    expect(at([graph(4, 'solver', 'planner')])).toEqual(['E_TEAM_TURN_LATE @ team.turns']);
    expect(at([graph(1, 'solver', 'planner'), graph(1, 'planner', 'solver')])).toEqual(['E_TEAM_TURN_TWICE @ team.turns']);
    expect(at([graph(1, 'ghost', 'planner')])).toEqual(['E_GRAPH_UNKNOWN_ROLE @ team.turns']);
    expect(at([{ turn: 1, edges: [...graph(1, 'solver', 'planner').edges, ...graph(1, 'planner', 'solver').edges] }])).toEqual([
      'E_GRAPH_CYCLE @ team.turns',
    ]);
  });
  it('of speaking leave nobody silent for ever, and no turn silent', () => {
    expect(told(speak(trio, 'verifier', 1, 3))).toEqual([]);
    expect(told(speak(trio, 'verifier', 4, 1))).toEqual(['E_AGENT_SILENT @ team.agents.verifier.speaks.from']);
    expect(told(speak(trio, 'verifier', 3, 2))).toEqual(['E_SETTING_UNREAD @ team.agents.verifier.speaks.every']);
    const all = ['planner', 'solver', 'verifier'].reduce((document, role) => speak(document, role, 1, 1), trio);
    expect(told(all)).toEqual(['E_TEAM_SILENT @ team.agents.planner.speaks.from']);
  });
  it('of adapters: a frozen one has no rate, a shared one is one', () => {
    const frozen = withAgents(micro, (agent, index) => {
      if (index === 0) Object.assign(agent.adapter, { frozen: true, learningRate: 1e-3 });
    });
    expect(told(frozen)).toEqual(['E_SETTING_UNREAD @ team.agents.planner.adapter.learningRate']);
    const shared = withAgents(micro, (agent) => (agent.adapter.group = 'both'));
    expect(told(shared)).toEqual([]);
    for (const values of [{ rank: 4 }, { alpha: 1 }, { targets: ['q_proj'] }, { frozen: true }, { learningRate: 1e-3 }]) {
      const differing = withAgents(shared, (agent, index) => {
        if (index === 1) Object.assign(agent.adapter, values);
      });
      expect(told(differing), JSON.stringify(values)).toEqual(['E_ADAPTER_GROUP @ team.agents.solver.adapter.group']);
      expect(documentFaults(differing)[0]?.message).toContain((Object.keys(values)[0] ?? '').replace('learningRate', 'learning rate'));
    }
    expect(told(withAgents(shared, (agent, index) => (agent.base = index === 1 ? 'standard' : '')))).toEqual([
      'E_ADAPTER_GROUP @ team.agents.solver.adapter.group',
    ]);
    expect(told(withAgents(shared, (agent, index) => (agent.base = index === 1 ? 'micro' : '')))).toEqual([]);
  });
});

it('switching the algorithm alone asks for nothing but groups', () => {
  for (const algorithm of ALGORITHMS) {
    const codes = documentFaults(trained({ algorithm })).map((fault) => fault.code);
    expect(codes).toEqual(algorithm === 'grpo' || algorithm === 'rloo' ? ['E_TRAINING_GROUP_SIZE'] : []);
  }
  expect(readPath(micro, 'training.algorithm')).toBe('tppo');
});
