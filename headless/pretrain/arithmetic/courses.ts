/**
 * What the bases made here are taught: which problems, with which habits, in which mix. A course is all that
 * {@link corpusRow} needs to know; the sizes of the models are in `recipe.ts`.
 */
import arithmetic from '../../../src/environments/problems/arithmetic.env.ts';
import arithmeticSix from '../../../src/environments/problems/arithmetic-six.env.ts';
import type { Habits } from './behaviours.ts';
import type { ArithmeticEnvironment } from './problems.ts';
import type { Behaviour } from './profiles.ts';

/** A kind of row: who spoke before the row's agent, and what that agent does. */
export interface RowKind {
  readonly kind: string;
  readonly before: readonly Behaviour[];
  readonly behaviour: Behaviour;
  /** Drills give the first `=` and ask for the right value only. */
  readonly drill?: boolean;
  /** Per mille of all rows. */
  readonly share: number;
}

export interface Course {
  readonly environment: ArithmeticEnvironment;
  readonly habits: Habits;
  readonly kinds: readonly RowKind[];
  readonly drills: {
    /** Share that is bare arithmetic, without profile and problem. */
    readonly bare: number;
    /** Problems drawn for one, of which the first with the most operations is taken. */
    readonly draws: number;
  };
  /** Share of long profiles among the rows that may have one (no drill, no agent alone). */
  readonly longProfiles: number;
}

/**
 * Rows in which an agent is told something unusual for its place (to solve before anybody planned, to plan after an
 * answer) are what makes a prompt matter; the drills set how far RL can get.
 */
const MICRO_KINDS: readonly RowKind[] = [
  { kind: 'plan', before: [], behaviour: 'plan', share: 180 },
  { kind: 'solve', before: ['plan'], behaviour: 'solve', share: 180 },
  { kind: 'solve-first', before: [], behaviour: 'solve', share: 130 },
  { kind: 'solve-again', before: ['solve'], behaviour: 'solve', share: 40 },
  { kind: 'solve-third', before: ['plan', 'solve'], behaviour: 'solve', share: 15 },
  { kind: 'plan-again', before: ['plan'], behaviour: 'plan', share: 15 },
  { kind: 'plan-late', before: ['solve'], behaviour: 'plan', share: 15 },
  { kind: 'solo', before: [], behaviour: 'solo', share: 55 },
  { kind: 'verify', before: ['plan', 'solve'], behaviour: 'verify', share: 80 },
  { kind: 'verify-solo', before: ['solo'], behaviour: 'verify', share: 10 },
  { kind: 'drill', before: ['plan'], behaviour: 'solve', drill: true, share: 200 },
  { kind: 'drill-verify', before: ['plan', 'solve'], behaviour: 'verify', drill: true, share: 80 },
];

const MICRO_HABITS: Habits = {
  plans: {
    '+': { right: 0.68, misreadAs: ['*'], misread: 0.2 },
    '-': { right: 0.39, misreadAs: ['+'], misread: 0.52 },
    '*': { right: 0.39, misreadAs: ['+'], misread: 0.52 },
  },
  showWork: 0.48,
  slip: 0.03,
  guessRight: 0.4,
  repeat: 0.6,
  blindShown: 0.85,
  accept: 0.6,
  overrideRight: 0.3,
  soloWork: 0.6,
};

/** Sums, differences and products of two numbers. */
export const MICRO_COURSE: Course = {
  environment: arithmetic,
  habits: MICRO_HABITS,
  kinds: MICRO_KINDS,
  drills: { bare: 0.5, draws: 1 },
  longProfiles: 0,
};

/** The harder arithmetic takes more drills, most of them bare and of two operations. */
const STANDARD_KINDS: readonly RowKind[] = [
  { kind: 'plan', before: [], behaviour: 'plan', share: 150 },
  { kind: 'solve', before: ['plan'], behaviour: 'solve', share: 170 },
  { kind: 'solve-first', before: [], behaviour: 'solve', share: 90 },
  { kind: 'solve-again', before: ['solve'], behaviour: 'solve', share: 25 },
  { kind: 'solve-third', before: ['plan', 'solve'], behaviour: 'solve', share: 10 },
  { kind: 'plan-again', before: ['plan'], behaviour: 'plan', share: 10 },
  { kind: 'plan-late', before: ['solve'], behaviour: 'plan', share: 10 },
  { kind: 'solo', before: [], behaviour: 'solo', share: 45 },
  { kind: 'verify', before: ['plan', 'solve'], behaviour: 'verify', share: 60 },
  { kind: 'verify-solo', before: ['solo'], behaviour: 'verify', share: 10 },
  { kind: 'drill', before: ['plan'], behaviour: 'solve', drill: true, share: 390 },
  { kind: 'drill-verify', before: ['plan', 'solve'], behaviour: 'verify', drill: true, share: 30 },
];

/** Minus and times are mostly read as plus, as micro reads them. */
const STANDARD_HABITS: Habits = {
  ...MICRO_HABITS,
  plans: {
    '+': { right: 0.68, misreadAs: ['*'], misread: 0.2 },
    '-': { right: 0.41, misreadAs: ['+'], misread: 0.5 },
    '*': { right: 0.41, misreadAs: ['+'], misread: 0.5 },
    '*+': { right: 0.55, misreadAs: ['*'], misread: 0.36 },
    '*-': { right: 0.41, misreadAs: ['*', '+'], misread: 0.5 },
    '+-': { right: 0.41, misreadAs: ['+', '+'], misread: 0.5 },
  },
  showWork: 0.5,
};

/** Six types of one or two operations, and now and then a profile as long as those of the original MARFT. */
export const STANDARD_COURSE: Course = {
  environment: arithmeticSix,
  habits: STANDARD_HABITS,
  kinds: STANDARD_KINDS,
  drills: { bare: 0.75, draws: 2 },
  longProfiles: 0.09,
};
