/**
 * Named sets of settings, put in place of a document's: the algorithms, the values of the original code bases (R1 and R3,
 * marft-spec §5, §12.3), and the recipes measured in the study of what learns (collapses and their guards, lazy teams).
 * What a set does not name goes back to its default, except what says how long and on what a project trains.
 */
import { documentFaults, unreadSettings, whyCompatUnread, whyUnread } from '../document/check/check.ts';
import type { Fault } from '../faults.ts';
import { LORA_TARGETS } from '../document/limits.ts';
import type { AgentSettings, ProjectDocument } from '../document/schema.ts';
import { sameSetting, settingAt, TRAINING_DEFAULTS, TRAINING_PATHS, type TrainingPath } from '../document/settingPaths.ts';
import { COMPAT, type TrainingSettings } from '../document/trainingSchema.ts';

/** Kept from the document unless a set names them. */
const KEPT: readonly TrainingPath[] = [
  'seed',
  'iterations',
  'episodes',
  'horizon',
  'evaluateEvery',
  'evaluateEpisodes',
  'evaluateGreedy',
  'evaluateSamples',
  'checkpointEvery',
];

interface SettingsPreset {
  readonly training: Readonly<Partial<Record<TrainingPath, unknown>>>;
  /** What it changes in every agent. */
  readonly agent?: (agent: AgentSettings, document: ProjectDocument) => AgentSettings;
  /** What it changes of who hears whom. */
  readonly team?: (document: ProjectDocument) => ProjectDocument['team'];
  /** Which code base's values these are: such a set leaves out what its own algorithm does not read. */
  readonly original?: 'r1' | 'r3';
  /** Switches on that code base's defects, those that can show in the document. */
  readonly defects?: boolean;
}

/** No guard at all, so that a collapse is free to happen. */
const UNGUARDED = { 'adaptiveLearningRate.enabled': false, klGate: 0, 'rollback.enabled': false } as const;

/** A rate too high by three times: it peaks and dies (micro, standard). */
const COLLAPSE_RATE = { iterations: 60, learningRate: 1e-2, epochs: 2, ...UNGUARDED } as const;
/** One batch used too often, with a clip so wide that it never acts. */
const COLLAPSE_REUSE = { iterations: 60, learningRate: 3e-3, epochs: 8, clip: 10, ...UNGUARDED } as const;

const GUARDS = {
  adaptive: { 'adaptiveLearningRate.enabled': true },
  gate: { klGate: 0.01 },
  penalty: { klCoef: 0.05, klEstimator: 'k1', klPlacement: 'reward' },
  rollback: { 'rollback.enabled': true },
} as const;

const R1 = {
  horizon: 3,
  epochs: 5,
  minibatches: 4,
  learningRate: 5e-7,
  maxGradNorm: 0.5,
  clip: 0.2,
  entropyCoef: 0.01,
  'adaptiveLearningRate.enabled': false,
  gamma: 0.99,
  lambda: 0.95,
  gammaToken: 0.99,
  lambdaToken: 0.95,
  'critic.hidden': 1024,
  'critic.learningRate': 5e-4,
  'critic.steps': 1,
  'critic.valueClip': 0.2,
  'critic.huberDelta': 10,
} as const;
const R1_APPO = { ...R1, algorithm: 'appo', klGate: 1e-3 } as const;
const R1_TPPO = { ...R1, algorithm: 'tppo', klGate: 1.7e-6 } as const;

const R3 = {
  algorithm: 'tppo',
  lag: 2,
  epochs: 1,
  learningRate: 5e-6,
  'schedule.kind': 'cosine',
  'schedule.final': 0.05,
  'optimizer.epsilon': 1e-8,
  'optimizer.weightDecay': 0.01,
  'decoupled.enabled': true,
  klCoef: 0.1,
  klPlacement: 'reward',
  'adaptiveLearningRate.enabled': false,
  klGate: 0,
  'reward.clip': 20,
  'reward.mean': 'batch',
  'reward.std': 'batch',
  lambdaToken: 1,
  lambda: 1,
  'normalizeAdvantages.mean': 'batch',
  'normalizeAdvantages.std': 'batch',
  'critic.head': 'linear',
  'critic.steps': 1,
  'critic.valueClip': 0.5,
} as const;

/** R1 samples at temperature 0.5 from the 50 likeliest tokens, with rank 8 on queries and values. */
const r1Agent = (agent: AgentSettings): AgentSettings => ({
  ...agent,
  sampling: { ...agent.sampling, temperature: 0.5, topK: 50, topP: 1 },
  adapter: { ...agent.adapter, rank: 8, alpha: 16, targets: ['q_proj', 'v_proj'] },
});

