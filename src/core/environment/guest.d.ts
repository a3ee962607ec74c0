/**
 * `marft/env`: the only module an environment may import. This file is what the editor shows on hover; the helpers'
 * code is `guest-helpers.ts` beside it. An environment is a module whose default export satisfies {@link Environment}.
 *
 * Three rules keep runs repeatable and episodes forkable:
 * 1. `state` is plain JSON. It is handed to you on every call; whatever must be remembered goes into it.
 * 2. The module keeps nothing between calls: same input, same output, in any order.
 * 3. Chance comes from `random` only. There is no clock, no network and no `Math.random`.
 */

/** Plain data: what `JSON.stringify` writes and `JSON.parse` reads back unchanged. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** `train` problems are rewarded while learning; `test` problems only measure. */
export type Split = 'train' | 'test';

/** A fresh number in [0, 1) at each call; the same sequence whenever the same episode is replayed. */
export type Random = () => number;

/** What one agent said. */
export interface Message {
  /** The agent's name, such as `planner`. */
  readonly role: string;
  readonly text: string;
  /** Counts from 0; one turn lies between two calls of `step`. */
  readonly turn: number;
  /**
   * When it was begun and when it had arrived, in simulated seconds from the turn's beginning, where agents have clocks (setting *Clock*);
   * absent where no time passes, as when an episode is stepped through by hand. What it makes of them is how waiting costs.
   */
  readonly started?: number;
  readonly arrived?: number;
}

/** One value for the whole team, or one for each role by name. */
export type PerRole<T> = T | Readonly<Record<string, T>>;

/** The graph of one turn: who hears whom, and who speaks. */
export interface TurnGraph {
  /** `to` hears what `from` says in this turn. No circles. */
  readonly edges: readonly { readonly from: string; readonly to: string }[];
  /** Who speaks, by role; with an orchestrator, who may be called. Left out: those on duty. */
  readonly speaks?: readonly string[];
}

/** A new episode begins. */
export interface ResetInput {
  /** The run's seed. */
  readonly seed: number;
  readonly split: Split;
  /** Which problem of the split; the same split, index and seed give the same `random`, and therefore the same problem. */
  readonly index: number;
  /** A row of the attached problem set, when there is one. */
  readonly problem?: Json;
  readonly random: Random;
}

export interface ResetOutput<State> {
  readonly state: State;
  /** What the agents read before they speak: one text for all, or one for each role. */
  readonly observation: PerRole<string>;
}

/** Everybody has spoken once more. */
export interface StepInput<State> {
  readonly state: State;
  /** All messages of the episode so far, in speaking order. */
  readonly messages: readonly Message[];
  readonly random: Random;
}

export interface StepOutput<State> {
  readonly state: State;
  /** What the agents read in the next turn, if there is one. */
  readonly observation: PerRole<string>;
  /** A finite number for the team, or one for each role. */
  readonly reward: PerRole<number>;
  /** The episode has ended by the rules of the task. */
  readonly terminated: boolean;
  /** The episode was cut off, for example by a limit; its future still counts for the critic. */
  readonly truncated: boolean;
  /** Anything worth reading beside the episode, at most 16 KB. */
  readonly info?: Readonly<Record<string, Json>>;
  /** How well each skill went, 0 to 1; leave out what this team cannot show. */
  readonly skills?: Readonly<Record<string, number>>;
}

