import { spoken } from '../../forms/language.ts';
import { millions } from './engine.ts';

/** English texts of fetching a model from the Hugging Face Hub. */
export const hubText = spoken('training/hub', {
  title: 'A base model from the Hub',
  intro:
    'Give the name of a model on the Hugging Face Hub, or choose one below. It is fetched into this browser once, checked against the hash that the Hub names, and pinned to its commit in the project. The Hub learns which model is fetched, and your token if you give one; nothing else leaves this page.',
  offline: 'Without a network: choose a model folder on this computer instead, under “Base model”.',
  name: 'Model',
  nameHelp: 'org/name, with @ and a branch, tag or commit where you mean one',
  namePlaceholder: 'HuggingFaceTB/SmolLM2-135M-Instruct',
  lookUp: 'Look up',
  token: 'Access token',
  tokenHelp: 'Only for gated or private models. It stays in the memory of this tab: it is not stored, and a reload forgets it.',
  recommended: 'To begin with',
  recommendedHelp:
    'Sizes computed from the models’ configurations, two bytes a number; what a file really has is looked up before it is fetched.',
  model: 'Model',
  size: 'Size',
  licence: 'Licence',
  here: 'On this machine',
  about: (millions: string, size: string) => `${millions}, about ${size}`,
  millions,
  licenceUnknown: 'not stated',
  gated: 'gated',
  gatedHelp: 'Agree to its terms on its page first, then give a token that may read it.',
  tooLarge: (most: string) => `too large for a page, which reads models of up to ${most}`,
  /** `least`, `offered`: memory. */
  noForm: (least: string, offered: string) => `does not fit: at least ${least} of ${offered}`,
  form: (form: string, bytes: string, memories: number) =>
    `${bytes} in ${form}${memories > 1 ? ` (over ${memories} WebAssembly memories, by one worker)` : ''}`,
  notIn: (form: string) => `not in ${form}`,
  judged: (memory: string, pace: string) => `${memory}; ${pace}`,
  pace: (time: string, base: string) => `about ${time} an iteration, by a run here on ${base}`,
  paceUnknown: 'time not measured yet on this backend',
  hereHelp:
    'Of an iteration of the project at hand with its team on that model: memory by how the weights are held, against what the browser says this machine has and what eight WebAssembly memories of 4 GiB can hold; the time by the speed of that run here whose base is nearest in size. Prompts are counted with the present base’s tokenizer.',
  judging: 'Being computed …',
  notKnown: '–',
  choose: (id: string) => `Look up ${id}`,
  chooseShort: 'Look up',
  found: (name: string) => `${name}`,
  commit: (commit: string) => `Commit ${commit}`,
  page: 'Its page on the Hub',
  fetch: 'Fetch and use',
  use: 'Use',
  stop: 'Stop',
  progress: (name: string) => `Fetching ${name}`,
  doing: {
    asking: 'Asking the Hub …',
    checking: 'Checking what is here already …',
    fetching: 'Fetching …',
    waiting: 'Waiting, as the Hub asks to …',
  },
  amount: (done: string, total: string, file: string) => `${done} of ${total} · ${file}`,
  unfinished: 'Begun and not finished',
  unfinishedOf: (held: string, total: string) => `${held} of ${total} are here`,
  goOn: (name: string) => `Go on with ${name}`,
  goOnShort: 'Go on',
  remove: (name: string) => `Delete ${name}`,
  inUse: (name: string) => `${name} is the team’s base now.`,
} as const);
