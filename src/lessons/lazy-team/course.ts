/** Lesson 7: a team that earns as much as another and in which one agent does all the work; what tells, and what puts it right. */
import { applySettingsPreset } from '../../core/editing/settingsPresets.ts';
import type { ProjectDocument } from '../../core/document/schema.ts';
import type { Course } from '../../core/lessons/lesson.ts';

/** Before training: plan and solver’s answer are wrong, and the verifier puts the right number in their place. */
const OVERRIDDEN = { place: 'inspect', view: 'microscope', run: 'recorded', iteration: 1, episode: 7, channel: 'normalized' } as const;
/** After training: the same again. A unit test holds that both episodes are what the words say. */
const LAZY = { ...OVERRIDDEN, iteration: 50, episode: 2 } as const;

const paidPerStep = (document: ProjectDocument): ProjectDocument => ({
  ...document,
  training: { ...document.training, credit: { ...document.training.credit, strategy: 'per_step' } },
});

const adaptive = (document: ProjectDocument): ProjectDocument => ({
  ...document,
  training: { ...document.training, adaptiveLearningRate: { ...document.training.adaptiveLearningRate, enabled: true } },
});

/** Nobody is paid for their own work, nothing adapts; long enough for a remedy to show. */
const lazyTeam = (document: ProjectDocument): ProjectDocument => {
  const lazy = applySettingsPreset(document, 'lazy_team');
  return {
    ...lazy,
    name: 'The lazy team',
    training: { ...lazy.training, iterations: 25, evaluateEvery: 0, credit: { ...lazy.training.credit, strategy: 'equal' } },
  };
};

const course: Course = {
  id: 'lazy-team',
  minutes: 10,
  project: { preset: 'trio', prepare: lazyTeam },
  recorded: 'lesson-lazy-team',
  steps: [
    { kind: 'check', id: 'recall', options: ['never', 'average', 'critic'], right: 'average' },
    { id: 'three-agents', kind: 'show', at: { place: 'team' }, targets: ['canvas'] },
    { id: 'who', kind: 'predict', at: { place: 'team' }, options: ['everybody', 'first-two', 'verifier'], outcome: 'verifier' },
    { id: 'lazy', kind: 'do', at: LAZY, targets: ['heatmap'], goal: { is: 'token', role: 'planner' } },
    { id: 'reward', kind: 'highlight', at: { place: 'team', run: 'recorded' }, targets: ['chart:reward'] },
    {
      id: 'tell',
      kind: 'predict',
      options: ['equal', 'per-step', 'neither'],
      outcome: 'neither',
      evidence: { id: 'lazy-team', variants: ['equal', 'per-step-adaptive'] },
    },
    {
      id: 'skills',
      kind: 'highlight',
      at: { place: 'team', run: 'recorded' },
      targets: ['skills'],
      evidence: { id: 'lazy-team', series: 'skill/verifier overrides', variants: ['equal', 'per-step-adaptive'] },
    },
    { id: 'override', kind: 'do', at: OVERRIDDEN, targets: ['heatmap'], goal: { is: 'token', role: 'verifier' } },
    { id: 'why', kind: 'check', options: ['shared', 'plan', 'critic'], right: 'shared' },
    {
      id: 'moved',
      kind: 'show',
      evidence: { id: 'lazy-team', series: 'actor/solver/kl_ref', variants: ['adaptive', 'per-step-adaptive'] },
    },
    { id: 'remedy', kind: 'predict', options: ['slow', 'rotation', 'per-step'], outcome: 'per-step' },
    {
      id: 'remedies',
      kind: 'show',
      // The table has all six; more than four lines cannot be told apart.
      evidence: { id: 'lazy-team', series: 'skill/plan right', variants: ['equal', 'slow', 'rotation', 'per-step'] },
    },
    {
      id: 'pay-each',
      kind: 'do',
      at: { place: 'training', tab: 'settings' },
      targets: ['setting:credit.strategy'],
      goal: { is: 'setting', path: 'training.credit.strategy', equals: 'per_step' },
      assist: paidPerStep,
    },
    {
      id: 'train',
      kind: 'do',
      at: { place: 'team', run: 'own' },
      targets: ['skills', 'train'],
      evidence: { id: 'lazy-team', series: 'skill/plan right', variants: ['equal', 'per-step'] },
      goal: {
        is: 'all',
        of: [
          { is: 'trained', iterations: 10 },
          { is: 'metric', name: 'skill/plan right', over: 5, above: 0.75 },
        ],
      },
      recorded: 'evidence',
    },
    {
      id: 'own',
      kind: 'do',
      expects: true,
      at: { place: 'training', tab: 'settings' },
      targets: ['setting:adaptiveLearningRate.enabled', 'setting:rotation.interval', 'setting:learningRate', 'train'],
      goal: {
        is: 'all',
        of: [
          {
            is: 'any',
            of: [
              { is: 'setting', path: 'training.adaptiveLearningRate.enabled', equals: true },
              { is: 'setting', path: 'training.rotation.interval', atLeast: 1 },
              { is: 'setting', path: 'training.learningRate', atMost: 2e-3 },
              { is: 'setting', path: 'training.credit.strategy', equals: 'step_discount' },
            ],
          },
          { is: 'trained', iterations: 10 },
        ],
      },
      assist: adaptive,
    },
  ],
  trimmed: {
    places: ['team', 'training', 'inspect', 'learn'],
    hidden: ['bench', 'dataset', 'projectMenu', 'lockedSettings'],
    locked: ['team', 'environment', 'training', 'warmStart'],
    editable: [
      'training.credit',
      'training.rotation',
      'training.learningRate',
      'training.adaptiveLearningRate',
      'training.seed',
      'training.iterations',
    ],
  },
};

export default course;
