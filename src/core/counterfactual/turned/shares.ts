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

export interface Overriding {
  readonly role: string;
  /** Of the won episodes, those lost once its words are those it said to another problem; and the most of anybody else's. */
  readonly decides: Share;
  readonly next: Share;
  readonly nextRole: string;
}

/** Who is told to say what hardly matters: of the won episodes less than a quarter hang on its words. From what was said `elsewhere`. */
export const bypassedOf = (episodes: readonly TurnedEpisode[], roles: readonly string[]): AgentTurned[] =>
  agentsTurned(
    episodes.filter(({ won }) => won),
    roles,
  ).filter(({ saved }) => saved.interval !== null && saved.interval.high < HARDLY);

/**
 * One agent that overrides the rest: of the episodes that were won most are lost once it says what it said to another problem, while
 * those words of nobody else's change much. From episodes asked about with what was said `elsewhere`; null where nobody is told to.
 */
export function overridingOf(episodes: readonly TurnedEpisode[], roles: readonly string[]): Overriding | null {
  const carried = agentsTurned(
    episodes.filter(({ won }) => won),
    roles,
  )
    .map(({ role, saved }) => ({ role, saved }))
    .toSorted((a, b) => (b.saved.interval?.high ?? 1) - (a.saved.interval?.high ?? 1));
  const [most, next] = carried;
  if (!most?.saved.interval || !next?.saved.interval) return null;
  if (most.saved.interval.low <= DECIDES || next.saved.interval.high >= HARDLY) return null;
  return { role: most.role, decides: most.saved, next: next.saved, nextRole: next.role };
}
