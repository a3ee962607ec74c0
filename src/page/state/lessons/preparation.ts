/** What steps change in the project, and whose changes are still to be made when one is entered. Pure. */
import type { Course, LessonStep } from '../../../core/lessons/lesson.ts';
import { withState } from './progress.ts';
import type { LessonProgress } from './types.ts';

type Change = NonNullable<LessonStep['prepare']>;

/**
 * Lists what `step`, and those before it that were passed over, change, in their order. `fresh`: the project has none of the changes
 * of the steps that were entered either.
 */
export function changesUntil({ steps }: Course, step: LessonStep, { states }: Pick<LessonProgress, 'states'>, fresh: boolean): Change[] {
  return steps
    .slice(0, steps.indexOf(step) + 1)
    .flatMap(({ id, prepare }) => (prepare && (fresh || !Object.hasOwn(states, id)) ? [prepare] : []));
}

/** Progress in which the steps that were passed over on the way to `step`, and change something, count as entered. */
export function prepared({ steps }: Course, step: LessonStep, progress: LessonProgress): LessonProgress {
  return steps
    .slice(0, steps.indexOf(step))
    .filter(({ id, prepare }) => prepare && !Object.hasOwn(progress.states, id))
    .reduce((all, { id }) => withState(all, id, 'open'), progress);
}