/** R3 trains one adapter of rank 32 for all, where they have one base. */
const r3Agent = (agent: AgentSettings, { team }: ProjectDocument): AgentSettings => ({
  ...agent,
  sampling: { ...agent.sampling, temperature: 1, topK: 0, topP: 1 },
  adapter: {
    ...agent.adapter,
    rank: 32,
    alpha: 16,
    targets: [...LORA_TARGETS],
    ...(team.agents.every(({ base }) => (base || team.base) === (agent.base || team.base)) ? SHARED_BY_ALL : {}),
  },
});
const SHARED_BY_ALL = { group: 'default', frozen: false, learningRate: null } as const;

/** Agents that read the environment's words and their own alone. */
const decentralised = ({ team, training }: ProjectDocument): ProjectDocument['team'] => ({
  ...team,
  edges: [],
  turns: [],
  orchestration: 'static',
  context: team.context === 'prefix' ? 'ancestors' : team.context,
  // Without earlier turns nobody remembers anything.
  history: training.horizon > 1 ? 'own' : team.history,
  agents: team.agents.map((agent) => ({ ...agent, observes: true })),
});

const MAPPO = { algorithm: 'tppo', 'critic.reads': 'state' } as const;

const GRPO = { algorithm: 'grpo', groupSize: 8 } as const;

const PRESETS = {
  tppo: { training: {} },
  appo: { training: { algorithm: 'appo' } },
  // Every agent a learner of its own: PPO at token level along its own messages, with a critic that shares the frozen base alone.
  ippo: { training: { algorithm: 'tppo', 'credit.chain': 'agent', 'critic.kind': 'lora' } },
  // One critic for all that reads the joint transcript, and the hidden state where there is one: PPO along the serialised team.
  mappo: { training: MAPPO },
  mappo_decentralised: { training: MAPPO, team: decentralised },
  grpo: { training: GRPO },
  dr_grpo: { training: { ...GRPO, groupStd: 'none', lossAggregation: 'constant' } },
  // As prime-rl's `max_rl` and the authors' code: GRPO but for what it divides by.
  maxrl: { training: { ...GRPO, groupStd: 'mean' } },
  // What the paper calls dynamic sampling may take 16 rounds; three here, since each costs episodes.
  dapo: {
    training: { ...GRPO, clipHigher: 0.28, resampleGroups: 3, 'overlong.buffer': 4, 'overlong.penalty': 0.5 },
  },
  gspo: { training: { ...GRPO, ratioLevel: 'message', logprobNormalization: 'token', clip: 3e-4, clipHigher: 4e-4 } },
  // No lower edge, as MiniMax has it; the upper one is TRL's `epsilon_high`.
  cispo: { training: { ...GRPO, policyLoss: 'cispo', clip: 1, clipHigher: 4 } },
  sapo: { training: { ...GRPO, policyLoss: 'sapo', lossAggregation: 'message_mean' } },
  dppo: { training: { ...GRPO, policyLoss: 'dppo_tv', clip: 0.15 } },
  // Without a ratio a second pass over the same episodes would be off-policy, so these make one.
  reinforce: { training: { algorithm: 'reinforce', epochs: 1 } },
  // A role's own reward along its own messages, as in games where one wins what another loses.
  rae: { training: { algorithm: 'reinforce', baseline: 'role', 'credit.chain': 'agent', epochs: 1 } },
  rloo: { training: { algorithm: 'rloo', groupSize: 8, epochs: 1 } },
  vineppo: { training: { algorithm: 'vineppo' } },
  // One continuation, the recorded one's numbers: as many rollouts as VinePPO has with as many continuations.
  c3: { training: { algorithm: 'c3', continuations: 1 } },
  difference: { training: { algorithm: 'difference', continuations: 1 } },
  coma: { training: { algorithm: 'coma' } },
  r1: { training: R1_APPO, agent: r1Agent, original: 'r1' },
  r1_tppo: { training: R1_TPPO, agent: r1Agent, original: 'r1' },
  r1_defects: { training: R1_APPO, agent: r1Agent, original: 'r1', defects: true },
  r3: { training: R3, agent: r3Agent, original: 'r3' },
  r3_defects: { training: R3, agent: r3Agent, original: 'r3', defects: true },
  rotation: { training: { 'rotation.interval': 5 } },
  per_step: { training: { 'credit.strategy': 'per_step' } },
  lazy_team: { training: { learningRate: 3e-3, iterations: 50, ...UNGUARDED } },
  collapse_learning_rate: { training: COLLAPSE_RATE },
  collapse_learning_rate_adaptive: { training: { ...COLLAPSE_RATE, ...GUARDS.adaptive } },
  collapse_learning_rate_gate: { training: { ...COLLAPSE_RATE, ...GUARDS.gate } },
  collapse_learning_rate_penalty: { training: { ...COLLAPSE_RATE, ...GUARDS.penalty } },
  collapse_learning_rate_rollback: { training: { ...COLLAPSE_RATE, ...GUARDS.rollback } },
  collapse_reuse: { training: COLLAPSE_REUSE },
  collapse_reuse_adaptive: { training: { ...COLLAPSE_REUSE, ...GUARDS.adaptive } },
  collapse_reuse_gate: { training: { ...COLLAPSE_REUSE, ...GUARDS.gate } },
  collapse_reuse_penalty: { training: { ...COLLAPSE_REUSE, ...GUARDS.penalty } },
  collapse_reuse_rollback: { training: { ...COLLAPSE_REUSE, ...GUARDS.rollback } },
} as const satisfies Readonly<Record<string, SettingsPreset>>;

