/** Decides how the project that is open when the page starts and the database are brought together. */
import type { Fault } from '../../../core/faults.ts';
import type { AheadProject, RestoredPresent } from '../projectStorage/ahead.ts';

/**
 * Says how to begin, where the page began with project `id`. `write`: a link's came before it, and is new; `leave`: it is another tab's to
 * write; `takeIn`: what was written ahead meets the database; `lookFor`: nothing was written ahead, because it did not fit, or the
 * browser forgot it, or this is the first visit.
 */
export function firstMeeting(
  { id, kept }: { readonly id: string; readonly kept: RestoredPresent['kept'] },
  opened: string,
  elsewhere: boolean,
): 'write' | 'leave' | 'takeIn' | 'lookFor' {
  if (opened !== id) return 'write';
  if (!kept) return 'lookFor';
  return elsewhere ? 'leave' : 'takeIn';
}

/** What was found where nothing was written ahead. */
export interface Found {
  readonly kept: AheadProject | null;
  /** Why the project cannot be read, if so. */
  readonly fault: Fault | null;
  /** Whether the document on screen was edited meanwhile. */
  readonly changed: boolean;
}

/**
 * Says what becomes of what was looked for. `copy`: the open project is kept otherwise than it was on screen, so what was edited there
 * goes on beside it; `begin`: the document on screen goes on as a project of its own, so that nothing is
 * written in the place of what cannot be read; `write`: nothing is kept yet; `put`: it is the open project; `show`: it is another.
 */
export function afterLookingFor({ kept, fault, changed }: Found, opened: string): 'nothing' | 'copy' | 'begin' | 'write' | 'put' | 'show' {
  if (changed) return fault || kept?.id === opened ? 'copy' : 'nothing';
  if (fault) return 'begin';
  if (!kept) return 'write';
  return kept.id === opened ? 'put' : 'show';
}
