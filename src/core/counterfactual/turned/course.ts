/**
 * Who spoiled and who saved, over a sample of episodes: one after the other is played on with its messages as they were and with their
 * stand-ins, a few continuations at a time, until every message is settled or all are played. Stopping early changes no answer
 * (`isSettled`). The play is handed in, so that page, session and terminal ask alike.
 */
import { at } from '../../at.ts';
import type { EpisodeRecord } from '../../episode/records.ts';
import type { Messages } from '../blame/cells.ts';
import { askPairs, type PlayTurns } from './askPairs.ts';
import { costOfEpisode, type Pair, pairsOf, type StandIn } from './standIns.ts';
import { levelOf, type Turn } from './turns.ts';

export interface TurnedSettings {
  /** Least reward of an episode that counts as won. */
  readonly won: number;
  /** Most continuations of each try. */
  readonly rolls: number;
  readonly standIn: StandIn;
}

/** A message and what came of it. */
export interface TurnedMessage {
  readonly message: number;
  readonly role: string;
  readonly turned: Turn | null;
  /** Continuations that were won, of `of` each. */
  readonly instead: number;
  readonly kept: number;
  readonly of: number;
}

export interface TurnedEpisode {
  readonly iteration: number;
  readonly episode: number;
  readonly won: boolean;
  readonly messages: readonly TurnedMessage[];
  /** What the environment's chance did behind all of them. */
  readonly chance: Turn | null;
  /** Who said something that nothing could stand in for: what it did is not known. */
  readonly unknown: readonly string[];
}

export interface Turned {
  readonly settings: TurnedSettings;
  /** In the order they were asked about. */
  readonly episodes: readonly TurnedEpisode[];
  /** Episodes that are to be asked about, and continuations played, of how many at most. */
  readonly sample: number;
  readonly played: number;
  readonly budget: number;
  /** Whether all was done; false under way, and where it was called off. */
  readonly over: boolean;
}

/** Asks about `sample`; what was said `elsewhere` is taken from `others`. Tells `onState` what is known after every round. */
export async function measureTurned(
  sample: readonly EpisodeRecord[],
  settings: TurnedSettings,
  play: PlayTurns,
  { others = sample, onState }: { readonly others?: readonly EpisodeRecord[]; readonly onState?: (state: Turned) => void } = {},
): Promise<Turned> {
  const planned = sample.map((episode) => ({ episode, pairs: pairsOf(episode, settings.standIn, others) }));
  const budget = planned.reduce((sum, { episode, pairs }) => sum + costOfEpisode(episode, pairs, settings.rolls), 0);
  let state: Turned = { settings, episodes: [], sample: sample.length, played: 0, budget, over: false };
  const tell = (part: Partial<Turned>): void => {
    state = { ...state, ...part };
    onState?.(state);
  };
  for (const { episode, pairs } of planned) {
    const found = await turnedEpisode(episode, pairs, settings, play, (played) => tell({ played: state.played + played }));
    if (!found) return state;
    tell({ episodes: [...state.episodes, found] });
  }
  tell({ over: true });
  return state;
}

async function turnedEpisode(
  episode: EpisodeRecord,
  pairs: readonly Pair[],
  settings: TurnedSettings,
  play: PlayTurns,
  onPlayed: (count: number) => void,
): Promise<TurnedEpisode | null> {
  const level = levelOf(pairs.length);
  const asked = await askPairs(episode, pairs, { ...settings, level }, play, onPlayed);
  if (!asked) return null;
  const messages = pairs.map((pair, index): TurnedMessage => {
    const { instead, kept, turned } = at(asked.pairs, index, 'pair');
    const { role } = at(episode.messages, pair.message, 'message');
    return { message: pair.message, role, turned, instead: winsIn(instead), kept: winsIn(kept), of: kept.length };
  });
  const { iteration, episode: number } = episode;
  return { iteration, episode: number, won: asked.won, messages, chance: asked.chance, unknown: unpaired(episode, pairs) };
}

/** Who said something that has no pair. */
function unpaired({ messages }: Messages, pairs: readonly Pair[]): string[] {
  const looked = new Set(pairs.map(({ message }) => message));
  return [...new Set(messages.flatMap(({ role }, index) => (looked.has(index) ? [] : [role])))];
}

const winsIn = (side: readonly boolean[]): number => side.filter(Boolean).length;
