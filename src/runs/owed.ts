/** What is said of a run once and could not be written: it waits in memory, as little of it as a run needs. */
import type { RunEvent } from './types.ts';

/**
 * Most episodes and adapters that make way for checkpoints; the same that the trainer holds for a library that follows one that
 * ended. Where a disk is slower than a small team, more would pile up in memory for as long as the run goes on.
 */
export const WAIT_MOST = 16;

/** What is written whole, without delay and in order. */
export type Owed = Extract<RunEvent, { type: 'checkpoint' | 'safety' | 'info' | 'best' }>;

/** Of events that could not be written the newest of each kind, of due checkpoints also the best; whole ones take room. */
export function newestOfEach<T extends Pick<RunEvent, 'type'> & { readonly best?: unknown }>(events: readonly T[]): T[] {
  const replaces = (later: T, { type, best }: T): boolean =>
    later.type === type
      ? type !== 'checkpoint' || best === undefined || later.best !== undefined
      : type === 'safety' && later.type === 'checkpoint';
  return events.filter((event, index) => !events.slice(index + 1).some((later) => replaces(later, event)));
}
