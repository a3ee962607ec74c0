/** Which episodes the reader lists and in which order: the same wherever it is shown. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { EpisodeRecord, MessageRecord } from '../../../core/episode/records.ts';
import { cursorStore, useCursor, type Cursor } from '../address/cursor.ts';
import { libraryStore } from '../library/library.ts';
import { explorerStore } from './explorerView.ts';
import { currentRun, runsStore, useRuns } from '../runs/runs.ts';
import { selectEpisodes, type EpisodeFilter } from '../runs/episodes.ts';
import { sameEpisode, type EpisodeRef } from '../runs/episodeRef.ts';
import { keptIterations, nearestKept, readableIterations } from '../runs/keep.ts';
import { nextMessage, nextOfAgent, nextToken, nextTurn, type CursorRef, type TokenRef } from './steps.ts';
import type { RunSet } from '../runs/types.ts';

export type ReceiptScope = 'iteration' | 'episode';

interface ReaderState {
  readonly filter: EpisodeFilter;
  /** Whether the receipt is of the whole iteration or of the episode that is read. */
  readonly scope: ReceiptScope;
  setFilter(filter: EpisodeFilter): void;
  setScope(scope: ReceiptScope): void;
}

export const readerStore = createStore<ReaderState>((set) => ({
  filter: { verdict: 'all', order: 'episode', text: '' },
  scope: 'iteration',
  setFilter: (filter) => set({ filter }),
  setScope: (scope) => set({ scope }),
}));

export function useReader<T>(selector: (state: ReaderState) => T): T {
  return useStore(readerStore, selector);
}

interface Reading {
  /** Iterations that can be read, newest first; those on disk come when they are looked at. */
  readonly kept: readonly number[];
  readonly iteration: number;
  /** All episodes of it that are here. */
  readonly episodes: readonly EpisodeRecord[];
}

/** What is being read of the run on screen; null without episodes. */
export function reading(): Reading | null {
  const run = currentRun(runsStore.getState());
  if (!run) return null;
  const kept = readableIterations(run);
  const { iteration: chosen } = cursorStore.getState();
  const iteration = chosen === null ? keptIterations(run.episodes)[0] : nearestKept(run.episodes, chosen);
  if (iteration === undefined || iteration === null) return null;
  return { kept, iteration, episodes: run.episodes[iteration] ?? [] };
}

/** What the reader lists of them. */
const shownOf = (episodes: readonly EpisodeRecord[]): readonly EpisodeRecord[] => selectEpisodes(episodes, readerStore.getState().filter);

/** The episode that is read: the one chosen, else the first of the list, or of all where the list is empty. */
export function episodeRead(): EpisodeRecord | null {
  const now = reading();
  const { episode } = cursorStore.getState();
  if (!now) return null;
  return now.episodes.find((record) => record.episode === episode) ?? shownOf(now.episodes)[0] ?? now.episodes[0] ?? null;
}

/**
 * Reads the episode `by` further down the list that is on screen: the explorer's in the inspect place, else the reader's. Where
 * nothing is listed there is no way to go.
 */
export function stepEpisode(by: number): void {
  const now = reading();
  if (!now) return;
  const { listed } = explorerStore.getState();
  if (cursorStore.getState().place === 'inspect') return stepListed(listed, by);
  const { episode } = cursorStore.getState();
  const shown = shownOf(now.episodes);
  const present = shown.findIndex((record) => record.episode === episode);
  const next = shown[Math.min(Math.max((present < 0 ? 0 : present) + by, 0), shown.length - 1)];
  if (next) cursorStore.getState().move({ iteration: now.iteration, episode: next.episode });
}

function stepListed(listed: readonly EpisodeRef[], by: number): void {
  const read = episodeRead();
  const present = read ? listed.findIndex((ref) => sameEpisode(ref, read)) : -1;
  // From one that is not in the list, to the list's first.
  const beyond = present >= 0 && !(present + by in listed);
  if (beyond && explorerStore.getState().panel === 'episodes' && stepWindow(by > 0 ? 1 : -1)) return;
  const next = listed[present < 0 ? 0 : Math.min(Math.max(present + by, 0), listed.length - 1)];
  if (next) cursorStore.getState().move({ iteration: next.iteration, episode: next.episode });
}

