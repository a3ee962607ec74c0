/** English texts of what can be done with lessons by command; those of the panel are in `words/en/learn/lessons.ts`. */
import { spoken } from '../../forms/language.ts';

export const lessonCommandsEn = spoken('learn/lessonCommands', {
  list: 'All lessons',
  test: 'The final test, and the record to hand in',
  alsoTest: 'exam quiz questions concept inventory score form learning record hand in',
  next: 'Next step of the lesson',
  previous: 'Previous step of the lesson',
  challenges: 'Challenges: find the culprit with few replays',
  fold: 'Fold the lesson away, or bring it back',
  focus: 'Lesson: only the text and what it points at, or the whole workbench',
  leave: 'Leave the lesson, back to your own project',
  also: 'lesson learn course teach tutorial step',
  alsoChallenges: 'challenge culprit blame replay game score COMA Shapley difference rewards',
  none: 'No lesson is open.',
  last: 'This is the last step.',
  first: 'This is the first step.',
  gated: 'Make the prediction of this step first.',
});
