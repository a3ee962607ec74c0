/**
 * Things a lesson waits for that leave no other trace in the page's state. Whoever does one says so in a line; without a lesson
 * nobody listens. Kept apart from the lessons, so that saying it costs no part of the page anything.
 */
import type { Happening } from '../../../core/lessons/goals.ts';

const listeners = new Set<(what: Happening) => void>();

/** Says that it happened. */
export function happened(what: Happening): void {
  for (const listen of listeners) listen(what);
}

/** Hears what happens from now on; returns how to end that. */
export function onHappening(listen: (what: Happening) => void): () => void {
  listeners.add(listen);
  return () => void listeners.delete(listen);
}
