/** Which steps of a lesson may be entered: none beyond the first prediction that was not made, so that no result is shown before it. */
import type { Course, LessonStep } from './lesson.ts';

type Answers = Readonly<Record<string, unknown>>;

/** Index of the first prediction that is still to be made; null where all are. */
export function gateOf({ steps }: Pick<Course, 'steps'>, answers: Answers): number | null {
  const index = steps.findIndex(({ kind, id }) => kind === 'predict' && !Object.hasOwn(answers, id));
  return index < 0 ? null : index;
}

/** Whether a step may be entered; one that the lesson does not have may not. */
export function mayEnter(course: Pick<Course, 'steps'>, answers: Answers, step: string): boolean {
  const index = course.steps.findIndex(({ id }) => id === step);
  const gate = gateOf(course, answers);
  return index >= 0 && (gate === null || index <= gate);
}

/** The step `by` further on that may be entered, from `step`; null at either end and at a prediction that is to be made. */
export function stepBeside(course: Pick<Course, 'steps'>, answers: Answers, step: string, by: 1 | -1): LessonStep | null {
  const index = course.steps.findIndex(({ id }) => id === step);
  const beside = index < 0 ? undefined : course.steps[index + by];
  return beside && mayEnter(course, answers, beside.id) ? beside : null;
}
