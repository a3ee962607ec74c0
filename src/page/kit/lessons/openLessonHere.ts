/** A lesson opened on the project that is open, as a teacher's link asks for. */
import { lessonNamed } from '../../../core/lessons/ids.ts';
import { exploreText } from '../../../words/words.ts';
import type { LessonAddress } from '../../state/address/address.ts';
import { lessonsStore } from '../../state/lessons/lessons.ts';
import { notifyRefused } from '../notices/notify.ts';

const words = exploreText.link;

/** Opens the lesson of a teacher's link on the project that the link brought; says so where there is no such lesson. */
export async function openLessonHere(address: LessonAddress): Promise<void> {
  const known = lessonNamed(address.lesson);
  if (known) await lessonsStore.getState().startHere(known, address.step);
  if (address.lesson !== lessonsStore.getState().lesson) tellNoLesson(address.lesson ?? '');
}

/** Says that there is no such lesson, or why it could not be opened. */
export function tellNoLesson(lesson: string): void {
  notifyRefused(words.noLesson, lessonsStore.getState().fault ?? words.noLessonHint(lesson));
}
