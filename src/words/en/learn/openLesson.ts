/** English sentences on what stands in the way of the lesson that is open. */
import { spoken } from '../../forms/language.ts';

export const openLessonEn = spoken('learn/openLesson', {
  noStep: (step: string) => `This lesson has no step “${step}”; it is open where it was left.`,
  gated: 'What comes later shows the outcome: make this prediction first.',
  projectGone: 'The project of this lesson is not there any more. A fresh one was opened; your answers are kept.',
  astray: 'Another project is open. The next step, or opening the lesson again, brings back the project of the lesson.',
  noIteration: (iteration: number) =>
    `Episodes of iteration ${iteration} are not here in this run. Choose another iteration, or show the recorded run.`,
  noEpisode: (episode: number) => `Episode ${episode} of this step is not here in this run. Choose another one.`,
  noRecorded: 'The recorded run of this lesson is not there. Train the project yourself, or reload the page.',
  /** `why`: sentences of the page. */
  locked: (why: string) => `The lesson could not change the project. ${why}`,
});
