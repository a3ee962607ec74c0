/** Texts of the warm start: its settings by their path below `warmStart`, and what the panel says. */
import { spoken } from '../../forms/language.ts';

const WORKBENCH = { text: 'This workbench’s own', url: undefined };

export const warmStartEn = spoken('training/warmStart', {
  intro:
    'Supervised fine-tuning on what the agents of this team would read and say, until they are right about a third to half of the time. That leaves reinforcement learning something to sharpen.',
  from: 'Learns from',
  sources: {
    environment: 'Demonstrations',
    file: 'A file of episodes',
    run: 'Good rollouts of the run on screen',
  },
  fromHelp: {
    environment: 'What demonstrate() says, mixed with mistakes; problems of the train split only.',
    file: 'JSON Lines: {"observation": …, "messages": [{"role": …, "text": …}]} or rollouts of a run.',
    run: 'Episodes held by the page that earned at least the reward below.',
  },
  chooseFile: 'Choose a file…',
  noFile: 'No file chosen',
  kept: {
    take: (count: number) => (count === 1 ? 'Take the kept demonstration' : `Take the ${count} kept demonstrations`),
    takeHelp: 'Episodes kept in Inspect → Blame, of this very environment.',
    name: 'kept demonstrations',
    save: 'Save them as a file',
    forget: 'Forget them',
  },
  threshold: 'Least reward',
  thresholdHelp: 'Episodes that earned less are left out; leave empty to use only the best.',
  thresholdBest: 'the best',
  name: 'Name of the base',
  nameHelp: 'What the new base is called; an existing one of that name in this browser is replaced.',
  nameTaken: 'A shipped base has this name.',
  nameEmpty: 'The base needs a name.',
  start: 'Warm up',
  stop: 'Stop and keep',
  stopHelp: 'End here, with the base or the adapters as they are now',
  settings: 'Settings of the warm start',
  moreSettings: 'More settings of the warm start',
  obstacles: {
    loading: 'The environment is being checked.',
    broken: 'The environment does not load; its tab says why.',
    demonstrate: (name: string) =>
      `“${name}” has no demonstrate(), so it cannot show what a good agent says. Write one, or learn from a file or a run.`,
    noFile: 'Choose a file of episodes first.',
    noRun: 'There is no run on screen with episodes to learn from.',
    run: 'A run is under way; a warm start needs the same worker.',
    invalid: (fields: readonly string[]) => `First correct ${fields.map((field) => `“${field}”`).join(' and ')}.`,
  },
  missed: 'Why it ended below its target',
  phases: {
    preparing: 'Preparing examples',
    training: 'Training',
    evaluating: 'Evaluating the team',
    finished: 'Finished',
    failed: 'Failed',
  },
  ended: {
    target: 'The target is reached.',
    tokens: 'The tokens are used up.',
    stopped: 'Stopped.',
  },
  progress: (tokens: string, budget: string) => `${tokens} of at most ${budget} tokens`,
  progressLabel: 'Tokens of the warm start',
  now: (loss: string, accuracy: string) => `loss ${loss}, accuracy ${accuracy}`,
  reward: (sampled: string, error: string, greedy: string) => `reward ${sampled} ± ${error} sampled, ${greedy} greedy`,
  rewardHelp: (problems: number) =>
    `Means over ${problems} problems of the train split, ± one standard error; on four times as many problems where the target seems to be reached.`,
  charts: {
    label: 'Curves of the warm start',
    loss: 'Loss',
    lossHelp: 'Cross-entropy of the messages’ own tokens, nats per token.',
    accuracy: 'Token accuracy',
    accuracyHelp: 'How often a sampled token would be the one shown: mean probability of the messages’ own tokens.',
    reward: 'Reward',
    trained: 'in training',
    heldOut: 'held out',
    sampled: 'sampled',
    greedy: 'greedy',
    target: 'target',
    tokens: 'tokens',
    none: 'Curves appear here.',
    table: 'As a table',
    summary: (title: string, last: string) => `${title} over tokens, last ${last}`,
    columns: { step: 'Step', tokens: 'Tokens', loss: 'Held-out loss', accuracy: 'Held-out accuracy', sampled: 'Sampled', greedy: 'Greedy' },
  },
  use: 'Use this base',
  used: (name: string, kept: boolean) =>
    `The team now uses “${name}”, which is ${kept ? 'kept in this browser' : 'there until this tab closes'}. Undo restores the previous base.`,
  train: 'Train from these adapters',
  insteadOfFork: (name: string) => `A fork of ${name} is prepared. Training from these adapters replaces it.`,
  download: 'Download',
  downloadHelp: 'A zip with Hugging Face or PEFT folders',
  keptTitle: 'Kept in this browser',
  keptUse: (name: string) => `Use “${name}”`,
  keptDelete: (name: string) => `Delete “${name}” from this browser`,
  /** Of a model chosen from this computer. */
  keeping: {
    checking: (name: string) => `Looking through “${name}” …`,
    copying: (name: string) => `Copying “${name}” into this browser …`,
    verifying: (name: string) => `Reading again what was copied of “${name}” …`,
  },
  keepingAmount: (said: string, done: string, total: string) => `${said} ${done} of ${total}`,
  keepingStop: 'Stop',
  keptBegun: (name: string, held: string, total: string) =>
    `“${name}”: ${held} of ${total} are copied. Choose it again, and copying goes on from there.`,
  keptWithoutFiles:
    'This browser gives the page no private files, as in some private windows: the model is read where it lies and kept in the browser’s database, if that takes it.',
  trainDisabled: 'A warm start is under way',
  fields: {
    trains: {
      label: 'Trains',
      help: 'A tiny new base with its own tokenizer, all weights of the current base, or the agents’ adapters on it.',
      source: WORKBENCH,
    },
    right: {
      label: 'Share right',
      help: 'The share of messages that a good agent would say; the others are mistakes.',
      source: WORKBENCH,
    },
    target: {
      label: 'Target reward',
      help: 'Stops when the sampling team earns this on train problems; 1 uses all the tokens.',
      source: WORKBENCH,
    },
    tokens: { label: 'Most tokens', help: 'The maximum number of prompt and message tokens seen.', source: WORKBENCH },
    evaluateEvery: {
      label: 'Evaluate every (steps)',
      help: 'Maximum number of steps between evaluations, which begin after 1, 2, 4 … steps; 0 evaluates once, at the end.',
      source: WORKBENCH,
    },
    evaluateEpisodes: {
      label: 'Problems per evaluation',
      help: 'With 256 of them the standard error of a reward near 0.4 is about 0.03.',
      source: WORKBENCH,
    },
    learningRate: {
      label: 'Warm-start learning rate',
      help: 'AdamW’s learning rate after a short warm-up; it decays along a cosine to 3 % when all tokens are used.',
      source: { text: 'AdamW, Loshchilov and Hutter 2019', url: 'https://arxiv.org/abs/1711.05101' },
    },
    batch: { label: 'Messages per step', help: 'Messages in one optimiser step.', source: WORKBENCH },
    promptWeight: {
      label: 'Prompt weight',
      help: 'Loss weight of a prompt token; a token of the message counts 1, other agents’ messages 0.',
      source: { text: 'Prompt loss weight, Huerta-Enochian and Ko 2024', url: 'https://arxiv.org/abs/2401.13586' },
    },
    hiddenSize: { label: 'Width', help: 'Hidden size of a new base, a multiple of 16; it has four heads.', source: WORKBENCH },
    layers: { label: 'Layers', help: 'Number of layers of a new base.', source: WORKBENCH },
    vocabularySize: {
      label: 'Vocabulary',
      help: 'Maximum vocabulary size of a new base; every byte is a token, so any text can be written.',
      source: { text: 'BPE, Sennrich et al. 2016', url: 'https://arxiv.org/abs/1508.07909' },
    },
    seed: {
      label: 'Warm-start seed',
      help: 'On one machine, two warm starts with the same seed on the same backend are identical.',
      source: WORKBENCH,
    },
  },
  options: { new_base: 'A new base', base: 'The present base', adapters: 'The adapters' },
  unread: {
    shape: 'only a new base has a shape to choose.',
    right: 'given episodes are learnt as they are.',
  },
});
