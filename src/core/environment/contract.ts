/**
 * The environment contract (DESIGN §5), as the host sees it. The guest's side, what a person writes in the editor,
 * is `guest.d.ts` beside this file. Only JSON crosses between the two.
 */

import type { Json } from '../json.ts';
import type { RandomKey } from '../random/threefry.ts';

export type Split = 'train' | 'test';

/** What one agent said, in speaking order; `turn` counts from 0. */
export interface SpokenMessage {
  readonly role: string;
  readonly text: string;
  readonly turn: number;
  /** Where agents have clocks: seconds from the turn's beginning to its first moment, and to its arrival. */
  readonly started?: number;
  readonly arrived?: number;
}

/** An observation or reward: one for all agents, or one per role. */
export type PerRole<T> = T | Readonly<Record<string, T>>;

/** The graph of one turn, where the environment chooses it: edges in place of the team's, `to` hears `from`. */
export interface ChosenGraph {
  readonly edges: readonly { readonly from: string; readonly to: string }[];
  /** Roles of those who speak; with an orchestrator, of those who may be called. Absent: those on duty. */
  readonly speaks?: readonly string[];
}

export interface EnvironmentInfo {
  readonly name: string;
  readonly description: string;
  readonly splits: { readonly train: number | 'unlimited'; readonly test: number | 'unlimited' };
  /** Names of the skills `step` reports, for the per-agent skill bars. */
  readonly skills: readonly string[];
  /** Which optional hooks the module defines. */
  readonly hooks: {
    readonly transition: boolean;
    readonly stepReward: boolean;
    readonly demonstrate: boolean;
    readonly mistake: boolean;
    readonly render: boolean;
    readonly privileged: boolean;
    readonly tool: boolean;
    readonly dependencies: boolean;
  };
}

export interface ResetRequest {
  readonly seed: number;
  readonly split: Split;
  readonly index: number;
  readonly problem?: Json;
  readonly randomKey: RandomKey;
}

export interface ResetResult {
  readonly state: Json;
  readonly observation: PerRole<string>;
  /** What `dependencies` chose for the first turn; absent for the team's own graph. */
  readonly dependencies?: ChosenGraph;
}

export interface StepRequest {
  readonly state: Json;
  readonly messages: readonly SpokenMessage[];
  readonly randomKey: RandomKey;
}

export interface StepResult {
  readonly state: Json;
  readonly observation: PerRole<string>;
  readonly reward: PerRole<number>;
  readonly terminated: boolean;
  readonly truncated: boolean;
  readonly info?: Readonly<Record<string, Json>>;
  readonly skills?: Readonly<Record<string, number>>;
  /** What `dependencies` chose for the turn that follows; absent for the team's own graph, and behind the end. */
  readonly dependencies?: ChosenGraph;
}

export interface DemonstrateRequest {
  readonly state: Json;
  readonly role: string;
  readonly messages: readonly SpokenMessage[];
  readonly randomKey: RandomKey;
}

/** A marked span of a message that is being written. */
export interface ToolRequest {
  /** The state in which the turn began. */
  readonly state: Json;
  /** Who calls. */
  readonly role: string;
  /** What stands between the marks. */
  readonly call: string;
  /** All of earlier turns, and of this one those that the caller sees. */
  readonly messages: readonly SpokenMessage[];
  readonly randomKey: RandomKey;
}

/** The messages of one turn that are to be paid one by one, after `step` judged that turn. */
export interface StepRewardRequest {
  /** The state that `step` returned. */
  readonly state: Json;
  /** All messages of the episode so far, in speaking order. */
  readonly messages: readonly SpokenMessage[];
  /** Which of them to pay, as indices into `messages`; those of the last message's turn when absent. */
  readonly positions?: readonly number[];
  /** What `step` paid the team for this turn (the mean over the roles where it paid each). */
  readonly teamReward: number;
}

/** The messages a request is about, as indices into its `messages`. */
export function ratedPositions({ messages, positions }: Pick<StepRewardRequest, 'messages' | 'positions'>): readonly number[] {
  if (!positions) return messages.flatMap(({ turn }, position) => (turn === messages.at(-1)?.turn ? [position] : []));
  const lost = positions.find((position) => messages[position] === undefined);
  if (lost !== undefined) throw new RangeError(`there is no message ${lost} among ${messages.length}`);
  return positions;
}

/**
 * Interpreter ticks that one request may take before it is stopped as an endless loop (unless a host is made with another
 * limit): 0.05 to 0.5 s. A tick is a call or half a loop round; what a built-in function does inside counts as one.
 */
export const TICK_BUDGET = 10_000_000;

/** What one request cost. */
export interface CallCost {
  /** `reset`, `step`, …; `load` for the module's top level. */
  readonly hook: string;
  /** Index of the request in its batch. */
  readonly request: number;
  /**
   * Interpreter ticks, counted one by one and the same on every machine: the hook's own, some twenty for its `random`, and
   * a few per value of what it returned (it is looked through). Of a search by regular expression only its rounds of
   * 10,000 are seen.
   */
  readonly ticks: number;
}

/**
 * Runs environment code somewhere it can do no harm. Calls take batches, because a round trip to a worker costs more
 * than a step. Every method rejects with a `FaultError` (code `E_ENV_*`, line and column where known).
 */
export interface EnvironmentHost {
  /** Compiles and evaluates the TypeScript module `source`; replaces what was loaded before. */
  load(source: string): Promise<EnvironmentInfo>;
  reset(requests: readonly ResetRequest[]): Promise<ResetResult[]>;
  step(requests: readonly StepRequest[]): Promise<StepResult[]>;
  /** The text between turns; empty when the module has no `transition`. */
  transition(requests: readonly { readonly state: Json; readonly messages: readonly SpokenMessage[] }[]): Promise<string[]>;
  /**
   * What each of a turn's messages earned by itself, for credit strategy `per_step`: per request one finite number for
   * each of its positions, in their order. Without the hook it rejects with `E_ENV_STEP_REWARD`.
   */
  stepReward(requests: readonly StepRewardRequest[]): Promise<number[][]>;
  demonstrate(requests: readonly DemonstrateRequest[]): Promise<string[]>;
  /** What a careless agent says, for warm starts. Without the hook it rejects with `E_ENV_HOOK`. */
  mistake(requests: readonly DemonstrateRequest[]): Promise<string[]>;
  /** What is put into the message behind each call; null for nothing. Without the hook it rejects with `E_ENV_HOOK`. */
  tool(requests: readonly ToolRequest[]): Promise<(string | null)[]>;
  render(state: Json): Promise<string>;
  /** The hidden state as the critic reads it, of each of `states`; empty when the module has no `privileged`. No agent is shown it. */
  privileged(states: readonly Json[]): Promise<string[]>;
  /** Console lines the guest printed since the last call. */
  takeConsole(): Promise<string[]>;
  /**
   * What the calls since it was last asked cost, in their order, failed ones too; the first 1,000 requests are kept. A
   * `load` starts the list afresh.
   */
  takeCost(): Promise<readonly CallCost[]>;
  dispose(): Promise<void>;
}
