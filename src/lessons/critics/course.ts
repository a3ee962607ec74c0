/** Lesson 6. What a value is for, critics for all or for each, and how to find out whether a critic knows anything. */
import { gae } from '../../core/credit/advantages/gae.ts';
import type { Course } from '../../core/lessons/lesson.ts';

/** Two tokens: the critic foresees 0.4, then 0.7, and a reward of 1 comes at the end. With λ = 0 an advantage is the TD error. */
const { advantages: ERRORS } = gae({
  rewards: [0, 1],
  values: [0.4, 0.7],
  lengths: [2],
  bootstrap: 0,
  gammaToken: 1,
  lambdaToken: 0,
  gamma: 1,
  lambda: 0,
});

const course: Course = {
  id: 'critics',
  minutes: 9,
  project: {
    preset: 'micro',
    prepare: (document) => ({
      ...document,
      training: { ...document.training, iterations: 15, evaluateEvery: 0 },
    }),
  },
  steps: [
    { kind: 'check', id: 'recall', options: ['raw', 'batch', 'lambda'], right: 'batch' },
    { kind: 'show', id: 'expected' },
    {
      kind: 'highlight',
      id: 'value',
      at: { place: 'inspect', view: 'microscope', channel: 'value', run: 'recorded', iteration: 10 },
      targets: ['channels', 'heatmap'],
    },
    {
      kind: 'check',
      id: 'surprise',
      numbers: [
        { id: 'first', value: ERRORS[0] ?? Number.NaN, within: 0.005 },
        { id: 'second', value: ERRORS[1] ?? Number.NaN, within: 0.005 },
      ],
    },
    {
      kind: 'do',
      id: 'move-values',
      at: { place: 'learn', part: 'credit' },
      targets: ['explorable'],
      goal: { is: 'happened', what: 'moved-value' },
    },
    {
      kind: 'highlight',
      id: 'td-error',
      at: { place: 'inspect', view: 'microscope', channel: 'tdError', run: 'recorded', iteration: 10 },
      targets: ['channels', 'heatmap'],
    },
    {
      kind: 'do',
      id: 'train',
      at: { place: 'team' },
      targets: ['chart:valueLoss', 'train'],
      goal: { is: 'trained', iterations: 15 },
      recorded: 'run',
    },
    { kind: 'predict', id: 'loss-falls', options: ['knows', 'partly', 'level'], outcome: 'level' },
    {
      kind: 'show',
      id: 'explained',
      at: { place: 'team' },
      targets: ['chart:explainedVariance'],
      evidence: { id: 'critics', series: 'critic/vf_explained_var', variants: ['shared'] },
    },
    {
      kind: 'do',
      id: 'truth',
      at: { place: 'inspect', view: 'values', run: 'own', iteration: 15 },
      targets: ['view:values'],
      goal: { is: 'happened', what: 'asked-critic' },
    },
    { kind: 'show', id: 'kinds', at: { place: 'training', tab: 'settings' }, targets: ['setting:critic.kind'] },
    { kind: 'check', id: 'ctde', options: ['plays', 'trains', 'reads'], right: 'trains' },
    { kind: 'predict', id: 'silent', options: ['nothing', 'slower', 'same'], outcome: 'same' },
    { kind: 'show', id: 'measured', evidence: { id: 'critics' } },
    {
      kind: 'do',
      id: 'change',
      expects: true,
      at: { place: 'training', tab: 'settings' },
      targets: ['setting:critic.kind', 'setting:critic.steps', 'train'],
      goal: {
        is: 'all',
        of: [
          {
            is: 'any',
            of: [
              { is: 'setting', path: 'training.critic.kind', equals: 'multi_head' },
              { is: 'setting', path: 'training.critic.kind', equals: 'lora' },
              { is: 'setting', path: 'training.critic.head', equals: 'linear' },
              { is: 'setting', path: 'training.critic.steps', atLeast: 8 },
            ],
          },
          { is: 'trained', iterations: 15 },
        ],
      },
      recorded: 'evidence',
      evidence: { id: 'critics', series: 'critic/vf_explained_var' },
      assist: (document) => ({
        ...document,
        training: { ...document.training, critic: { ...document.training.critic, kind: 'multi_head' } },
      }),
    },
    { kind: 'check', id: 'which-tool', options: ['loss', 'tree', 'reward'], right: 'tree' },
  ],
  trimmed: {
    places: ['team', 'training', 'inspect', 'learn'],
    locked: ['team', 'environment', 'warmStart'],
  },
};

export default course;
