/** Lesson 1: agents as roles over one small model, and the dependency function 𝒟 by drawing and deleting one arrow. */
import { connect, disconnect, setPrompt } from '../../core/editing/edits.ts';
import type { Course } from '../../core/lessons/lesson.ts';

const course: Course = {
  id: 'lamas',
  minutes: 10,
  project: {
    preset: 'signalling',
    // Long enough to see which way it goes, short enough to wait for.
    prepare: (document) => ({ ...document, training: { ...document.training, iterations: 20, evaluateEvery: 0 } }),
  },
  steps: [
    { kind: 'check', id: 'recall', options: ['rise', 'fall', 'others'], right: 'fall' },
    { id: 'team', kind: 'show', at: { place: 'team' }, targets: ['canvas'] },
    { id: 'agent', kind: 'do', at: { place: 'team' }, targets: ['agent:listener'], goal: { is: 'agent', role: 'listener' } },
    { id: 'arrow', kind: 'highlight', at: { place: 'team' }, targets: ['edge:speaker>listener'] },
    {
      id: 'read',
      kind: 'do',
      at: { place: 'inspect', view: 'microscope', run: 'recorded', iteration: 1, episode: 0 },
      targets: ['heatmap'],
      goal: { is: 'token', role: 'listener' },
    },
    {
      id: 'delete',
      kind: 'do',
      at: { place: 'team' },
      targets: ['edge:speaker>listener', 'canvas'],
      goal: { is: 'edge', from: 'speaker', to: 'listener', drawn: false },
      assist: (document) => disconnect(document, 'speaker', 'listener'),
    },
    { id: 'cut', kind: 'predict', at: { place: 'team', run: 'recorded' }, options: ['same', 'slower', 'chance'], outcome: 'chance' },
    {
      id: 'train-apart',
      kind: 'do',
      at: { place: 'team' },
      targets: ['train', 'chart:reward'],
      evidence: { id: 'signalling', series: 'reward', variants: ['unseen'] },
      goal: { is: 'trained', iterations: 12 },
      recorded: 'evidence',
    },
    { id: 'why', kind: 'check', options: ['prompt', 'rate', 'speaker'], right: 'prompt' },
    {
      id: 'draw',
      kind: 'do',
      at: { place: 'team' },
      targets: ['canvas'],
      goal: { is: 'edge', from: 'speaker', to: 'listener', drawn: true },
      assist: (document) => connect(document, 'speaker', 'listener'),
    },
    {
      id: 'train-together',
      kind: 'do',
      at: { place: 'team' },
      targets: ['train', 'chart:reward'],
      evidence: { id: 'signalling', series: 'reward' },
      goal: { is: 'trained', iterations: 12 },
      recorded: 'evidence',
    },
    { id: 'flex-mg', kind: 'show', at: { place: 'team' } },
    { id: 'dec-pomdp', kind: 'show' },
    { id: 'missing', kind: 'check', options: ['dependency', 'observations', 'reward'], right: 'dependency' },
    {
      id: 'own',
      kind: 'do',
      expects: true,
      at: { place: 'team', role: 'speaker' },
      targets: ['canvas', 'prompt'],
      goal: {
        is: 'all',
        of: [
          {
            is: 'any',
            of: [
              { is: 'prompt', role: 'speaker' },
              { is: 'prompt', role: 'listener' },
              { is: 'edge', from: 'speaker', to: 'agent', drawn: true },
              { is: 'edge', from: 'agent', to: 'listener', drawn: true },
            ],
          },
          { is: 'trained', iterations: 5 },
        ],
      },
      assist: (document) => setPrompt(document, 'speaker', 'Name the number.'),
    },
  ],
  trimmed: {
    places: ['team', 'inspect', 'learn'],
    hidden: ['bench', 'dataset', 'settingsPresets', 'lockedSettings'],
    locked: ['environment', 'training', 'warmStart', 'team.base'],
  },
};

export default course;