export interface Environment<State = Json> {
  /** Version of this contract that the file is written for; 1 when left out. A workbench refuses a newer one than it knows. */
  readonly contract?: 1;
  readonly name: string;
  readonly description: string;
  /** How many problems each split has; without it both are unlimited. */
  readonly splits?: { readonly train: number | 'unlimited'; readonly test: number | 'unlimited' };
  /** Names of the skills that `step` reports; the page draws a bar for each. */
  readonly skills?: readonly string[];
  /** Starts an episode: draws a problem and says what the agents read. */
  reset(input: ResetInput): ResetOutput<State>;
  /** Judges what was said in this turn. */
  step(input: StepInput<State>): StepOutput<State>;
  /** Text put between two turns, such as a judge's remark. */
  transition?(input: { readonly state: State; readonly messages: readonly Message[] }): string;
  /** The reward of one message by itself, a finite number: asked after `step` when the credit strategy is `per_step`. */
  stepReward?(input: {
    /** As `step` returned it. */
    readonly state: State;
    /** All messages of the episode so far, in speaking order. */
    readonly messages: readonly Message[];
    /** Which of them is to be paid, counted from 0. */
    readonly position: number;
    /** What `step` paid the team for this turn. */
    readonly teamReward: number;
  }): number;
  /** What a good agent in this role would say now: used to warm up a team, and to check the environment. */
  demonstrate?(input: {
    readonly state: State;
    readonly role: string;
    readonly messages: readonly Message[];
    readonly random: Random;
  }): string;
  /**
   * What a careless agent in this role would say: one wrong habit, the same kind again and again, such as reading minus
   * as plus. A warm start mixes it with `demonstrate`, because reinforcement learning sharpens what a base already does
   * and needs something to sharpen it against. Without it, mistakes are what `demonstrate` says of another problem.
   */
  mistake?(input: { readonly state: State; readonly role: string; readonly messages: readonly Message[]; readonly random: Random }): string;
  /**
   * The answer to a call: a span that an agent marks in its message while it writes, such as `[12*7]` (settings *Tools*). The text is put
   * into the message right behind the call, and the agent goes on from there; it is not the agent's, so nothing learns to write it. At
   * most 2,000 characters; `null` puts nothing there. `state` is as the turn began: a tool reads it and cannot change it.
   */
  tool?(input: {
    readonly state: State;
    /** Who calls. */
    readonly role: string;
    /** What stands between the marks. */
    readonly call: string;
    /** All messages of earlier turns, and of this one those that the agent sees. */
    readonly messages: readonly Message[];
    readonly random: Random;
  }): string | null;
  /** The state as text, for the reader of an episode. */
  render?(input: { readonly state: State }): string;
  /**
   * What the agents do not see, as text: read by a critic of the whole state (setting *Critic reads*) and never by an agent. Asked
   * when a turn begins, after `reset` and after every `step` that did not terminate, with the state that this returned; so it
   * cannot tell what is said in the turn. Text of a few tokens that a small model can read, such as `sum 7, target 9`.
   */
  privileged?(input: { readonly state: State }): string;
  /**
   * The graph of the turn that begins, in place of the team's; `null` for the team's own. Asked after `reset` and after every `step` that
   * did not terminate, with the state that was returned: what the agents said before is there if `step` put it there, so an agent's message
   * may be what chooses the next turn's graph.
   */
  dependencies?(input: { readonly state: State }): TurnGraph | null;
}

/** What a class in R1's style is made with: the names of R1's own environment where it has them. */
export interface ClassSettings {
  /** The run's seed. */
  readonly seed: number;
  /** The split, by R1's name for it. */
  readonly mode: Split;
  /** Which problem of the split. */
  readonly index: number;
  /** A row of the attached problem set, when there is one. */
  readonly problem?: Json;
  /** `static roles` of the class, and how many they are; undefined without it. */
  readonly roles?: readonly string[];
  readonly num_agents?: number;
  /** R1's number of the parallel environment; always 0. */
  readonly rank: 0;
  /** Chance, for the whole episode: keep it in a field. Use it where R1 has Python's `random`. */
  readonly random: Random;
}

/**
 * An environment in the style of MARFT's first code base (R1): a class that keeps the episode in its fields. Export it as
 * the default: `export default class Count implements ClassEnvironment { … }`. Static fields say the rest: `description`,
 * `splits`, `skills` as in {@link Environment}, and `roles`, the agents in the order of R1's lists. The name is the class's.
 *
 * Episodes fork by replay: every call makes a new instance and plays the episode again up to there, so the n-th step costs
 * n steps, and the class must draw chance from `random` only.
 */
export interface ClassEnvironment {
  /** Starts the episode; the text all agents read, or a list with one for each. */
  reset(): string | readonly string[];
  /**
   * One turn. `actions`: what the agents said in it, in the order of `static roles` (nothing said is an empty text), else in
   * speaking order. Rewards: one number for the team, or a list with one for each agent, as R1's `[0, …, 0, score]`. Dones: the
   * episode ends when all are true.
   */
  step(
    actions: readonly string[],
  ): readonly [
    next_obs: string | readonly string[],
    rewards: number | readonly number[],
    dones: boolean | readonly boolean[],
    infos?: Readonly<Record<string, Json>>,
  ];
  /** Moves the class's own state on. As in R1 it is `step` that calls it, nobody else; what it returns is the class's affair. */
  transition?(...input: never[]): unknown;
  /** As in {@link Environment}, without the state: the instance has it. */
  stepReward?(input: { readonly messages: readonly Message[]; readonly position: number; readonly teamReward: number }): number;
  /** As in {@link Environment}, without the state: the instance has it. */
  demonstrate?(input: { readonly role: string; readonly messages: readonly Message[]; readonly random: Random }): string;
  /** As in {@link Environment}, without the state: the instance has it. */
  mistake?(input: { readonly role: string; readonly messages: readonly Message[]; readonly random: Random }): string;
  /** As in {@link Environment}, without the state: the instance has it. */
  tool?(input: {
    readonly role: string;
    readonly call: string;
    readonly messages: readonly Message[];
    readonly random: Random;
  }): string | null;
  /** The episode so far as text. */
  render?(): string;
  /** As in {@link Environment}, without the state: the instance has it. */
  privileged?(): string;
  /** As in {@link Environment}, without the state: the instance has it. */
  dependencies?(): TurnGraph | null;
}

