/** What Shapley values let one say of the agents, and what not: who earned most, who least, and whether chance could have done it. */
import type { AgentShare, CreditShares } from '../credit/estimates.ts';

/** Efficiency (Shapley 1953): the shares sum to what the whole team earns over what it earns with nobody in. */
export interface Efficiency {
  /** v(N) and v(∅), mean rewards. */
  readonly whole: number;
  readonly empty: number;
  readonly sum: number;
}

/** NaN where the coalition was not played. */
export function efficiencyOf({ shares, worth }: CreditShares): Efficiency {
  return {
    whole: worthOf(worth, shares.length),
    empty: worthOf(worth, 0),
    sum: shares.reduce((sum, { value }) => sum + value, 0),
  };
}

/** Worth of the one coalition of all agents, or of none. */
const worthOf = (worth: CreditShares['worth'], size: number): number =>
  worth.find(({ roles }) => roles.length === size)?.reward ?? Number.NaN;

/** An agent at one end of the order. */
export interface Extreme {
  readonly share: AgentShare;
  /** Its interval lies wholly beyond everybody else's. False where there is nobody else. */
  readonly apart: boolean;
}

export interface Standings {
  readonly most: Extreme;
  readonly least: Extreme;
  /** Shares whose interval lies above 0, below it, or holds it (or is not known), in the team's order. */
  readonly gains: readonly AgentShare[];
  readonly harms: readonly AgentShare[];
  readonly open: readonly AgentShare[];
}

/** Null for a team without agents. */
export function standingsOf({ shares }: CreditShares): Standings | null {
  const ordered = shares.toSorted((a, b) => b.value - a.value);
  const [most, least] = [ordered[0], ordered.at(-1)];
  if (!most || !least) return null;
  const others = (own: AgentShare) => shares.filter((share) => share !== own);
  const apart = (own: AgentShare, beyond: (own: AgentShare, other: AgentShare) => boolean) =>
    shares.length > 1 && others(own).every((other) => beyond(own, other));
  const above = (a: AgentShare, b: AgentShare) => a.interval !== null && b.interval !== null && a.interval.low > b.interval.high;
  const gains = shares.filter(({ interval }) => interval !== null && interval.low > 0);
  const harms = shares.filter(({ interval }) => interval !== null && interval.high < 0);
  return {
    most: { share: most, apart: apart(most, above) },
    least: { share: least, apart: apart(least, (own, other) => above(other, own)) },
    gains,
    harms,
    open: shares.filter((share) => !gains.includes(share) && !harms.includes(share)),
  };
}

/** An order in which the agents may join, and what each brought on joining. */
export interface JoiningRow {
  readonly order: readonly string[];
  /** By role, in the team's order: v(those before and the agent) − v(those before). */
  readonly gains: readonly number[];
}

/** Teams up to so many agents have few enough orders to read. */
export const READABLE_PLAYERS = 3;

/** All orders of joining; their columns' means are the Shapley values. Empty where coalitions are missing or there are too many. */
export function joiningRows({ shares, worth }: CreditShares): JoiningRow[] {
  const roles = shares.map(({ role }) => role);
  if (roles.length > READABLE_PLAYERS || worth.length < 2 ** roles.length) return [];
  const worthOfRoles = (members: readonly string[]): number =>
    worth.find((coalition) => coalition.roles.length === members.length && members.every((role) => coalition.roles.includes(role)))
      ?.reward ?? Number.NaN;
  return ordersOf(roles).map((order) => ({
    order,
    gains: roles.map((role) => {
      const before = order.slice(0, order.indexOf(role));
      return worthOfRoles([...before, role]) - worthOfRoles(before);
    }),
  }));
}

function ordersOf(roles: readonly string[]): string[][] {
  if (roles.length === 0) return [[]];
  return roles.flatMap((first) => ordersOf(roles.filter((role) => role !== first)).map((rest) => [first, ...rest]));
}
