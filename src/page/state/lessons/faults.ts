/** What can go wrong with a lesson, in sentences. */
import { type Fault, faultFrom, sentencesOf } from '../../../core/faults.ts';
import { openLessonText as words } from '../../../words/words.ts';

export const saidBy = (error: unknown): string => sentencesOf(faultFrom(error));

export const locked = (fault: Fault): string => words.locked(sentencesOf(fault));
