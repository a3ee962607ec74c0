/** What credit can be estimated by playing on: values of states and shares of agents. */
import type { Interval } from '../statistics/intervals.ts';

/** The value of the state before a message, by playing on from it. */
export interface TreeValue {
  /** Messages already said. */
  readonly message: number;
  /** Mean reward of the continuations, over the whole episode. */
  readonly value: number;
  readonly interval: Interval | null;
  readonly rewards: readonly number[];
  /** What a critic should have foreseen here; null where it was not asked or cannot be known (`returnsFrom`). */
  readonly toCome: TreeReturn | null;
  /** How many of the continuations were cut off: what a critic would have seen behind their end is not in `toCome`. */
  readonly truncated: number;
}

/** Discounted rewards from a message on, as credit pays them. */
export interface TreeReturn {
  readonly value: number;
  /** Bootstrap, 95 %; null for fewer than two continuations. */
  readonly interval: Interval | null;
  /** By continuation. */
  readonly returns: readonly number[];
}

/** What an agent does who is not in the coalition. */
export const ABSENCES = ['base', 'silent'] as const;
export type Absence = (typeof ABSENCES)[number];

/** Up to as many players all 2^n coalitions are asked. */
export const EXACT_PLAYERS = 6;

export interface AgentShare {
  readonly role: string;
  readonly value: number;
  /** 95 %: by chance of the problems (exact), of the problems and of the orders of joining (sampled). */
  readonly interval: Interval | null;
}

export interface CreditShares {
  readonly method: 'exact' | 'sampled';
  /** Different problems that were played: those asked for, or all of a split that has fewer. */
  readonly problems: number;
  readonly shares: readonly AgentShare[];
  /** Mean reward of each coalition that was played; those in it by role. */
  readonly worth: readonly { readonly roles: readonly string[]; readonly reward: number }[];
}
