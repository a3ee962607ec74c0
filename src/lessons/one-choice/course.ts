/** Lesson 0: before all teams, one softmax over three tokens. What a step of the policy gradient does, and what a baseline does not. */
import { at } from '../../core/at.ts';
import { probabilities, score } from '../../core/explorables/choice.ts';
import type { Course } from '../../core/lessons/lesson.ts';

const HALF_A_DIGIT = 0.005;
/** The logits of the table in the words: e^ln 2 is 2, so that everything can be done by head. */
const BY_HAND = probabilities([Math.log(2), 0, 0]);
/** How much log π of the sampled token rises with its own logit, where it is rare and where it is nearly certain. */
const slope = (p: number): number => at(score([p, 1 - p], 0), 0);

const FIGURE = { place: 'learn', part: 'choice' } as const;

const course: Course = {
  id: 'one-choice',
  minutes: 9,
  project: { preset: 'micro' },
  steps: [
    { kind: 'show', id: 'no-team', at: FIGURE },
    { kind: 'highlight', id: 'figure', at: FIGURE, targets: ['explorable'] },
    {
      kind: 'check',
      id: 'softmax',
      numbers: [
        { id: 'first', value: at(BY_HAND, 0), within: HALF_A_DIGIT },
        { id: 'second', value: at(BY_HAND, 1), within: HALF_A_DIGIT },
      ],
    },
    { kind: 'predict', id: 'others', options: ['stay', 'fall', 'one'], outcome: 'fall' },
    { kind: 'do', id: 'advantage', at: FIGURE, targets: ['explorable'], goal: { is: 'happened', what: 'moved-advantage' } },
    {
      kind: 'check',
      id: 'slope',
      numbers: [
        { id: 'rare', value: slope(0.1), within: HALF_A_DIGIT },
        { id: 'certain', value: slope(0.9), within: HALF_A_DIGIT },
      ],
    },
    { kind: 'do', id: 'steps', at: FIGURE, targets: ['explorable'], goal: { is: 'happened', what: 'took-step' } },
    { kind: 'do', id: 'rate', at: FIGURE, targets: ['explorable'], goal: { is: 'happened', what: 'moved-rate' } },
    { kind: 'predict', id: 'less', options: ['smaller', 'same', 'turns'], outcome: 'same' },
    { kind: 'do', id: 'baseline', at: FIGURE, targets: ['baseline'], goal: { is: 'happened', what: 'moved-baseline' } },
    { kind: 'show', id: 'why' },
    { kind: 'check', id: 'best', at: FIGURE, targets: ['baseline'], options: ['zero', 'expected', 'highest'], right: 'expected' },
    {
      kind: 'do',
      id: 'own',
      expects: true,
      at: FIGURE,
      targets: ['explorable'],
      goal: {
        is: 'all',
        of: [
          { is: 'happened', what: 'moved-advantage' },
          { is: 'happened', what: 'took-step' },
        ],
      },
    },
  ],
  trimmed: { places: ['learn'], locked: ['team', 'environment', 'training', 'warmStart'] },
};

export default course;
