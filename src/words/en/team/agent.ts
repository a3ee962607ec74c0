/** Settings of an agent beside its prompt: names, explanations, and where each comes from. */
import { spoken } from '../../forms/language.ts';
import { type Source, WORKS } from '../training/works.ts';

interface AgentFieldText {
  readonly label: string;
  readonly help: string;
  readonly source: Source;
  /** Names in R1 and R3. */
  readonly r1?: string;
  readonly r3?: string;
}

const DISTSERVE: Source = { text: 'DistServe, Zhong et al. 2024', url: 'https://arxiv.org/abs/2401.09670' };

const fields = {
  'sampling.temperature': {
    label: 'Temperature',
    help: 'Divides the logits before sampling. Log-probabilities and losses use the same distribution, so 1 is the safe choice while learning; less makes the agent repeat what it does most.',
    source: { text: 'Holtzman et al. 2020, §3.3', url: 'https://arxiv.org/abs/1904.09751' },
    r1: '--temperature (evaluation); 0.5, fixed, in training',
    r3: 'gconfig.temperature',
  },
  'sampling.maxNewTokens': {
    label: 'Max new tokens',
    help: 'A message ends here if the agent does not end it. Prompt and message together must fit the base’s context.',
    source: WORKS.workbench,
    r1: '--max_new_tokens',
    r3: 'gconfig.max_new_tokens',
  },
  'sampling.topK': {
    label: 'Top-k',
    help: 'Samples from the k likeliest tokens; 0 keeps all.',
    source: { text: 'Holtzman et al. 2020, §3.2', url: 'https://arxiv.org/abs/1904.09751' },
    r1: '--top_k (evaluation); 50, fixed, in training',
    r3: 'gconfig.top_k',
  },
  'sampling.topP': {
    label: 'Top-p',
    help: 'Samples from the smallest set of tokens with this probability; 1 keeps all.',
    source: { text: 'Nucleus sampling, Holtzman et al. 2020, §3.1', url: 'https://arxiv.org/abs/1904.09751' },
    r1: '--top_p (evaluation)',
    r3: 'gconfig.top_p',
  },
  observes: {
    label: 'Observes',
    help: 'Reads the environment’s observation and its text between turns; otherwise it knows only what others tell it.',
    source: WORKS.marft,
  },
  'speaks.from': { label: 'Speaks from turn', help: 'The first turn it speaks in; turns count from 0.', source: WORKS.workbench },
  'speaks.every': { label: 'Speaks every', help: 'Then every n-th turn; it is skipped in the others.', source: WORKS.workbench },
  stops: {
    label: 'Ends the episode by',
    help: 'A message with this text in it ends the episode behind its turn; empty where the agent cannot.',
    source: WORKS.workbench,
  },
  'clock.timeToFirstToken': {
    label: 'Time to first token',
    help: 'TTFT, in simulated seconds.',
    source: DISTSERVE,
  },
  'clock.timePerOutputToken': {
    label: 'Time per token',
    help: 'TPOT, in simulated seconds, of each token after the first.',
    source: DISTSERVE,
  },
  'clock.jitter': {
    label: 'Jitter',
    help: 'σ of a log-normal factor on both, drawn for each message; its mean is 1.',
    source: WORKS.workbench,
  },
  'clock.timeout': {
    label: 'Timeout',
    help: 'Starts at this second of the turn at the latest, with what has arrived by then.',
    source: WORKS.workbench,
  },
  'clock.interrupts': {
    label: 'Interrupts',
    help: 'Whom it still waits for at its timeout stops there; what was said arrives.',
    source: WORKS.workbench,
  },
  withAnswer: {
    label: 'Its text is an answer',
    help: 'Used only in exported role profiles; nothing here reads it.',
    source: WORKS.r1,
    r1: 'with_answer (profile)',
  },
  base: {
    label: 'Base model',
    help: 'The frozen model under its adapter: a shipped one, a folder of yours (chosen under Training), or the team’s.',
    source: WORKS.marft,
    r1: '--model_name_or_path',
    r3: 'actor.path',
  },
  'adapter.rank': {
    label: 'Rank',
    help: 'Inner width r of ΔW = (alpha / r) · B · A. A higher rank can learn more, and costs more.',
    source: WORKS.lora,
    r3: 'actor.lora_rank',
  },
  'adapter.alpha': {
    label: 'Alpha',
    help: 'Strength of the adapter: ΔW = (alpha / rank) · B · A.',
    source: WORKS.lora,
    r3: 'actor.lora_alpha',
  },
  'adapter.group': {
    label: 'Adapter group',
    help: 'Agents that name the same group share one adapter; leave empty for a separate one.',
    source: WORKS.r3,
    r3: 'multi_agent.shared_lora',
  },
  'adapter.targets': {
    label: 'Targets',
    help: 'Which linear layers of the base carry an adapter.',
    source: WORKS.lora,
    r3: 'actor.target_modules',
  },
  'adapter.learningRate': {
    label: 'Learning rate',
    help: 'Learning rate of this adapter; leave empty to use the training’s.',
    source: WORKS.workbench,
    r1: '--lr',
    r3: 'actor.optimizer.lr',
  },
  'adapter.frozen': {
    label: 'Frozen',
    help: 'A frozen agent takes part in rollouts but is never updated.',
    source: WORKS.workbench,
  },
} as const satisfies Readonly<Record<string, AgentFieldText>>;

export const agentEn = spoken('team/agent', {
  fields: fields as Readonly<Record<keyof typeof fields, AgentFieldText>>,
  groups: { sampling: 'Sampling', part: 'Part in the team', clock: 'Clock', adapter: 'Base and adapter', learning: 'Learning' },
  changed: (count: number) => `${count} changed`,
  resetGroup: (group: string) => `Reset “${group}” to its defaults`,
  baseOfTeam: (base: string) => `team’s: ${base}`,
  noBase: 'No base of that name',
  withAnswerOptions: { auto: 'if it speaks last', yes: 'yes', no: 'no' },
  adapterSize: (adapter: number, base: number) => `${adapter.toLocaleString('en')} weights, beside ${base.toLocaleString('en')} frozen`,
  adapterSizeHelp: 'What this adapter adds: rank × (inputs + outputs) for every matrix it changes.',
  groupPlaceholder: 'its own adapter',
  stopsPlaceholder: 'nothing it says',
  timeoutPlaceholder: 'waits for all',
  samplingPreset: 'Way to sample',
  samplingPresets: {
    careful: { label: 'Careful', help: 'Temperature 0.3: mostly what it does best. Little variety to learn from.' },
    usual: { label: 'Default', help: 'Temperature 1, nothing cut off: the agent is trained on the distribution it samples from.' },
    exploring: { label: 'Exploring', help: 'Temperature 1.3: more variety where an agent always says the same.' },
    r1_evaluation: { label: 'R1’s evaluation', help: 'Temperature 0.5, top-k 50, top-p 0.95: the defaults of R1’s evaluation flags.' },
  },
  ownSampling: 'your own',
  shippedBases: 'Shipped',
  ownBases: 'Yours',
  otherBases: 'In this project',
});
