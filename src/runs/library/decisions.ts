/** What the library decides of a run, as pure functions of its card and of what its folder holds. */
import type { ProjectDocument } from '../../core/document/schema.ts';
import { checkedLabels, type RunCard, type StoredCard } from '../../core/formats/runs/card.ts';
import type { NewRun, SaidNotice } from '../types.ts';

/** Put away and not brought back for this long, a run is deleted when the page starts, milliseconds. */
export const PUT_AWAY_TIME = 60_000;

/** The card of a run about to begin. Throws `E_RUN_LABELS`. */
export function newCard({ id, document, labels, began }: Omit<NewRun, 'startedFrom'>): StoredCard {
  return {
    ...labels,
    ...checkedLabels(labels),
    id,
    project: document.name,
    began,
    phase: 'running',
    iteration: 0,
    iterations: document.training.iterations,
    seed: document.training.seed,
    last: {},
    first: null,
    checkpoints: [],
    bytes: 0,
    removed: null,
    every: 1,
  };
}

/** What a folder holds, as far as its card says it too. */
export interface Found {
  /** Iterations of its whole checkpoints, ascending. */
  readonly checkpoints: readonly number[];
  readonly bytes: number;
  /** The row of its untrained team and its newest row; null where it has none. */
  readonly first: StoredCard['first'];
  readonly last: StoredCard['first'];
}

/** The card of a run that was interrupted, by what its folder holds: the page ended before the card could be written. */
export function recoveredCard(card: StoredCard, { checkpoints, bytes, first, last }: Found): StoredCard {
  // Killed between its last checkpoint and its last word.
  const phase = checkpoints.includes(card.iterations) ? 'finished' : card.phase;
  const newest = last?.['iteration'] ?? -1;
  const iteration = Math.max(card.iteration, newest);
  return {
    ...card,
    phase,
    checkpoints,
    bytes,
    iteration,
    first: card.first ?? first,
    last: newest === iteration && last ? last : card.last,
  };
}

/** The card of a run that goes on after `iteration`, with more iterations where `document` says so. Another tab may have put it away: it is back. */
export function resumedCard(
  card: StoredCard,
  iteration: number,
  { checkpoints, bytes }: Pick<Found, 'checkpoints' | 'bytes'>,
  document?: ProjectDocument,
): StoredCard {
  return {
    ...card,
    phase: 'running',
    removed: null,
    iteration,
    iterations: document?.training.iterations ?? card.iterations,
    checkpoints,
    bytes,
  };
}

/** A writer's card with what a person may have changed on disk meanwhile, in any tab. */
export function withWritten(
  next: StoredCard,
  { name, tags, notes, parent, sweep, removed }: Pick<StoredCard, 'name' | 'tags' | 'notes' | 'parent' | 'sweep' | 'removed'>,
): StoredCard {
  return { ...next, name, tags, notes, parent, sweep, removed };
}

/** A run that was left running is not offered to go on any more. */
export const leftCard = (card: StoredCard): StoredCard => (card.phase === 'running' ? { ...card, phase: 'stopped' } : card);

/** Whether a run was put away so long ago that nobody can bring it back. */
export const isForgotten = ({ removed }: Pick<StoredCard, 'removed'>, now: number): boolean =>
  removed !== null && now - removed >= PUT_AWAY_TIME;

/** Newest first. */
export const inOrder = (cards: readonly RunCard[]): RunCard[] => cards.toSorted((a, b) => b.began - a.began || (a.id < b.id ? 1 : -1));

/** A card without what is only for its writer. */
export function publicCard({ removed: _removed, every: _every, ...card }: StoredCard): RunCard {
  return card;
}

/** That an earlier checkpoint is taken, since `damage` is what is wrong behind it. */
export function passedBy(iteration: number, damage: string): SaidNotice {
  const message = `This run is damaged: ${damage}. Checkpoint ${iteration} is the last intact one and will be used.`;
  return { iteration, level: 'warning', code: 'run_damaged', message };
}

/** That the project is not the one that was trained: its run goes on with what it is now. */
export function otherProject(iteration: number, changed: readonly string[]): SaidNotice {
  const message = `This run’s project is not what its checkpoint ${iteration} was trained with: ${changed.join('; ')}. What comes from here on is another training’s.`;
  return { iteration, level: 'warning', code: 'other_project', message };
}

/** What a run must say that goes on after `iteration`: what is wrong behind it, and why nothing could be checked. */
export function goingOnNotices(iteration: number, damage: string | null, unchecked: string | null): SaidNotice[] {
  return [
    ...(damage === null ? [] : [passedBy(iteration, damage)]),
    ...(unchecked === null ? [] : [{ iteration, level: 'info', code: 'without_checksums', message: unchecked } as const]),
  ];
}
