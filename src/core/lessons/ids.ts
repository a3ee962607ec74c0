/** How the ids of lessons' steps are made; they stand in addresses and in the browser's storage. */
import { LESSONS, type LessonId } from './lesson.ts';

export const LESSON_STEP_ID = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** What a lesson is called by; the first is 0, since it stands before all teams. */
export const lessonNumber = (lesson: LessonId): number => LESSONS.indexOf(lesson);

/** The lesson called `name`; null where there is none. */
export const lessonNamed = (name: unknown): LessonId | null => LESSONS.find((known) => known === name) ?? null;
