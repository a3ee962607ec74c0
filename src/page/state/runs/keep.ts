/**
 * Which episodes stay in memory: the latest iterations in full, and of earlier ones a thin trail (0, 1, 2, 5, 10, 20, …)
 * so that "then and now" can be read side by side. A budget in numbers bounds the total whatever the team's size.
 */
import { isMilestone } from '../../../core/episode/milestones.ts';
import type { EpisodeRecord } from '../../../core/episode/records.ts';
import type { KeptEpisodes, RunSet } from './types.ts';

/** Latest iterations kept in full. */
export const RECENT_ITERATIONS = 8;

/** Most numbers kept per run, about 8 bytes each. */
export const EPISODE_BUDGET = 4_000_000;

/** Per response token: its id and the seven arrays beside it. */
const NUMBERS_PER_RESPONSE_TOKEN = 8;

/** And the four arrays of a receipt. */
const NUMBERS_PER_RECEIPT_TOKEN = 4;

/** How many numbers an episode holds, near enough to bound memory. */
export function episodeCost(episode: EpisodeRecord): number {
  let cost = 0;
  for (const message of episode.messages) {
    const perToken = NUMBERS_PER_RESPONSE_TOKEN + (message.receipt ? NUMBERS_PER_RECEIPT_TOKEN : 0);
    cost += message.prompt_ids.length + perToken * message.response_ids.length;
  }
  return cost;
}

/** Iterations that `episodes` holds, newest first. */
export function keptIterations(episodes: KeptEpisodes): number[] {
  return Object.keys(episodes)
    .map(Number)
    .sort((a, b) => b - a);
}

/** Iterations whose episodes can be read: those in memory, and those on disk that come when they are looked at; newest first. */
export function readableIterations({ episodes, stored = [] }: Pick<RunSet, 'episodes' | 'stored'>): number[] {
  return [...new Set([...keptIterations(episodes), ...stored])].sort((a, b) => b - a);
}

/** `episodes` without what exceeds the limits; the newest iteration and those `wanted` (being read, pinned) always stay. */
export function keepEpisodes(
  episodes: KeptEpisodes,
  wanted: readonly number[] = [],
  recent = RECENT_ITERATIONS,
  budget = EPISODE_BUDGET,
): KeptEpisodes {
  const newestFirst = keptIterations(episodes);
  const precious = newestFirst.filter((iteration, rank) => rank === 0 || wanted.includes(iteration));
  const trail = newestFirst.slice(recent).filter(isMilestone).reverse();
  const kept: Record<number, readonly EpisodeRecord[]> = {};
  let spent = 0;
  for (const iteration of new Set([...precious, ...newestFirst.slice(0, recent), ...trail])) {
    const records = episodes[iteration] ?? [];
    spent += records.reduce((sum, record) => sum + episodeCost(record), 0);
    if (spent > budget && !precious.includes(iteration)) break;
    kept[iteration] = records;
  }
  return kept;
}

/** Episodes of one iteration after `arrived`: the same episode sent again replaces its older record. */
export function mergeEpisodes(held: readonly EpisodeRecord[], arrived: readonly EpisodeRecord[]): readonly EpisodeRecord[] {
  const key = (record: EpisodeRecord) => `${record.split}:${record.episode}`;
  const replaced = new Set(arrived.map(key));
  return [...held.filter((record) => !replaced.has(key(record))), ...arrived];
}

/** The kept iteration nearest to `iteration`, the later one of two; null when none is kept. */
export function nearestKept(episodes: KeptEpisodes, iteration: number): number | null {
  return nearest(keptIterations(episodes), iteration);
}

/** The same among all whose episodes can be read. */
export function nearestReadable(run: Pick<RunSet, 'episodes' | 'stored'>, iteration: number): number | null {
  return nearest(readableIterations(run), iteration);
}

function nearest(newestFirst: readonly number[], iteration: number): number | null {
  const distance = (candidate: number) => Math.abs(candidate - iteration);
  return newestFirst.toSorted((a, b) => distance(a) - distance(b))[0] ?? null;
}
