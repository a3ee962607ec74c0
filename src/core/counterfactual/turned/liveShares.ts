/** What a training knows of who saved and who spoiled, as numbers of a row of `metrics.jsonl` and back (docs/metrics.md). */
import type { Interval } from '../../statistics/intervals.ts';
import type { AskedEpisode } from './live.ts';
import { type Share, shareOf } from './shares.ts';

type Row = Readonly<Record<string, number>>;

/** `decides`: of the won episodes in which it spoke, those that hang on the agent's words. */
export const LIVE_SHARES = ['saved', 'spoiled', 'decides'] as const;
export type LiveShare = (typeof LIVE_SHARES)[number];

/** A share of a row. */
export interface ToldShare {
  readonly value: number;
  readonly interval: Interval;
}

export interface LiveAgent {
  readonly role: string;
  /** Null where it is not known. */
  readonly shares: Readonly<Record<LiveShare, ToldShare | null>>;
}

/** Episodes that the shares of a row are of, and those that were won. */
export const LIVE_EPISODES = 'turned/episodes';
export const LIVE_WON = 'turned/won';

export const liveMetric = (role: string, share: LiveShare): string => `turned/${role}/${share}`;

/** Nothing where nobody was asked about; of an agent nothing about which nothing is known. */
export function liveMetrics(recent: readonly AskedEpisode[], roles: readonly string[]): Record<string, number> {
  if (recent.length === 0) return {};
  const won = recent.filter((episode) => episode.won);
  const row: Record<string, number> = { [LIVE_EPISODES]: recent.length, [LIVE_WON]: won.length };
  const tell = (name: string, { count, of, interval }: Share): void => {
    if (interval) Object.assign(row, { [name]: count / of, [`${name}_low`]: interval.low, [`${name}_high`]: interval.high });
  };
  for (const role of roles) {
    for (const turn of ['saved', 'spoiled'] as const)
      tell(liveMetric(role, turn), shareOf(recent.filter((episode) => episode[turn].includes(role)).length, recent.length));
    const known = won.filter(({ replaced }) => replaced.includes(role));
    tell(liveMetric(role, 'decides'), shareOf(known.filter(({ decided }) => decided.includes(role)).length, known.length));
  }
  return row;
}

/** What a row tells of these agents. */
export function liveAgents(row: Row, roles: readonly string[]): LiveAgent[] {
  const told = (name: string): ToldShare | null => {
    const [value, low, high] = [row[name], row[`${name}_low`], row[`${name}_high`]];
    return value === undefined || low === undefined || high === undefined ? null : { value, interval: { low, high } };
  };
  return roles.map((role) => ({
    role,
    shares: {
      saved: told(liveMetric(role, 'saved')),
      spoiled: told(liveMetric(role, 'spoiled')),
      decides: told(liveMetric(role, 'decides')),
    },
  }));
}

/** The agents that a row tells of. */
export const liveRoles = (row: Row): string[] =>
  Object.keys(row).flatMap((name) => /^turned\/(?<role>[^/]+)\/saved$/.exec(name)?.groups?.['role'] ?? []);

/** Whoever has the largest of a row's shares, the first of several; null where none is known. */
export function largestShare(row: Row, share: LiveShare): (ToldShare & { readonly role: string }) | null {
  const told = liveAgents(row, liveRoles(row)).flatMap(({ role, shares }) => (shares[share] ? [{ role, ...shares[share] }] : []));
  return told.toSorted((a, b) => b.value - a.value)[0] ?? null;
}
