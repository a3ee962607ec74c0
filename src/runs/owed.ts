/** What is said of a run once and could not be written: it waits in memory, as little of it as a run needs. */
import type { RunEvent } from './types.ts';

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