/** The class itself, as the default export. */
export interface ClassEnvironmentConstructor {
  new (settings: ClassSettings): ClassEnvironment;
  readonly prototype: ClassEnvironment;
  readonly roles?: readonly string[];
}

/** The last whole number in a text, or `null`: `'=11-2=9'` gives 9, `'it is -3.'` gives -3, `'7-4'` gives 4. */
export function lastInteger(text: string): number | null;

/** The last number in a text, decimals and thousands commas included, or `null`: `'about 1,234.5 m'` gives 1234.5. */
export function lastNumber(text: string): number | null;

/** Whether the last number in `text` is `answer`, within a relative tolerance (default 1e-9). */
export function sameNumber(text: string, answer: number, tolerance?: number): boolean;

/** Lower case, single spaces, none at the ends: for comparing what people and agents write. */
export function normalizeText(text: string): string;

/**
 * The notebook that messages have filled: by key, what was written as `[key=value]`, a later note over an earlier one. Keys have no white
 * space, brackets, `=` or `?` in them. It is made of the messages each time it is asked for, so that an episode without a note has none.
 */
export function remembered(messages: readonly Message[]): Record<string, string>;

/**
 * The answer of the notebook to a call, for the hook `tool` with the marks `[` and `]`: `key?` is answered by `=value;`, or `=?;` where nothing
 * was written; everything else, notes among them, by nothing.
 */
export function recall(call: string, messages: readonly Message[]): string | null;

/** A whole number between `low` and `high`, both included, each equally likely. */
export function integer(random: Random, low: number, high: number): number;

/** One element of a list, each equally likely. */
export function pick<T>(random: Random, list: readonly T[]): T;

/** A shuffled copy of a list, each order equally likely. */
export function shuffle<T>(random: Random, list: readonly T[]): T[];

/** A fixed whole number from 0 to 4294967295 for a text, the same on every machine: for setting problems aside, not for secrets. */
export function hash(text: string): number;

/** A `Random` of its own, from up to two whole numbers: for drawing something that must not depend on what was drawn before. */
export function seededRandom(seed: number, stream?: number): Random;

/**
 * Ways in which the grader of the original MARFT is wrong, by name; none is on unless you ask. `r1_extraction`: without a
 * phrase or a box the last run of digits counts, `7-4` giving -4, and a phrase's answer is all the text after it.
 * `r1_units`: single letters such as `t` and `a` are units. `r1_percent`: 0.5, 50 and 5000 are the same. `r1_tolerance`:
 * whole numbers too may differ by a ten-thousandth. `r1_case`: `R` is `r`. `r1_brackets`: `(0,1)` is `[0,1]`.
 * `r1_raw_label`: the answer it compares with is not put in one form first (R1 in training).
 */
export type GraderQuirk = 'r1_extraction' | 'r1_units' | 'r1_percent' | 'r1_tolerance' | 'r1_case' | 'r1_brackets' | 'r1_raw_label';

export interface GraderOptions {
  readonly quirks?: readonly GraderQuirk[];
}

/**
 * The answer a text gives, in one form, or `null`: what stands in its last `\boxed{…}`, else behind `####`, else behind
 * “the answer is”, else its last number. `'so \boxed{3/4}'` gives `'\frac{3}{4}'`, `'it is 1,234.50 ok'` gives `'1234.50'`.
 */
export function extractAnswer(text: string, options?: GraderOptions): string | null;

/**
 * Whether two answers are the same: numbers, fractions, mixed numbers, percentages, roots, expressions in variables,
 * complex numbers, equations, tuples, intervals, sets, unions, matrices, words. Units and layout do not count; decimals may
 * differ by a ten-thousandth. `sameAnswer('0.5', '\frac12')` is true, `sameAnswer('(0,1)', '[0,1]')` is not.
 */
export function sameAnswer(given: string, answer: string | number, options?: GraderOptions): boolean;

/** Whether the answer that `text` gives ({@link extractAnswer}) is `answer` ({@link sameAnswer}). */
export function gradeMath(text: string, answer: string | number, options?: GraderOptions): boolean;
