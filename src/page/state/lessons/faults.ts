/** What can go wrong with a lesson, in sentences. */
import { type Fault, faultFrom } from '../../../core/faults.ts';

export const saidBy = (error: unknown): string => sentence(faultFrom(error));

export const sentence = ({ message, hint }: Fault): string => [message, hint].filter(Boolean).join(' ');

export const noStep = (step: string): string => `This lesson has no step “${step}”; it is open where it was left.`;

export const gated = (): string => 'What comes later shows the outcome: make this prediction first.';

export const projectGone = (): string => 'The project of this lesson is not there any more. A fresh one was opened; your answers are kept.';

export const astray = (): string =>
  'Another project is open. The next step, or opening the lesson again, brings back the project of the lesson.';

export const noIteration = (iteration: number): string =>
  `Episodes of iteration ${iteration} are not here in this run. Choose another iteration, or show the recorded run.`;

export const noEpisode = (episode: number): string => `Episode ${episode} of this step is not here in this run. Choose another one.`;

export const noRecorded = (): string => 'The recorded run of this lesson is not there. Train the project yourself, or reload the page.';

export const locked = (fault: Fault): string => `The lesson could not change the project. ${sentence(fault)}`;
