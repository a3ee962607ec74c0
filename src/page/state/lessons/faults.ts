/** What can go wrong with a lesson, in sentences. */
import { type Fault, faultFrom } from '../../../core/faults.ts';
import { openLessonText as words } from '../../../words/words.ts';

export const saidBy = (error: unknown): string => sentence(faultFrom(error));

export const sentence = ({ message, hint }: Fault): string => [message, hint].filter(Boolean).join(' ');

export const locked = (fault: Fault): string => words.locked(sentence(fault));
