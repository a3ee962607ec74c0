/** How a lesson's progress changes: pure functions of it and of the course. */
import { answerTo, isRight, type Answer } from '../../../core/lessons/answers.ts';
import type { Before } from '../../../core/lessons/before.ts';
import type { Happening } from '../../../core/lessons/goals.ts';
import { gateOf } from '../../../core/lessons/gates.ts';
import type { Course, LessonStep } from '../../../core/lessons/lesson.ts';
import type { Expected, LessonProgress, StepState } from './types.ts';

export const stepNamed = ({ steps }: Course, id: string): LessonStep | null => steps.find((step) => step.id === id) ?? null;

/** A lesson that nobody took yet. */
export function freshProgress(course: Course): LessonProgress {
  return {
    step: course.steps[0]?.id ?? '',
    states: {},
    answers: {},
    first: {},
    project: null,
    run: null,
    entered: {},
    before: {},
    happened: {},
    expected: {},
  };
}

/** What was kept, as far as the course as it is now has it: steps and answers that are no more are dropped. */
export function fitted(course: Course, kept: LessonProgress | undefined): LessonProgress {
  if (!kept) return freshProgress(course);
  const states = Object.entries(kept.states).filter(([id]) => stepNamed(course, id));
  const answering = (all: LessonProgress['answers'] = {}): LessonProgress['answers'] =>
    Object.fromEntries(
      Object.entries(all).flatMap(([id, given]) => {
        const step = stepNamed(course, id);
        const answer = step && answerTo(step, given);
        return answer === null ? [] : [[id, answer] as const];
      }),
    );
  const fitting = { ...kept, states: Object.fromEntries(states), answers: answering(kept.answers), first: answering(kept.first) };
  return { ...fitting, step: enterable(course, fitting, kept.step) };
}

/** The step itself where it may be entered, else the prediction that is to be made before it; the first where there is no such step. */
export function enterable(course: Course, { answers }: Pick<LessonProgress, 'answers'>, step: string): string {
  const gate = gateOf(course, answers);
  const wanted = Math.max(
    0,
    course.steps.findIndex(({ id }) => id === step),
  );
  return course.steps[gate === null ? wanted : Math.min(gate, wanted)]?.id ?? '';
}

/** A step is entered; one that only wants to be read is done with that. */
export function entered(progress: LessonProgress, step: LessonStep, now: number): LessonProgress {
  const before = Object.hasOwn(progress.states, step.id) ? progress.states[step.id] : undefined;
  const state: StepState = before ?? (step.kind === 'show' || step.kind === 'highlight' ? 'done' : 'open');
  const { entered: times = {} } = progress;
  return {
    ...progress,
    step: step.id,
    states: { ...progress.states, [step.id]: state },
    entered: Object.hasOwn(times, step.id) ? times : { ...times, [step.id]: now },
  };
}

/** With what the goal of a step compares; what was noted earlier stays. */
export function withBefore(progress: LessonProgress, step: string, now: Before): LessonProgress {
  const { before = {} } = progress;
  return { ...progress, before: { ...before, [step]: { ...now, ...before[step] } } };
}

export function withHappened(progress: LessonProgress, step: string, what: Happening): LessonProgress {
  const { happened = {} } = progress;
  const known = happened[step] ?? [];
  return known.includes(what) ? progress : { ...progress, happened: { ...happened, [step]: [...known, what] } };
}

/** In a fresh project: of what was done in the one before, nothing counts. */
export function inFreshProject(progress: LessonProgress): LessonProgress {
  return { ...progress, run: null, before: {}, happened: {} };
}

/** With what was expected at a step. */
export function withExpected(progress: LessonProgress, step: string, expected: Expected): LessonProgress {
  return { ...progress, expected: { ...progress.expected, [step]: expected } };
}

export function withState(progress: LessonProgress, step: string, state: StepState): LessonProgress {
  return progress.states[step] === state ? progress : { ...progress, states: { ...progress.states, [step]: state } };
}

/** With an answer; null where it answers nothing, or a prediction was made already: the first counts. */
export function withAnswer(progress: LessonProgress, step: LessonStep, given: Answer): LessonProgress | null {
  const answer = answerTo(step, given);
  if (answer === null || (step.kind === 'predict' && Object.hasOwn(progress.answers, step.id))) return null;
  // What was answered before first answers were kept is not known to be one.
  const again = Object.hasOwn(progress.answers, step.id);
  const first = again || step.kind === 'predict' ? progress.first : { ...progress.first, [step.id]: answer };
  const next = { ...progress, answers: { ...progress.answers, [step.id]: answer }, first: first ?? {} };
  return step.kind === 'predict' || (step.kind === 'check' && isRight(step, answer)) ? withState(next, step.id, 'done') : next;
}
