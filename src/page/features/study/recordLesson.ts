/** What a participant does in the lesson, told to the study: steps, answers, predictions, hints and what was done for them. */
import { isRight } from '../../../core/lessons/answers.ts';
import { predictionsOf } from '../../../core/study/course.ts';
import { courseOpen, type LessonsState, lessonsStore } from '../../state/lessons/lessons.ts';
import type { StudyStore } from './study.ts';

/** Opens the lesson: from its beginning, with what was predicted before it, or where it was left. Never rejects. */
export async function openLesson(store: StudyStore): Promise<void> {
  const { link, record } = store.getState();
  if (!record) return;
  const { restart, start } = lessonsStore.getState();
  if (record.events.some(({ kind }) => kind === 'step')) return start(link.lesson);
  await restart(link.lesson);
  for (const { step, option, sure } of predictionsOf(record).values()) lessonsStore.getState().predict(option, sure, step);
}

/** Follows the lesson from now on; returns how to end that. */
export function recordLesson(store: StudyStore): () => void {
  const { lesson } = store.getState().link;
  const { tell } = store.getState();
  const told = (now: LessonsState, before: LessonsState): void => {
    const course = now.lesson === lesson ? courseOpen() : null;
    const step = course?.steps.find(({ id }) => id === now.step);
    if (!course || !step) return;
    if (now.step !== before.step || before.lesson !== lesson) tellStep(store, step.id, course.steps.indexOf(step));
    const progress = now.progress[lesson];
    const last = before.progress[lesson];
    if (!progress || !last) return;
    const { answers, states, expected = {} } = progress;
    const given = answers[step.id];
    if (answers !== last.answers && given !== undefined) {
      if (step.kind === 'check') tell({ kind: 'check', step: step.id, answer: given, right: isRight(step, given) });
      if (step.kind === 'predict' && last.answers[step.id] === undefined && typeof given === 'string')
        tell({ kind: 'prediction', step: step.id, option: given, sure: expected[step.id]?.sure ?? null, outcome: given === step.outcome });
    }
    for (const { id, kind } of course.steps) {
      const state = states[id];
      const was = last.states[id];
      if (kind === 'do' && state !== undefined && was !== undefined && state !== was) tell({ kind: 'state', step: id, state });
    }
  };
  // A hint is shown by the step itself; a press that opens one is all that can be seen of it.
  const pressed = ({ target }: MouseEvent): void => {
    const hint = target instanceof Element ? target.closest('[data-hint][aria-expanded="false"]') : null;
    const { step } = lessonsStore.getState();
    if (hint && step !== null && lessonsStore.getState().lesson === lesson) tell({ kind: 'hint', step });
  };
  const stop = lessonsStore.subscribe(told);
  document.addEventListener('click', pressed, true);
  return () => {
    stop();
    document.removeEventListener('click', pressed, true);
  };
}

/** A step is on screen. */
export function tellStep(store: StudyStore, step: string, index: number): void {
  const last = store.getState().record?.events.findLast((event) => event.kind === 'step');
  store.getState().tell({ kind: 'step', step, index, back: last !== undefined && index < last.index });
}
