/** What the parts of the lessons store share: what it remembers beside its state, and how its state is kept. */
import type { StoreApi } from 'zustand/vanilla';
import type { Course, LessonId, LessonStep } from '../../../core/lessons/lesson.ts';
import type { LessonsHosts } from './hosts.ts';
import { lessonsText, writeLessons, type KeptLessons } from './kept.ts';
import { stepNamed } from './progress.ts';
import type { LessonProgress, LessonsState } from './types.ts';
import { createWatch, type Watch } from './watch.ts';

/** The open lesson with its step. */
export interface OpenStep {
  readonly lesson: LessonId;
  readonly progress: LessonProgress;
  readonly course: Course;
  readonly step: LessonStep;
}

export interface LessonsShared {
  readonly hosts: LessonsHosts;
  readonly get: StoreApi<LessonsState>['getState'];
  readonly set: (part: Partial<LessonsState>) => void;
  readonly watch: Watch;
  /** Counts what was asked for, so that the later of two counts. */
  turn: number;
  /** The course of the open lesson. */
  course: Course | null;
  /** The learner's own project when the page was left in the middle of a lesson. */
  keptOpen: KeptLessons['open'];
  /** Whether the lesson itself is opening a project. */
  ownSwitch: boolean;
  /** Writes lessons into the browser's storage. */
  keep(): void;
  /** Takes the progress of a lesson, and keeps it. */
  put(lesson: LessonId, progress: LessonProgress): void;
  /** Keeps nothing of a lesson any more. */
  drop(lesson: LessonId): void;
  /** The open lesson with its step; null where none is, or it is still on its way. */
  now(): OpenStep | null;
  /** Opens a project for the lesson itself. */
  switching<T>(work: () => T | Promise<T>): Promise<T>;
}

export function createLessonsShared(
  hosts: LessonsHosts,
  keptOpen: KeptLessons['open'],
  get: LessonsShared['get'],
  set: LessonsShared['set'],
): LessonsShared {
  const keeping = lessonsText(hosts.storage);
  /** Lessons whose progress this tab has the newest of. */
  const here = new Set<LessonId>();
  const shared: LessonsShared = {
    hosts,
    get,
    set,
    watch: createWatch(hosts.stage),
    turn: 0,
    course: null,
    keptOpen,
    ownSwitch: false,
    keep: () => {
      const { progress, lesson, folded, home } = get();
      const open = lesson && { lesson, folded, home };
      keeping.write(writeLessons({ progress, open }, here, keeping.read()));
    },
    put: (lesson, progress) => {
      here.add(lesson);
      set({ progress: { ...get().progress, [lesson]: progress } });
      shared.keep();
    },
    drop: (lesson) => {
      here.add(lesson);
      const { [lesson]: _, ...progress } = get().progress;
      set({ progress });
      shared.keep();
    },
    now: () => {
      const { lesson, step: id } = get();
      const { course } = shared;
      const progress = lesson && get().progress[lesson];
      const step = course && id !== null ? stepNamed(course, id) : null;
      return lesson && progress && course && step ? { lesson, progress, course, step } : null;
    },
    switching: async (work) => {
      shared.ownSwitch = true;
      try {
        return await work();
      } finally {
        shared.ownSwitch = false;
      }
    },
  };
  return shared;
}
