/** The lessons, read from disk: for the terminal and the scripts. */
import { existsSync, readFileSync } from 'node:fs';
import { LESSONS, type Course, type Language, type LessonId } from '../core/lessons/lesson.ts';
import { parseWords } from '../core/lessons/parseWords.ts';
import type { LessonWords } from '../core/lessons/words.ts';

const fileOf = (lesson: LessonId, file: string): URL => new URL(`${lesson}/${file}`, import.meta.url);

/** The lessons that are there, in their order. */
export const lessonsThere = (): readonly LessonId[] => LESSONS.filter((lesson) => existsSync(fileOf(lesson, 'course.ts')));

export async function loadCourse(lesson: LessonId): Promise<Course> {
  return ((await import(fileOf(lesson, 'course.ts').href)) as { readonly default: Course }).default;
}

export function readWords(lesson: LessonId, language: Language): LessonWords {
  return parseWords(readFileSync(fileOf(lesson, `${language}.md`), 'utf8'), lesson, language);
}
