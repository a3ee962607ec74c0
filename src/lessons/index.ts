/** The lessons, taken in by the bundler: each course and each translation is fetched when it is asked for. */
import { fault, FaultError } from '../core/faults.ts';
import type { Course, Language, LessonId } from '../core/lessons/lesson.ts';
import { parseWords } from '../core/lessons/parseWords.ts';
import type { LessonWords } from '../core/lessons/words.ts';
import { lessonFaults } from '../words/words.ts';

const COURSES = import.meta.glob<Course>('./*/course.ts', { import: 'default' });
const WORDS = import.meta.glob<string>('./*/*.md', { query: '?raw', import: 'default' });

/** Whether the lesson is there: its course, with its words in English at least. */
export const isThere = (lesson: LessonId): boolean => `./${lesson}/course.ts` in COURSES && `./${lesson}/en.md` in WORDS;

/** The course of a lesson. Throws `E_LESSON_MISSING`, or what the fetching says. */
export async function loadCourse(lesson: LessonId): Promise<Course> {
  const load = COURSES[`./${lesson}/course.ts`];
  if (!load) throw missing(lesson, null);
  return load();
}

/** The words of a lesson. Throws `E_LESSON_MISSING` or `E_LESSON_WORDS`. */
export async function loadWords(lesson: LessonId, language: Language): Promise<LessonWords> {
  const load = WORDS[`./${lesson}/${language}.md`];
  if (!load) throw missing(lesson, language);
  return parseWords(await load(), lesson, language);
}

const missing = (lesson: LessonId, language: Language | null): FaultError =>
  new FaultError(fault(lessonFaults, 'E_LESSON_MISSING', { lesson, language }, { place: { subject: lesson } }));
