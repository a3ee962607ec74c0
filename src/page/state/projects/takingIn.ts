/** Decides which copy of a project counts when what was written ahead of the database meets what the database has. */
import { newerOf, type AheadProject } from '../projectStorage/ahead.ts';
import type { ProjectCard } from '../projectStorage/database.ts';

/** Judges by the card alone. `write`: the one written ahead counts, and the database lacks it; `same`: the database has it already. */
export function byCard(ahead: AheadProject, card: ProjectCard | undefined): 'write' | 'same' | 'read' {
  const newer = newerOf(ahead, card);
  if (newer === 'ahead') return 'write';
  return newer === 'kept' && card?.changed === ahead.changed ? 'same' : 'read';
}

/**
 * Judges once the database's copy was read: `newer` where a newer workbench wrote it, null where it is damaged. `leave`: nothing may be
 * written in its place; `write`: the one written ahead is the only whole one; `both`: they were edited apart, so the one written
 * ahead is kept as a copy beside it; `take`: the database's counts.
 */
export function byContent(
  ahead: AheadProject,
  card: ProjectCard | undefined,
  kept: AheadProject | 'newer' | null,
): 'leave' | 'write' | 'both' | 'take' {
  if (kept === 'newer') return 'leave';
  if (!kept) return 'write';
  return newerOf(ahead, card) === 'both' && !sameDocument(kept, ahead) ? 'both' : 'take';
}

/** Whether two states of a project hold the same document. */
export function sameDocument(one: Pick<AheadProject, 'document'>, other: Pick<AheadProject, 'document'>): boolean {
  return JSON.stringify(one.document) === JSON.stringify(other.document);
}
