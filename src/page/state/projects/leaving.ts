/** Decides what becomes of the open project when another takes its place. */

export interface Left {
  /** Another tab has it: it is that one's to write. */
  readonly elsewhere: boolean;
  /** Exactly as it ships: it would only fill the list. */
  readonly untouched: boolean;
  readonly knowledge: Knowledge;
  /** Whether it is known that this tab has it, and what the database has of it. */
  readonly known: boolean;
  /** Whether something was edited that is not written yet. */
  readonly unwritten: boolean;
}

/**
 * What is known of the database. `nothing`: before the start, when a project that a link puts aside stays written ahead as it is;
 * `listed`: the open project and the database were not brought together yet, so what is on screen may not be what is kept of it.
 */
export type Knowledge = 'nothing' | 'listed' | 'met';

/** Says what to do: `nothing`, `copy` what was edited, `release` it unwritten, `forget` it in the database too, or `keep` it with its history. */
export function whenLeft({ elsewhere, untouched, knowledge, known, unwritten }: Left): 'nothing' | 'copy' | 'release' | 'forget' | 'keep' {
  if (elsewhere) return 'nothing';
  if (!known && unwritten) return 'copy';
  if (knowledge === 'nothing') return unwritten ? 'keep' : 'nothing';
  if (!known) return 'release';
  if (!untouched) return 'keep';
  return knowledge === 'met' ? 'forget' : 'release';
}
