/** Lesson 3: what one decision is. The ratio of a token and that of a message, where the clip bites, and what was measured. */
import type { Course } from '../../core/lessons/lesson.ts';
import { ratioOf } from '../../core/objectives/surrogate.ts';

const TOKENS = 4;
const TOKEN_RATIO = 1.1;
const CLIP = 0.2;

/** Ratio of a message whose tokens all have the same one: log-probabilities add up. */
const messageRatio = ratioOf(TOKENS * Math.log(TOKEN_RATIO)).value;
/** How far each of its tokens may move until the message is at the edge of the clip. */
const tokenAtTheEdge = ratioOf(Math.log(1 + CLIP) / TOKENS).value;
const HALF_A_DIGIT = 0.005;

const READ = { place: 'inspect', view: 'microscope', channel: 'normalized' } as const;

const course: Course = {
  id: 'action-or-token',
  minutes: 8,
  project: {
    preset: 'micro',
    // Few iterations: enough to read messages of one's own, and for the curve to rise.
    prepare: (document) => ({ ...document, training: { ...document.training, iterations: 15, evaluateEvery: 0 } }),
  },
  steps: [
    { kind: 'check', id: 'recall', options: ['one', 'own', 'line'], right: 'line' },
    { id: 'decision', kind: 'show', at: { ...READ, run: 'recorded', iteration: 5, episode: 5 } },
    {
      id: 'tokens',
      kind: 'highlight',
      at: { ...READ, run: 'recorded', iteration: 5, episode: 5, message: 0, token: 0 },
      targets: ['heatmap', 'terms'],
    },
    {
      id: 'same-sum',
      kind: 'do',
      at: { place: 'learn', part: 'credit' },
      targets: ['explorable'],
      goal: { is: 'happened', what: 'by-message' },
    },
    {
      id: 'ratio',
      kind: 'show',
      at: { ...READ, channel: 'ratio', run: 'recorded', iteration: 5, episode: 5 },
      targets: ['channels', 'heatmap'],
    },
    { id: 'product', kind: 'check', numbers: [{ id: 'message', value: messageRatio, within: HALF_A_DIGIT }] },
    { id: 'clipped', kind: 'check', options: ['tokens', 'message', 'neither'], right: 'message' },
    {
      id: 'room',
      kind: 'check',
      numbers: [{ id: 'token', value: tokenAtTheEdge, within: HALF_A_DIGIT }],
    },
    {
      id: 'switch',
      kind: 'do',
      at: { place: 'training', tab: 'settings' },
      targets: ['setting:algorithm'],
      goal: { is: 'setting', path: 'training.algorithm', equals: 'appo' },
      assist: (document) => ({ ...document, training: { ...document.training, algorithm: 'appo' } }),
    },
    { id: 'better', kind: 'predict', at: { place: 'training', tab: 'settings' }, options: ['token', 'message', 'same'], outcome: 'same' },
    {
      id: 'train',
      kind: 'do',
      at: { place: 'training', tab: 'settings' },
      targets: ['train', 'chart:reward'],
      evidence: { id: 'action-or-token', series: 'reward', variants: ['tppo', 'appo'] },
      goal: { is: 'trained', iterations: 5 },
      recorded: 'evidence',
    },
    {
      id: 'interval',
      kind: 'check',
      evidence: { id: 'action-or-token', series: 'reward', variants: ['tppo', 'appo'] },
      options: ['yes', 'no', 'never'],
      right: 'no',
    },
    { id: 'belt', kind: 'show', evidence: { id: 'action-or-token', series: 'actor/planner/pg_clipfrac' } },
    {
      id: 'message-level',
      kind: 'do',
      at: { ...READ, run: 'own' },
      targets: ['heatmap'],
      // The recorded run, which is shown to who trained none, is of the other level.
      goal: { is: 'all', of: [{ is: 'token' }, { is: 'read-run', path: 'training.algorithm', equals: 'appo' }] },
    },
    { id: 'which', kind: 'show' },
    {
      id: 'own',
      kind: 'do',
      expects: true,
      at: { place: 'training', tab: 'settings' },
      targets: ['setting:logprobNormalization', 'setting:clip', 'train'],
      goal: {
        is: 'all',
        of: [
          {
            is: 'any',
            of: [
              { is: 'setting', path: 'training.logprobNormalization', equals: 'token' },
              { is: 'setting', path: 'training.clip', atMost: 0.1 },
              { is: 'setting', path: 'training.clip', atLeast: 0.4 },
            ],
          },
          { is: 'trained', iterations: 5 },
        ],
      },
      assist: (document) => ({ ...document, training: { ...document.training, logprobNormalization: 'token' } }),
    },
  ],
  trimmed: {
    places: ['training', 'inspect', 'learn'],
    hidden: ['canvas', 'agent', 'bench', 'dataset', 'settingsPresets', 'lockedSettings'],
    locked: ['team', 'environment', 'training', 'warmStart'],
    editable: ['training.algorithm', 'training.logprobNormalization', 'training.clip'],
  },
};

export default course;