/** Reads the window beside the one that is here of an iteration too large to be held, from its nearer end on; whether there is one. */
export function stepWindow(by: 1 | -1): boolean {
  const run = currentRun(runsStore.getState());
  const now = reading();
  const window = now && run?.windows?.[now.iteration];
  if (!run || !window || explorerStore.getState().scope !== 'iteration') return false;
  const next = window.window + by;
  if (next < 0 || next >= window.windows) return false;
  void readWindow(run.id, now.iteration, next, by > 0 ? 'first' : 'last');
  return true;
}

/** Reads a window of an iteration into memory, and its first or last episode. */
export async function readWindow(runId: string, iteration: number, window: number, end: 'first' | 'last' = 'first'): Promise<void> {
  await libraryStore.getState().readEpisodes(runId, iteration, { window });
  const run = runsStore.getState().runs[runId];
  if (run?.windows?.[iteration]?.window !== window) return; // another was asked for meanwhile
  const episode = run.episodes[iteration]?.at(end === 'first' ? 0 : -1);
  if (episode) cursorStore.getState().move({ iteration, episode: episode.episode });
}

/** Reads an episode of an iteration too large to be held by its number, wherever it stands; whether there is one. */
export async function readNumbered(runId: string, iteration: number, episode: number): Promise<boolean> {
  await libraryStore.getState().readEpisodes(runId, iteration, { episode });
  const there = runsStore.getState().runs[runId]?.episodes[iteration]?.some((record) => record.episode === episode) ?? false;
  if (there) cursorStore.getState().move({ iteration, episode });
  return there;
}

/** Reads the kept iteration `by` later (or earlier, below 0); whether there is one. */
export function stepIteration(by: number): boolean {
  const now = reading();
  if (!now) return false;
  const { iteration: chosen } = cursorStore.getState();
  // One that is on its way from the disk is where the reader is.
  const at = chosen !== null && now.kept.includes(chosen) ? chosen : now.iteration;
  const next = now.kept[now.kept.indexOf(at) - by];
  if (next === undefined) return false;
  cursorStore.getState().move({ iteration: next });
  return true;
}

/** Moves the cursor within the episode that is read; what the episode does not have changes nothing. */
function moveWithin(to: (messages: readonly MessageRecord[], from: CursorRef) => TokenRef | null): boolean {
  const read = episodeRead();
  if (!read) return false;
  const { iteration, episode, message, token, move } = cursorStore.getState();
  const here = iteration === read.iteration && episode === read.episode;
  const next = to(read.messages, here ? { message, token } : { message: null, token: null });
  if (!next) return false;
  move({ iteration: read.iteration, episode: read.episode, ...next });
  return true;
}

/** Reads the message `by` further on, at its first token; whether there is one. */
export const stepMessage = (by: 1 | -1): boolean => moveWithin((messages, from) => nextMessage(messages, from, by));

/** Reads the first message of the next (or previous) turn; whether there is one. */
export const stepTurn = (by: 1 | -1): boolean => moveWithin((messages, from) => nextTurn(messages, from, by));

/** Puts the next (or previous) run of this visit on screen; whether there is one. */
export function stepRun(by: 1 | -1): boolean {
  const { order, current, show } = runsStore.getState();
  const next = order[(current === null ? -1 : order.indexOf(current)) + by];
  if (next === undefined) return false;
  show(next);
  return true;
}

/** Reads the next (or previous) message of the same agent; whether there is one. */
export const stepAgentMessage = (by: 1 | -1): boolean => moveWithin((messages, from) => nextOfAgent(messages, from, by));

/** Reads the next (or previous) sampled token, on into other messages; whether there is one. */
export const stepToken = (by: 1 | -1): boolean => moveWithin((messages, from) => nextToken(messages, from, by));

/** The role whose message the cursor stands on, in the run on screen; null where it stands on none. */
export function roleRead(
  run: RunSet | null,
  { iteration, episode, message }: Pick<Cursor, 'iteration' | 'episode' | 'message'>,
): string | null {
  if (iteration === null || episode === null || message === null) return null;
  return run?.episodes[iteration]?.find((record) => record.episode === episode)?.messages[message]?.role ?? null;
}

/** The same inside a component. */
export function useRoleRead(): string | null {
  const iteration = useCursor((cursor) => cursor.iteration);
  const episode = useCursor((cursor) => cursor.episode);
  const message = useCursor((cursor) => cursor.message);
  return useRuns((state) => roleRead(currentRun(state), { iteration, episode, message }));
}
