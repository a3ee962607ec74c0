/**
 * English sentences that come worded, from a run's folder or a worker, each as values with blanks in the place of what a sentence names: what
 * its catalogue makes of them is its pattern, so that no sentence stands here a second time.
 */
import {
  backendReasonsText,
  devicesText,
  folderClausesText,
  importFaults,
  importText,
  importTraceFaults,
  lostDeviceText,
  noticesText,
  original,
  pageNoticesText,
  profileNotesText,
  remarkFaults,
  serverText,
  type UnreadReason,
  unreadFaults,
  unreadReasons,
} from '../words.ts';
import { faultSentence } from '../forms/language.ts';
import { any, clauses, figure, list, sentence, shown, text } from './blanks.ts';

export interface Retold {
  /** In English, from the values and blanks. */
  readonly english: string;
  readonly values: object;
  /** In the language that is spoken, from what stood in the blanks. */
  readonly word: (values: never) => string;
}

type Entries = Readonly<Record<string, (values: never) => string>>;

/** Sentences of a catalogue; those with forms that differ in more than words have `samples`. */
function ofCatalogue(catalogue: Entries, samples: Readonly<Record<string, readonly object[]>> = {}): Retold[] {
  return Object.entries(original(catalogue)).flatMap(([code, english]) =>
    (samples[code] ?? [any]).map((values): Retold => ({ english: english(values as never), values, word: catalogue[code] ?? english })),
  );
}

type Faults = Readonly<Record<string, (values: never) => { readonly message: string; readonly hint?: string }>>;

/** Faults that are said as notices; `whole`: with what to do. */
function ofFaults(faults: Faults, samples: Readonly<Record<string, readonly object[]>>, whole = false): Retold[] {
  const said = ({ message, hint }: ReturnType<Faults[string]>, gap: string): string =>
    whole && hint !== undefined ? `${message}${gap}${hint}` : message;
  return Object.entries(samples).flatMap(([code, forms]) => {
    const [english, word] = [faults[code], faultSentence(code)];
    return english && word
      ? forms.map((values): Retold => ({ english: said(english(values as never), ' '), values, word: (found) => said(word(found), '') }))
      : [];
  });
}

const rollback = (suspected: object): object => ({
  iteration: text('iteration'),
  to: text('to'),
  suspected,
  problems: text('problems'),
  earned: text('earned'),
  best: text('best'),
  rateFactor: text('rateFactor'),
});
const notConserved = (where: object): object => ({
  iteration: text('iteration'),
  places: text('places'),
  first: { identity: text('identity'), expected: figure('expected'), actual: figure('actual'), ...where },
});
const reward = { of: 'reward', mean: text('mean'), drop: text('drop'), best: text('highest') };
const gated = { kl: text('kl'), gate: text('gate'), iteration: text('iteration') };
const attempt = { attempt: text('attempt'), attempts: text('attempts') };
/** Of an iteration, and of the evaluation before the first. */
const lost = (values: object): object[] => [
  { ...values, iteration: text('iteration') },
  { ...values, iteration: 0 },
];

const NOTICES: Parameters<typeof ofCatalogue>[1] = {
  kl_gate: [
    { ...gated, adapter: text('adapter'), epoch: text('epoch') },
    { ...gated, roles: list('roles') },
  ],
  rollback: [
    rollback({ ...reward, window: 1 }),
    rollback({ ...reward, window: text('window') }),
    rollback({ of: 'kl', role: text('role'), kl: text('kl'), limit: text('limit') }),
  ],
  conservation: [
    notConserved({ episode: text('episode'), message: text('message'), token: text('token') }),
    notConserved({ episode: text('episode'), message: text('message') }),
    notConserved({ episode: text('episode') }),
    notConserved({}),
  ],
  thinking_unread: [{ deaf: null }, { deaf: text('deaf') }],
  device_lost: [
    ...lost({ backend: text('backend'), ...attempt }),
    ...lost({ from: text('from'), to: text('to'), attempts: text('attempts') }),
  ],
  server_lost: lost({ server: text('server'), ...attempt }),
  other_guards: [
    ['rollback'],
    ['adaptiveKl'],
    ['earlyStop'],
    ['rollback', 'adaptiveKl'],
    ['rollback', 'earlyStop'],
    ['adaptiveKl', 'earlyStop'],
    ['rollback', 'adaptiveKl', 'earlyStop'],
  ].map((acting) => ({ acting })),
  checkpoints_gone: [
    { gone: list('gone'), left: [] },
    { gone: list('gone'), left: list('left') },
  ],
  estimate: [{ why: sentence('why') }],
  run_damaged: [{ damage: sentence('damage'), iteration: text('iteration') }],
  other_project: [{ iteration: text('iteration'), changed: clauses('changed') }],
  without_checksums: [{ lost: true }, { lost: false }],
  rows_damaged: [{ file: text('file'), damage: clauses('damage') }],
  rows_mixed: [{ file: text('file'), iterations: list('iterations') }],
  row_unreadable: [
    { file: text('file'), lines: list('lines'), more: text('more') },
    { file: text('file'), lines: list('lines'), more: 0 },
  ],
};

