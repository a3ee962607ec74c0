/** The page's lessons: the store wired to the courses, the projects, the stage and this browser's storage. Fetched with the first lesson. */
import { useStore } from 'zustand';
import type { Course, LessonId } from '../../../core/lessons/lesson.ts';
import { loadCourse, loadWords } from '../../../lessons/index.ts';
import { presetProject } from '../document/defaultProject.ts';
import { documentStore } from '../document/document.ts';
import { createLessonsStore } from './createLessons.ts';
import { lessonOpenStore } from './open.ts';
import { pageProjects } from './projects.ts';
import { pageStage } from './stage.ts';
import type { LessonsState } from './types.ts';
import { languageSpoken } from '../../../words/words.ts';
import { browserStorage } from '../storage/storage.ts';

export type { LessonProgress, LessonsState, StepState } from './types.ts';

const courses = new Map<LessonId, Course>();

/** The page's lessons. */
export const lessonsStore = createLessonsStore({
  course: async (lesson) => {
    const course = await loadCourse(lesson);
    courses.set(lesson, course);
    return course;
  },
  project: async ({ id, project: { preset, prepare } }) => {
    const { title } = await loadWords(id, languageSpoken());
    const document = await presetProject(preset);
    return { ...(prepare?.(document) ?? document), name: title };
  },
  documents: documentStore,
  projects: pageProjects,
  stage: pageStage,
  storage: browserStorage,
  now: Date.now,
});

lessonsStore.subscribe(({ lesson }) => lessonOpenStore.setState({ open: lesson !== null }));

/** The course of the lesson that is open; null where none is. */
export function courseOpen(): Course | null {
  const { lesson } = lessonsStore.getState();
  return (lesson && courses.get(lesson)) ?? null;
}

/** Selects from the page's lessons. */
export function useLessons<T>(selector: (state: LessonsState) => T): T {
  return useStore(lessonsStore, selector);
}
