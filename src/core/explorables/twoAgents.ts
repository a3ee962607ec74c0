/**
 * A team of two in a single decision: the planner chooses one of two actions, then the solver one of two, and both are paid the same. Small
 * enough to go through all that may happen, so that what theory says of teams holds to the last digit.
 */
import { at } from '../at.ts';

/** One number for each action of the planner, then for each of the solver, [2][2]. */
export type Table = readonly [readonly [number, number], readonly [number, number]];

export interface TeamPolicy {
  /** Chance of the planner's first action. */
  readonly planner: number;
  /** Chance of the solver's first action, after the planner's first action and after its second; alike where it does not hear the planner. */
  readonly solver: readonly [number, number];
  /** Whether the solver hears the planner: 𝒟(planner, solver). */
  readonly hears: boolean;
}

/** A joint action: the planner's, then the solver's. */
export type Joint = readonly [planner: 0 | 1, solver: 0 | 1];
export const ACTIONS = [0, 1] as const;
export const JOINTS: readonly Joint[] = ACTIONS.flatMap((a) => ACTIONS.map((b) => [a, b] as const));

/** The sum of a 1 that must be carried exactly once. Action 0 carries it, action 1 leaves it. */
export const CARRY: Table = [
  [0, 1],
  [1, 0],
];
export const FIRST_POLICY: TeamPolicy = { planner: 0.2, solver: [0.2, 0.2], hears: false };

const chance = (p: number, action: 0 | 1): number => (action === 0 ? p : 1 - p);

/** π(planner's action), or π(solver's action | planner's action). */
export const plannerChance = ({ planner }: TeamPolicy, a: 0 | 1): number => chance(planner, a);
export const solverChance = ({ solver }: TeamPolicy, [a, b]: Joint): number => chance(solver[a], b);
export const jointChance = (policy: TeamPolicy, joint: Joint): number => plannerChance(policy, joint[0]) * solverChance(policy, joint);

const sumOver = <T>(all: readonly T[], of: (one: T) => number): number => all.reduce((sum, one) => sum + of(one), 0);
const tableOf = (of: (joint: Joint) => number): Table => [
  [of([0, 0]), of([0, 1])],
  [of([1, 0]), of([1, 1])],
];

/** V, the expected reward. */
export const valueOf = (payoffs: Table, policy: TeamPolicy): number =>
  sumOver(JOINTS, (joint) => jointChance(policy, joint) * payoffs[joint[0]][joint[1]]);

export interface Decomposition {
  /** V, before anybody has spoken. */
  readonly value: number;
  /** Q¹(a): the expected reward once the planner has chosen, [2]. */
  readonly afterPlanner: readonly [number, number];
  /** A¹(a) = Q¹(a) − V, [2]. */
  readonly planner: readonly [number, number];
  /** A²(a, b) = r(a, b) − Q¹(a). */
  readonly solver: Table;
  /** A(a, b) = r(a, b) − V, which is A¹(a) + A²(a, b). */
  readonly joint: Table;
}

/** The terms of the multi-agent advantage decomposition (Kuba et al. 2022, definition 1 and lemma 1), the planner first. */
export function decompose(payoffs: Table, policy: TeamPolicy): Decomposition {
  const value = valueOf(payoffs, policy);
  const after = (a: 0 | 1): number => sumOver(ACTIONS, (b) => solverChance(policy, [a, b]) * payoffs[a][b]);
  const afterPlanner = [after(0), after(1)] as const;
  return {
    value,
    afterPlanner,
    planner: [afterPlanner[0] - value, afterPlanner[1] - value],
    solver: tableOf(([a, b]) => payoffs[a][b] - afterPlanner[a]),
    joint: tableOf(([a, b]) => payoffs[a][b] - value),
  };
}

/**
 * A chance after a step of size `rate` (η, one over reward) on how much better the first action is: π' ∝ π e^{ηA}, which makes the mean
 * advantage less KL(π' ‖ π) / η as large as it can be; the natural policy gradient of a softmax (Kakade 2001).
 */
function stepped(p: number, better: number, rate: number): number {
  const odds = Math.log(p / (1 - p)) + rate * better;
  const within = Math.min(MOST_ODDS, Math.max(-MOST_ODDS, odds));
  return 1 / (1 + Math.exp(-within));
}
/** Beyond it 1 − π is lost in rounding, and the policy could never come back. */
const MOST_ODDS = 20;

/** What the planner's step makes of the team, the solver as it is. */
export function plannerStep(payoffs: Table, policy: TeamPolicy, rate: number): TeamPolicy {
  const [first, second] = decompose(payoffs, policy).planner;
  return { ...policy, planner: stepped(policy.planner, first - second, rate) };
}

/** What the solver's step makes of the team, the planner as it is: for each action that it hears, or for what the planner does on average. */
export function solverStep(payoffs: Table, policy: TeamPolicy, rate: number): TeamPolicy {
  const better = ACTIONS.map((a) => payoffs[a][0] - payoffs[a][1]);
  const mean = sumOver(ACTIONS, (a) => plannerChance(policy, a) * at(better, a));
  const after = (a: 0 | 1): number => stepped(policy.solver[a], policy.hears ? at(better, a) : mean, rate);
  return { ...policy, solver: [after(0), after(1)] };
}

/** Both step at once, each for the other as it was. */
export function stepTogether(payoffs: Table, policy: TeamPolicy, rate: number): TeamPolicy {
  return { ...policy, planner: plannerStep(payoffs, policy, rate).planner, solver: solverStep(payoffs, policy, rate).solver };
}

/** The planner steps first, then the solver for the planner as it is now. */
export function stepInTurn(payoffs: Table, policy: TeamPolicy, rate: number): TeamPolicy {
  return solverStep(payoffs, plannerStep(payoffs, policy, rate), rate);
}

export interface Gains {
  /** What each agent's step adds to the expected reward while the other stays as it was. */
  readonly alone: { readonly planner: number; readonly solver: number };
  /** The same, the solver's counted for the planner as it became: E[A¹] and E[A²] under the new team, A by the old one (Kuba et al. 2022, definition 2). */
  readonly terms: { readonly planner: number; readonly solver: number };
  /** What both steps did to it; the sum of the terms. */
  readonly came: number;
}

/** What was to be expected of a step of the team, and what came. */
export function gainsOf(payoffs: Table, before: TeamPolicy, after: TeamPolicy): Gains {
  const was = decompose(payoffs, before);
  return {
    alone: {
      planner: valueOf(payoffs, { ...before, planner: after.planner }) - was.value,
      solver: valueOf(payoffs, { ...before, solver: after.solver }) - was.value,
    },
    terms: {
      planner: sumOver(ACTIONS, (a) => plannerChance(after, a) * was.planner[a]),
      solver: sumOver(JOINTS, (joint) => jointChance(after, joint) * was.solver[joint[0]][joint[1]]),
    },
    came: valueOf(payoffs, after) - was.value,
  };
}

/** The same team with the arrow drawn or deleted: who no longer hears keeps its mean chance. */
export function withHearing(policy: TeamPolicy, hears: boolean): TeamPolicy {
  const mean = sumOver(ACTIONS, (a) => plannerChance(policy, a) * policy.solver[a]);
  return { ...policy, hears, solver: hears ? policy.solver : [mean, mean] };
}
