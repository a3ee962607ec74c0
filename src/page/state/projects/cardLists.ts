/** The kept projects as they are listed, and which of the deleted ones have had their time. */
import type { ProjectCard } from '../projectStorage/database.ts';

/** Deleted projects can be brought back this long. */
const PURGE_AFTER_MS = 30 * 24 * 3600 * 1000;

export interface CardLists {
  readonly cards: readonly ProjectCard[];
  readonly removed: readonly ProjectCard[];
}

/** Divides what is kept into projects and deleted ones, each with the one changed last first. */
export function cardLists(all: readonly ProjectCard[]): CardLists {
  const sorted = [...all].sort((a, b) => b.changed - a.changed);
  return { cards: sorted.filter(({ removed }) => removed === null), removed: sorted.filter(({ removed }) => removed !== null) };
}

/** Picks those that were deleted too long before `now`, in milliseconds since 1970, to be brought back. */
export function expired(all: readonly ProjectCard[], now: number): ProjectCard[] {
  return all.filter(({ removed }) => removed !== null && removed < now - PURGE_AFTER_MS);
}