export type SettingsPresetName = keyof typeof PRESETS;

export const SETTINGS_PRESET_NAMES = Object.keys(PRESETS) as readonly SettingsPresetName[]; // keys of the literal above

/** The document with the set's values in place of its own. */
export function applySettingsPreset(document: ProjectDocument, name: SettingsPresetName): ProjectDocument {
  const preset: SettingsPreset = PRESETS[name];
  const chosen = TRAINING_PATHS.flatMap((path): [TrainingPath, unknown][] => {
    if (path in preset.training) return [[path, preset.training[path]]];
    return KEPT.includes(path) ? [[path, settingAt(document.training, path)]] : [];
  });
  const { agent } = preset;
  const team = preset.team?.(document) ?? document.team;
  const next: ProjectDocument = {
    ...document,
    team: agent ? { ...team, agents: team.agents.map((one) => agent(one, document)) } : team,
    training: inWholeGroups(trainingOf(chosen)),
  };
  if (!preset.original) return next;
  // A code base has one list of values for all its algorithms; those that this one does not read stay at their defaults.
  const read = { ...next, training: trainingOf(chosen.filter(([path]) => KEPT.includes(path) || whyUnread(next, path) === null)) };
  if (!preset.defects) return read;
  const origin = `${preset.original}_`;
  // One after the other: some show only as long as another is off.
  return COMPAT.filter((defect) => defect.startsWith(origin)).reduce((chosen, defect) => {
    const { training } = chosen;
    return whyCompatUnread(chosen, defect) === null
      ? { ...chosen, training: { ...training, compat: [...training.compat, defect] } }
      : chosen;
  }, read);
}

/** Whether the document's settings are those of the set. */
export function isSettingsPreset(document: ProjectDocument, name: SettingsPresetName): boolean {
  // Of two with the same settings the one that is of the team as well.
  return changesNothing(document, name) && (name !== 'mappo' || !changesNothing(document, 'mappo_decentralised'));
}

function changesNothing(document: ProjectDocument, name: SettingsPresetName): boolean {
  const applied = applySettingsPreset(document, name);
  return (
    TRAINING_PATHS.every((path) => sameSetting(settingAt(applied.training, path), settingAt(document.training, path))) &&
    sameSetting(applied.team, document.team)
  );
}

/** What would keep the document from running with the set, or the set from counting, and does not now; null when nothing would. */
export function settingsPresetFault(document: ProjectDocument, name: SettingsPresetName): Fault | null {
  const faultsOf = (one: ProjectDocument) => [...documentFaults(one), ...unreadSettings(one)];
  const now = new Set(faultsOf(document).map((fault) => fault.place?.subject));
  return faultsOf(applySettingsPreset(document, name)).find((fault) => !now.has(fault.place?.subject)) ?? null;
}

/** The defaults with these values. */
function trainingOf(values: readonly (readonly [TrainingPath, unknown])[]): TrainingSettings {
  const training = structuredClone(TRAINING_DEFAULTS);
  for (const [path, value] of values) {
    const keys = path.split('.');
    const last = keys.pop() ?? '';
    const parent = keys.reduce<Record<string, unknown>>(
      (part, key) => part[key] as Record<string, unknown>,
      training as unknown as Record<string, unknown>, // paths are those of the schema
    );
    parent[last] = value;
  }
  return training;
}

/** As many episodes as fill groups, at least as many as before. */
function inWholeGroups(training: TrainingSettings): TrainingSettings {
  return { ...training, episodes: Math.ceil(training.episodes / training.groupSize) * training.groupSize };
}
