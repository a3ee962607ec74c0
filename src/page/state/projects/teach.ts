/**
 * The teacher's view of the open project, as the page follows it: what is hidden, what is locked, which places there are,
 * and on which backend runs are computed. The view itself is the project's (`projects.ts`); the document store holds its locks.
 */
import { isLocked, type LessonControl, type TeacherView } from '../../../core/share/teach.ts';
import { cursorStore } from '../address/cursor.ts';
import { engineStore } from '../engine/engine.ts';
import { backendFrom } from '../engine/device/backendFrom.ts';
import { projectsStore, useProjects } from './projects.ts';
import { browserStorage, STORAGE_KEYS } from '../storage/storage.ts';

/** Whether a lesson does without a part of the page. */
export const isHidden = (lesson: TeacherView | null, control: LessonControl): boolean => lesson?.hidden.includes(control) ?? false;

/** Whether a lesson keeps a path of the document, such as `training.seed`, as it is. */
export const isPathLocked = (lesson: TeacherView | null, path: string): boolean => lesson !== null && isLocked(lesson, path);

/** Whether a part of the page is hidden. */
export function useHidden(control: LessonControl): boolean {
  return useProjects((state) => isHidden(state.lesson, control));
}

/** Whether a path of the document cannot be changed. */
export function useLocked(path: string): boolean {
  return useProjects((state) => isPathLocked(state.lesson, path));
}

/** The teacher's view; null where there is none. */
export function useTeacherView(): TeacherView | null {
  return useProjects((state) => state.lesson);
}

/** Holds the page to the lesson's places and backend; returns how to end that. */
export function followTeacherView(): () => void {
  /** The person's own backend, while a lesson has another. */
  let own: string | null = null;
  const apply = (lesson: TeacherView | null, before: TeacherView | null): void => {
    stayInPlace(lesson);
    if (lesson?.backend && lesson.backend !== before?.backend) {
      own ??= engineStore.getState().backend;
      engineStore.getState().chooseBackend(lesson.backend);
      browserStorage.write(STORAGE_KEYS.backend, own); // the lesson's is not for the next visit
    } else if (!lesson?.backend && own !== null) {
      engineStore.getState().chooseBackend(backendFrom(own));
      own = null;
    }
  };
  apply(projectsStore.getState().lesson, null);
  const ends = [
    projectsStore.subscribe(({ lesson }, before) => {
      if (lesson !== before.lesson) apply(lesson, before.lesson);
    }),
    cursorStore.subscribe(({ place }, before) => {
      if (place !== before.place) stayInPlace(projectsStore.getState().lesson);
    }),
  ];
  return () => {
    for (const end of ends) end();
  };
}

/** Goes to the lesson's first place from one it does not show. */
function stayInPlace(lesson: TeacherView | null): void {
  const [first] = lesson?.places ?? [];
  const { place, move } = cursorStore.getState();
  if (lesson && first && !lesson.places.includes(place)) move({ place: first });
}
