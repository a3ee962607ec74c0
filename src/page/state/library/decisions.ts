/** What the library decides of the runs this browser keeps, as pure functions of its state. */
import type { WindowAsked } from '../../../runs/types.ts';
import type { Fault } from '../../../core/faults.ts';
import type { RunCard } from '../../../core/formats/runs/card.ts';
import type { LibraryMessage } from '../../../../workers/library/protocol.ts';
import type { RunSet } from '../runs/types.ts';
import type { LibraryState } from './types.ts';

/** Deaths of the library's worker, with nothing kept in between, after which it is not started again. */
const MOST_DEATHS = 3;

/** Whether new runs are kept, by why they would not be. On a full disk what is there is listed all the same, and there may be room again. */
export function availability(why: Fault | null): Pick<LibraryState, 'status' | 'fault'> {
  return { status: why && why.code !== 'E_LIBRARY_FULL' ? 'unavailable' : 'ready', fault: why };
}

/** Whether another worker takes the place of one that ended; what lay in its memory alone ended with it. */
export function mayReplace(status: LibraryState['status'], deaths: number): boolean {
  return status === 'ready' && deaths <= MOST_DEATHS;
}

/** The cards with one that is new or was changed, newest first. */
export function withCard(cards: readonly RunCard[], card: RunCard): readonly RunCard[] {
  const others = cards.filter(({ id }) => id !== card.id);
  const after = others.filter(({ began }) => began > card.began).length;
  return others.toSpliced(after, 0, card);
}

/** Runs that were listed and are not any more, though nobody has put them away. */
export function lostSince(
  { cards, lost }: Pick<LibraryState, 'cards' | 'lost'>,
  { cards: found, broken }: Pick<LibraryState, 'cards' | 'broken'>,
  putAway: ReadonlySet<string>,
): readonly RunCard[] {
  const there = new Set([...found, ...broken].map(({ id }) => id));
  const known = new Set(cards.map(({ id }) => id));
  return [...cards, ...lost.filter(({ id }) => !known.has(id))].filter(({ id }) => !there.has(id) && !putAway.has(id));
}

/** Why the run being trained is not kept, after something was said of one. */
export function keepingAfter(
  keeping: LibraryState['keeping'],
  { runId, fault }: Pick<Extract<LibraryMessage, { type: 'keeping' }>, 'runId' | 'fault'>,
): LibraryState['keeping'] {
  if (fault) return { run: runId, fault };
  return keeping?.run === runId ? null : keeping;
}

/** What changes when a run is begun or continued in this tab. */
export function trainedHere({ here, elsewhere }: Pick<LibraryState, 'here' | 'elsewhere'>, id: string): Partial<LibraryState> {
  return { here: [...here.filter((known) => known !== id), id], elsewhere: elsewhere.filter((known) => known !== id) };
}

/** Whether a run in memory is all there is of it: another tab may have trained a kept one further since it was read. */
export function isAll({ id, origin, iteration }: RunSet, cards: readonly RunCard[]): boolean {
  return origin !== 'kept' || iteration >= (cards.find((card) => card.id === id)?.iteration ?? 0);
}

/** The newest run that was interrupted, by a closed tab or a crash, and is trained nowhere now; null when there is none. */
export function interruptedCard({ cards, elsewhere, here }: Pick<LibraryState, 'cards' | 'elsewhere' | 'here'>): RunCard | null {
  return cards.find(({ id, phase }) => phase === 'running' && !elsewhere.includes(id) && !here.includes(id)) ?? null;
}

/**
 * The run that a page goes back to as it opens: an interrupted one, else the one that was on screen when it was left (`left`).
 * Null where there is none, or a person wants another: begun here, or `linked`. `later`: a run is trained in another tab, which may
 * be letting go of it.
 */
export function toBringBack(
  state: Pick<LibraryState, 'cards' | 'elsewhere' | 'here'>,
  linked: string | undefined,
  left: string | null,
): RunCard | 'later' | null {
  if (state.here.length > 0) return null;
  const card = interruptedCard(state);
  // Where a link leads elsewhere, the interrupted one is offered all the same.
  if (card) return linked === undefined || linked === card.id ? card : null;
  const shown = linked === undefined && state.cards.find(({ id }) => id === left);
  if (shown) return shown;
  return state.elsewhere.length > 0 ? 'later' : null;
}

/** Whether a run that has checkpoints has none to go on from; any other fault of reading them says that it has none. */
export function isDamage({ code }: Fault): boolean {
  return code === 'E_RUN_DAMAGED' || code === 'E_RUN_MIXED';
}

/** Whether what is asked for of an iteration is in memory. */
export function isHere(run: RunSet, iteration: number, asked?: WindowAsked): boolean {
  const held = run.episodes[iteration];
  const window = run.windows?.[iteration];
  if (!held || !window || !asked) return held !== undefined;
  return 'window' in asked ? asked.window === window.window : held.some(({ episode }) => episode === asked.episode);
}
