/** Decides where a lesson begins when it is opened, and where leaving it will lead. */
import type { Course } from '../../../core/lessons/lesson.ts';
import { openLessonText } from '../../../words/words.ts';
import { enterable, fitted, freshProgress, inFreshProject, stepNamed } from './progress.ts';
import type { HomeProject, LessonProgress, LessonsState } from './types.ts';

/** How a lesson is opened: where it was left, from its beginning, or on the project that is open. */
export type Way = 'resume' | 'afresh' | 'here';

/** The progress to begin from; its project is the one to be opened. */
export function progressBefore(course: Course, kept: LessonProgress | undefined, way: Way): LessonProgress {
  return way === 'afresh' ? freshProgress(course) : fitted(course, kept);
}

/** The step to enter, and why it is not the one that was `wanted`, if so; where none was, it is the one that was open last. */
export function stepToEnter(
  course: Course,
  before: LessonProgress,
  wanted?: string,
): { readonly step: string; readonly fault: string | null } {
  if (wanted === undefined) return { step: enterable(course, before, before.step), fault: null };
  if (!stepNamed(course, wanted)) return { step: enterable(course, before, before.step), fault: openLessonText.noStep(wanted) };
  const step = enterable(course, before, wanted);
  return { step, fault: step === wanted ? null : openLessonText.gated };
}

export interface Opened {
  readonly id: string;
  /** Whether it was made for the lesson just now. */
  readonly fresh: boolean;
}

/** Progress in the project that was opened, and what is to be said where it takes the place of one that is gone. */
export function inProject(
  before: LessonProgress,
  { id, fresh }: Opened,
): { readonly progress: LessonProgress; readonly fault: string | null } {
  return {
    progress: { ...(fresh ? inFreshProject(before) : before), project: id },
    fault: fresh && before.project !== null ? openLessonText.projectGone : null,
  };
}

/**
 * The learner's own project, where leaving leads. Of an open lesson it stays what it was; otherwise it is the project `present` before
 * `opened` took its place, and where that was open already, what was `kept` from before the page was left.
 */
export function homeAfter(
  { lesson, home }: Pick<LessonsState, 'lesson' | 'home'>,
  present: HomeProject,
  opened: string,
  kept: HomeProject | null,
): HomeProject | null {
  if (lesson !== null) return home;
  return opened === present.project ? kept : present;
}