const UNREAD = Object.keys(unreadReasons).map((why) => ({
  subject: text('subject'),
  value: shown('value'),
  usual: shown('usual'),
  why: why as UnreadReason,
}));
const SCOPES = ['minibatch', 'batch', 'agent', 'group'] as const;

/** What is said as a notice of files that something else wrote. */
const IMPORTED = {
  E_IMPORT_CUT: [any],
  E_IMPORT_LEFT_OUT: [
    { subject: text('subject'), line: text('line'), of: text('of'), count: 1 },
    { subject: text('subject'), line: text('line'), of: text('of'), count: text('count') },
  ],
  E_IMPORT_TWICE: [any],
  E_IMPORT_NO_LOSS: [any],
  E_IMPORT_WEIGHTS: [any],
  E_IMPORT_EXPORT_ASIDE: [any],
};
const TRACED = Object.fromEntries(
  [
    'E_TRACE_NO_TEXT',
    'E_TRACE_NO_AGENT',
    'E_TRACE_NO_PARENT',
    'E_CURVES_CUT',
    'E_CURVES_LEFT_OUT',
    'E_CURVES_RESTARTED',
    'E_CURVES_LOG_BESIDE',
    'E_CURVES_NO_STEP',
  ].map((code) => [code, [any]]),
);

/** What a run folder and a worker say, before the patterns that would take more. */
export const sentences = (): readonly Retold[] => [
  ...ofCatalogue(noticesText, NOTICES),
  ...ofCatalogue(pageNoticesText, {
    worker_restarted: [
      { why: sentence('why'), from: text('from'), reached: text('reached') },
      { why: sentence('why'), from: text('from'), reached: null },
    ],
  }),
  ...ofFaults(unreadFaults, { E_SETTING_UNREAD: UNREAD }, true),
  ...ofFaults(
    remarkFaults,
    {
      E_SETTING_NO_HIDDEN_STATE: [any],
      E_BASE_UNLIKE: [{ name: text('name'), found: text('found'), told: text('told') }],
      E_SETTING_MEAN_TWICE: SCOPES.map((scope) => ({ scope })),
      E_SETTING_PUSHES_GROUPS: SCOPES.map((scope) => ({ algorithm: text('algorithm'), scope })),
    },
    true,
  ),
  ...ofFaults(importFaults, IMPORTED),
  ...ofFaults(importTraceFaults, TRACED),
  { english: original(importText).noStep(1), values: {}, word: () => importText.noStep(1) },
  {
    english: original(importText).noStep(text('episodes') as never),
    values: { episodes: text('episodes') },
    word: ({ episodes }: { readonly episodes: number }) => importText.noStep(episodes),
  },
  { english: original(importText).crowded, values: {}, word: () => importText.crowded },
  ...ofCatalogue(backendReasonsText, {
    measured: [
      { gpu: text('gpu'), cpu: null },
      { gpu: text('gpu'), cpu: text('cpu') },
    ],
    ownWasmFailed: [{ why: sentence('why') }],
    wasmFailed: [{ why: sentence('why') }],
    oneWorker: [
      { why: sentence('why'), memories: 1 },
      { why: sentence('why'), memories: figure('memories') },
    ],
    notShared: [{ why: sentence('why'), megabytes: text('megabytes') }],
  }),
  ...ofCatalogue(devicesText, { layered: [{ device: sentence('device'), memories: text('memories') }] }),
  { english: original(lostDeviceText).reason, values: {}, word: () => lostDeviceText.reason },
  {
    english: original(serverText).left(text('url'), sentence('why')),
    values: { url: text('url'), why: sentence('why') },
    word: ({ url, why }: { readonly url: string; readonly why: string }) => serverText.left(url, why),
  },
  ...ofCatalogue(profileNotesText),
];

/** Parts of a sentence that a list in it is made of. */
export const folderClauses = (): readonly Retold[] => ofCatalogue(folderClausesText);
