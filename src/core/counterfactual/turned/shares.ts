/** Who turned how many of the episodes that were looked at, with Wilson's intervals over episodes: those of a sample are independent. */
import { type Interval, wilsonInterval } from '../../statistics/intervals.ts';
import type { TurnedEpisode } from './course.ts';
import type { Turn } from './turns.ts';

/** `interval` is null of no episode, where nothing is known. */
export interface Share {
  readonly count: number;
  readonly of: number;
  readonly interval: Interval | null;
}

export interface TurnedShares {
  /** Of all episodes looked at: those it turned from lost to won, and from won to lost; one may be both, at different messages. */
  readonly saved: Share;
  readonly spoiled: Share;
}

export interface AgentTurned extends TurnedShares {
  readonly role: string;
}

export const shareOf = (count: number, of: number): Share => ({ count, of, interval: of === 0 ? null : wilsonInterval(count / of, of) });

/** By agent, in the order of `roles`. Episodes in which what it did is not known are left out of its own. */
export function agentsTurned(episodes: readonly TurnedEpisode[], roles: readonly string[]): AgentTurned[] {
  return roles.map((role) => {
    const own = episodes.filter(({ unknown }) => !unknown.includes(role));
    const share = (turn: Turn): Share => shareOf(own.filter((episode) => hasTurned(episode, role, turn)).length, own.length);
    return { role, saved: share('saved'), spoiled: share('spoiled') };
  });
}

export const hasTurned = ({ messages }: TurnedEpisode, role: string, turn: Turn): boolean =>
  messages.some((message) => message.role === role && message.turned === turn);

/** What the environment's chance turned. */
export function chanceTurned(episodes: readonly TurnedEpisode[]): TurnedShares {
  const share = (turn: Turn): Share => shareOf(episodes.filter(({ chance }) => chance === turn).length, episodes.length);
  return { saved: share('saved'), spoiled: share('spoiled') };
}

/** Least share of the won episodes that hang on the words of who overrides the rest, and most of anybody else's; both by their intervals. */
const DECIDES = 0.5;
const HARDLY = 0.25;

/** The share of the won episodes in which an agent spoke that hang on its words: they are lost once it says what it said to another problem. */
interface Deciding {
  readonly role: string;
  readonly interval: Interval | null;
}

/** From episodes that were asked about with what was said `elsewhere`. */
export const decidingOf = (episodes: readonly TurnedEpisode[], roles: readonly string[]): (Share & Deciding)[] =>
  roles.map((role) => {
    const own = episodes.filter(({ won, messages }) => won && messages.some((message) => message.role === role));
    return { role, ...shareOf(own.filter((episode) => hasTurned(episode, role, 'saved')).length, own.length) };
  });

/** Who is told to say what hardly matters: of the won episodes less than a quarter hang on its words. */
export const isBypassed = ({ interval }: Pick<Deciding, 'interval'>): boolean => interval !== null && interval.high < HARDLY;

/**
 * One agent that overrides the rest: most of the won episodes hang on its words, and on those of nobody else, `next` the most of
 * them, many. Null where nobody is told to.
 */
export function overridingOf<Agent extends Deciding>(agents: readonly Agent[]): { readonly most: Agent; readonly next: Agent } | null {
  const [most, next] = agents.toSorted((a, b) => (b.interval?.high ?? 1) - (a.interval?.high ?? 1));
  if (!most?.interval || !next) return null;
  return most.interval.low > DECIDES && isBypassed(next) ? { most, next } : null;
}
