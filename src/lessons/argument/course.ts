/** Lesson 10: the argument behind MARFT. Advantages that fall into one term an agent, steps one after the other, and where an LLM team leaves the theory. */
import { CARRY, decompose, FIRST_POLICY } from '../../core/explorables/twoAgents.ts';
import type { Course } from '../../core/lessons/lesson.ts';

/** The team that is worked out by hand: both carry in two of ten cases. The words of the lesson show the same numbers. */
const { value, planner, solver } = decompose(CARRY, FIRST_POLICY);
const HALF_A_DIGIT = 0.005;

const FIGURE = { place: 'learn', part: 'argument' } as const;
/** The desk calls who does not know, and is right by luck; a test holds that this is so, and what each message changed. */
const LUCKY = { place: 'inspect', run: 'recorded', iteration: 1, episode: 13 } as const;

const course: Course = {
  id: 'argument',
  minutes: 15,
  project: {
    preset: 'consult',
    prepare: (document) => ({ ...document, training: { ...document.training, iterations: 8, evaluateEvery: 0 } }),
  },
  steps: [
    { kind: 'check', id: 'recall', options: ['beyond', 'zero', 'last'], right: 'beyond' },
    { kind: 'show', id: 'moving', at: { place: 'team', run: 'recorded' }, targets: ['canvas'] },
    { kind: 'highlight', id: 'figure', at: FIGURE, targets: ['explorable'] },
    {
      kind: 'check',
      id: 'by-hand',
      numbers: [
        { id: 'value', value, within: HALF_A_DIGIT },
        { id: 'planner', value: planner[0], within: HALF_A_DIGIT },
        { id: 'solver', value: solver[0][0], within: HALF_A_DIGIT },
      ],
    },
    { kind: 'do', id: 'sum', at: FIGURE, targets: ['explorable'], goal: { is: 'happened', what: 'chose-joint' } },
    { kind: 'predict', id: 'both', at: FIGURE, options: ['twice', 'once', 'falls'], outcome: 'falls' },
    { kind: 'do', id: 'together', at: FIGURE, targets: ['explorable'], goal: { is: 'happened', what: 'stepped-together' } },
    { kind: 'do', id: 'in-turn', at: FIGURE, targets: ['explorable'], goal: { is: 'happened', what: 'stepped-in-turn' } },
    {
      kind: 'do',
      id: 'arrow',
      expects: true,
      at: FIGURE,
      targets: ['explorable'],
      goal: {
        is: 'all',
        of: [
          { is: 'happened', what: 'turned-hearing' },
          { is: 'happened', what: 'stepped-together' },
        ],
      },
    },
    {
      kind: 'show',
      id: 'orchestrator',
      at: { place: 'team', run: 'recorded' },
      targets: ['canvas'],
      evidence: { id: 'museum-r3_untrained_orchestrator' },
    },
    {
      kind: 'predict',
      id: 'luck',
      at: { ...LUCKY, view: 'microscope', channel: 'reward' },
      targets: ['heatmap'],
      options: ['right', 'same', 'none'],
      outcome: 'same',
    },
    {
      kind: 'do',
      id: 'terms',
      at: { ...LUCKY, view: 'values' },
      targets: ['view:values'],
      goal: { is: 'happened', what: 'asked-critic' },
    },
    {
      kind: 'do',
      id: 'rotate',
      expects: true,
      at: { place: 'training', tab: 'settings' },
      targets: ['setting:rotation.interval', 'train', 'chart:klOldNew'],
      goal: {
        is: 'all',
        of: [
          { is: 'setting', path: 'training.rotation.interval', atLeast: 1 },
          { is: 'trained', iterations: 4 },
        ],
      },
      recorded: 'evidence',
      evidence: { id: 'lazy-team', variants: ['equal', 'rotation'] },
      assist: (document) => ({
        ...document,
        training: { ...document.training, rotation: { ...document.training.rotation, interval: 2 } },
      }),
    },
    { kind: 'show', id: 'limits' },
    { kind: 'check', id: 'promise', options: ['improves', 'best', 'each-step'], right: 'each-step' },
  ],
  trimmed: {
    places: ['team', 'training', 'inspect', 'learn'],
    hidden: ['bench', 'dataset', 'settingsPresets', 'lockedSettings'],
    locked: ['team', 'environment', 'training', 'warmStart'],
    editable: ['training.rotation', 'training.seed', 'training.iterations'],
  },
};

export default course;
