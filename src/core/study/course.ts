/** Where a participant is, by what is kept of them; and which form of the inventory each test takes. */
import type { InventoryForm } from '../lessons/inventory.ts';
import type { Condition, Order } from './assignment.ts';
import { PHASES, type Phase, type StudyEvent, type StudyRecord, type Test } from './events.ts';

/** Milliseconds. */
export const DAY = 86_400_000;
/** Days after the second test for which the delayed one is announced, and from which it opens. */
export const ANNOUNCED_DAYS = 7;
export const EARLIEST_DAYS = 6;

/**
 * The form of a test. The delayed test takes the form of the pre-test again: that was seen before anything was learnt, longest ago, and
 * without feedback, so what is remembered of it helps least; and what is left of the learning is then told within one form.
 */
export const formOf = (test: Test, order: Order): InventoryForm => ((test === 'post') === (order === 'AB') ? 'B' : 'A');

/** The phase after one; `done` is the last. */
export function phaseAfter(phase: Phase, condition: Condition): Phase {
  const next = PHASES[PHASES.indexOf(phase) + 1] ?? 'done';
  return next === 'predict' && condition !== 'predict-first' ? 'learn' : next;
}

/** The phase that was begun last; a record begins with the pre-test. */
export function phaseOf({ events }: Pick<StudyRecord, 'events'>): Phase {
  return beginnings(events).at(-1)?.phase ?? 'pre';
}

/** When a phase was begun, milliseconds since 1970; null where it was not. */
export function begunAt({ events }: Pick<StudyRecord, 'events'>, phase: Phase): number | null {
  return beginnings(events).find((event) => event.phase === phase)?.at ?? null;
}

const beginnings = (events: readonly StudyEvent[]) => events.filter((event) => event.kind === 'phase');

/** When the delayed test opens and for when it is announced; null before the second test is over. */
export function delayedTimes(record: Pick<StudyRecord, 'events'>): { readonly opens: number; readonly announced: number } | null {
  const over = begunAt(record, 'wait');
  return over === null ? null : { opens: over + EARLIEST_DAYS * DAY, announced: over + ANNOUNCED_DAYS * DAY };
}

/** Answers of a test, the last of each item. */
export function answersOf({ events }: Pick<StudyRecord, 'events'>, test: Test): ReadonlyMap<string, { readonly right: boolean }> {
  return new Map(events.flatMap((event) => (event.kind === 'answer' && event.test === test ? [[event.item, event] as const] : [])));
}

/** Predictions by step, the first of each. */
export function predictionsOf({
  events,
}: Pick<StudyRecord, 'events'>): ReadonlyMap<string, Extract<StudyEvent, { readonly kind: 'prediction' }>> {
  return new Map(events.toReversed().flatMap((event) => (event.kind === 'prediction' ? [[event.step, event] as const] : [])));
}
