/**
 * Who spoiled and who saved, over a sample of episodes: one after the other is played on with its messages as they were and with their
 * stand-ins, a few continuations at a time, until every message is settled or all are played. Stopping early changes no answer
 * (`isSettled`). The play is handed in, so that page, session and terminal ask alike.
 */
import { at, look } from '../../at.ts';
import type { EpisodeRecord } from '../../episode/records.ts';
import { costOf, nameOf } from '../blame/cells.ts';
import type { Try, TryOutcome } from '../questions.ts';
import { costOfEpisode, type Pair, pairsOf, type StandIn, triesIn } from './standIns.ts';
import { canBeMostly, chanceOf, isSettled, levelOf, type Outcomes, type Turn, turnOf } from './turns.ts';

/** Continuations of every try between two looks. */
const ROUND = 8;

/** Numbers that the continuations count from: far from those that a person's questions draw (`blame/course.ts`). */
const FIRST = 3 * 2 ** 20;

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

/** Plays continuations `first` … `first + count − 1` of every try; null where that was called off. */
export type PlayTurns = (
  episode: EpisodeRecord,
  tries: readonly Try[],
  first: number,
  count: number,
) => Promise<readonly (readonly TryOutcome[])[] | null>;

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
  { won, rolls }: TurnedSettings,
  play: PlayTurns,
  onPlayed: (count: number) => void,
): Promise<TurnedEpisode | null> {
  const wins = new Map<string, boolean[]>();
  const of = (one: Try): readonly boolean[] => look(wins, nameOf(one), 'try');
  const outcomes = ({ instead, kept }: Pair): Outcomes => {
    const sides = { instead: of(instead), kept: of(kept) };
    // A control that another pair played on with is longer: pairs are of one number.
    const both = Math.min(sides.instead.length, sides.kept.length);
    return { instead: sides.instead.slice(0, both), kept: sides.kept.slice(0, both) };
  };
  const whole = triesIn(episode, []);
  const isWon = episode.reward >= won;
  let open = pairs;
  for (let done = 0; done < rolls && whole.length > 0; ) {
    const tries = triesIn(episode, open);
    const count = Math.min(ROUND, rolls - done);
    const answers = await play(episode, tries, FIRST + done + 1, count);
    if (!answers) return null;
    tries.forEach((one, index) => {
      const rewards = at(answers, index, 'answer').map(({ reward }) => reward >= won);
      wins.set(nameOf(one), [...(wins.get(nameOf(one)) ?? []), ...rewards]);
    });
    done += count;
    onPlayed(count * tries.reduce((sum, one) => sum + costOf(one), 0));
    open = open.filter((pair) => !isSettled(outcomes(pair), rolls));
    if (open.length === 0 && !whole.some((one) => canBeMostly(!isWon, of(one), rolls))) break;
  }
  const level = levelOf(pairs.length);
  const messages = pairs.map((pair): TurnedMessage => {
    const { instead, kept } = outcomes(pair);
    const { role } = at(episode.messages, pair.message, 'message');
    return {
      message: pair.message,
      role,
      turned: turnOf({ instead, kept }, level),
      instead: winsIn(instead),
      kept: winsIn(kept),
      of: kept.length,
    };
  });
  const { iteration, episode: number } = episode;
  const looked = new Set(pairs.map(({ message }) => message));
  return {
    iteration,
    episode: number,
    won: isWon,
    messages,
    chance: chanceOf(isWon, whole.flatMap(of), level),
    unknown: [...new Set(episode.messages.flatMap(({ role }, index) => (looked.has(index) ? [] : [role])))],
  };
}

const winsIn = (side: readonly boolean[]): number => side.filter(Boolean).length;
