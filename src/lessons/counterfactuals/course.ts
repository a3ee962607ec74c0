/** Lesson 9: who earned it. What would have been with another message, Shapley values, and values by playing on, where the truth is known. */
import { shapleyValues } from '../../core/counterfactual/shapley.ts';
import type { ProjectDocument } from '../../core/document/schema.ts';
import type { Course } from '../../core/lessons/lesson.ts';

/** What two agents earn by coalition: nobody, the first alone, the second alone, both. The words of the lesson show the same table. */
const WORTH = [0.2, 0.3, 0.7, 1];
const [first = Number.NaN, second = Number.NaN] = shapleyValues(2, WORTH);
const HALF_A_DIGIT = 0.005;

/**
 * The second runner forgets its step, the others run well, and all three are blamed. Tests hold that this is so, and that the team
 * that played it loses it nowhere but there.
 */
const LOST = { place: 'inspect', run: 'recorded', iteration: 10, episode: 13 } as const;

/** Long enough for the second runner to learn its step. */
const relay = (document: ProjectDocument): ProjectDocument => ({
  ...document,
  training: { ...document.training, iterations: 14, evaluateEvery: 0 },
});

const course: Course = {
  id: 'counterfactuals',
  minutes: 10,
  project: { preset: 'relay', prepare: relay },
  steps: [
    { kind: 'check', id: 'recall', options: ['up', 'zero', 'down'], right: 'up' },
    { id: 'relay', kind: 'show', at: { place: 'team' }, targets: ['canvas'] },
    { id: 'blame', kind: 'predict', options: ['second', 'all', 'third'], outcome: 'all' },
    {
      id: 'lost',
      kind: 'do',
      at: { ...LOST, view: 'microscope', channel: 'normalized' },
      targets: ['heatmap'],
      goal: { is: 'token', role: 'third' },
    },
    {
      id: 'replay',
      kind: 'do',
      at: { ...LOST, view: 'replay' },
      targets: ['view:replay'],
      goal: { is: 'happened', what: 'replayed' },
    },
    { id: 'same-chance', kind: 'check', options: ['faster', 'luck', 'adapters'], right: 'luck' },
    { id: 'joining', kind: 'show', at: { place: 'inspect', view: 'shares', run: 'recorded' }, targets: ['view:shares'] },
    {
      id: 'by-hand',
      kind: 'check',
      numbers: [
        { id: 'first', value: first, within: HALF_A_DIGIT },
        { id: 'second', value: second, within: HALF_A_DIGIT },
        { id: 'sum', value: first + second, within: HALF_A_DIGIT },
      ],
    },
    { id: 'dummy', kind: 'check', options: ['zero', 'third', 'needed'], right: 'zero' },
    { id: 'who', kind: 'predict', options: ['equal', 'second', 'last'], outcome: 'second' },
    {
      id: 'shares',
      kind: 'do',
      at: { place: 'inspect', view: 'shares', run: 'recorded', iteration: 40 },
      targets: ['view:shares'],
      goal: { is: 'happened', what: 'asked-shares' },
    },
    {
      id: 'tree',
      kind: 'do',
      at: { ...LOST, view: 'values' },
      targets: ['view:values'],
      goal: { is: 'happened', what: 'asked-critic' },
    },
    { id: 'vine', kind: 'show', evidence: { id: 'counterfactuals' } },
    {
      id: 'own',
      kind: 'do',
      expects: true,
      at: { place: 'team' },
      targets: ['train', 'place:inspect'],
      goal: {
        is: 'all',
        of: [
          { is: 'trained', iterations: 10 },
          { is: 'happened', what: 'replayed' },
          { is: 'happened', what: 'asked-shares' },
        ],
      },
    },
  ],
  trimmed: {
    places: ['team', 'training', 'inspect', 'learn'],
    hidden: ['bench', 'dataset', 'projectMenu', 'lockedSettings'],
    locked: ['team', 'environment', 'training', 'warmStart'],
    editable: ['training.algorithm', 'training.credit', 'training.seed', 'training.iterations'],
  },
};

export default course;
