/**
 * What an episode leaves behind: the line of `rollouts/<iteration>.jsonl` (DESIGN §5), enough for anyone to recompute
 * every number. Field names are those of the file. Arrays have one entry per response token unless said otherwise.
 *
 * Of a run that something else trained (`core/formats/imports`) not all is known. An unknown number is NaN, in the file null; an
 * array of which nothing is known is empty.
 */
import type { ChosenGraph, PerRole, Split } from '../environment/contract.ts';
import type { Json } from '../json.ts';
import type { Segment } from '../team/compose.ts';
import type { ToolAnswer } from './tools.ts';

/** A part of a prompt as text: whose words, as a chat names them, such as `system`, `user` or an agent. */
export interface PromptPart {
  readonly role: string;
  readonly text: string;
}

/** `interrupted`: by an agent that was out of patience; what was said by then is all of the message. */
export type FinishReason = 'stop' | 'length' | 'interrupted';

export interface MessageRecord {
  readonly role: string;
  readonly turn: number;
  /** How many times this agent had spoken in the episode before. */
  readonly call: number;
  /** Indices into the episode's `messages` of those its prompt shows: this turn's by 𝒟, earlier ones by the team's `history`. */
  readonly sees: readonly number[];
  /** Completed updates of the adapter that sampled it. */
  readonly adapter_version: number;
  readonly prompt_ids: readonly number[];
  readonly segments: readonly Segment[];
  /** What the agent read, where it is known as text and not as ids; in imported runs. */
  readonly prompt_parts?: readonly PromptPart[];
  /** With compat `r3_linear_training`, the prompt it is scored and valued under, where that is another one. */
  readonly training_prompt_ids?: readonly number[];
  /** With `critic.reads` `transcript` or `state`, what the critic read in place of the prompt (`criticPrompt.ts`), where that is something else. */
  readonly critic_prompt_ids?: readonly number[];
  /** Includes the closing `<|im_end|>` when `finish_reason` is `stop`. */
  readonly response_ids: readonly number[];
  /** What the environment put into it where the agent called a tool (`tools.ts`); none of the arrays below has an entry for its tokens. */
  readonly tools?: readonly ToolAnswer[];
  /** Null where it is unknown. */
  readonly finish_reason: FinishReason | null;
  /** Most tokens it was allowed; absent in older files. */
  readonly max_tokens?: number;
  /** How many of these it had time for before it would have been interrupted; absent where it had for all. */
  readonly tokens_in_time?: number;
  /** Where agents have clocks, when it began and when it had arrived: simulated seconds from the turn's beginning. */
  readonly started?: number;
  readonly arrived?: number;
  /** The response decoded, with what tools answered and without the closing token. */
  readonly text: string;
  readonly temperature: number;
  /** Per token, the ids kept by top-k/top-p; absent when nothing was truncated. */
  readonly kept?: readonly (readonly number[])[];
  /** Log-probabilities of the distribution sampled from (temperature and kept set applied), nats. */
  readonly logprobs: readonly number[];
  /** The same under the frozen base (no adapter). */
  ref_logprobs: readonly number[];
  /** The same under the teacher, where the agent has one. */
  teacher_logprobs?: readonly number[];
  /** Critic's value of the state in which each decision was about to be made: one per token, or one for the message at message level. */
  values: readonly number[];
  /** Entropy of the distribution each token was sampled from, nats; empty where whatever sampled it tells none. */
  readonly entropies: readonly number[];
  /** What each role could expect of the whole episode before the message: the mean over the continuations; with VinePPO alone. */
  readonly tree_values?: Readonly<Record<string, number>>;
  /** The running mean of its role's returns before the episode; with RAE alone. */
  running_mean?: number;
  /** What it was held against; with C3, difference rewards and COMA alone. */
  counterfactual?: CounterfactualRecord;
  token_rewards: readonly number[];
  /** Before normalisation. */
  advantages: readonly number[];
  returns: readonly number[];
  /** Which of its tokens carried loss, as another trainer recorded it; in imported runs. */
  readonly response_mask?: readonly boolean[];
  /** Log-probabilities under the policy that was trained, where another trainer tells it apart from what sampled; in imported runs. */
  readonly trainer_logprobs?: readonly number[];
  /** What the iteration's update did to each token; absent where the agent's adapter was not to change, and in older files. */
  receipt?: MessageReceipt;
}

/** A message and others in its place, each with its worth by role: the mean reward of the whole episode played on behind it; with COMA the critic's value, of the speaker alone. */
export interface CounterfactualRecord {
  readonly worth: Readonly<Record<string, number>>;
  readonly others: readonly {
    /** As sampled; of silence the closing token alone. */
    readonly response_ids: readonly number[];
    readonly text: string;
    readonly worth: Readonly<Record<string, number>>;
  }[];
}

/** What the update did to a message that it learnt from; the arrays have one entry per response token. */
export interface MessageReceipt {
  /**
   * Log-probability after the last step, of the distribution as `logprobs` (temperature and kept set applied), nats. Where
   * `undone` stands, the team is no longer the one it was measured on.
   */
  readonly updated_logprobs: readonly number[];
  /** −∂loss/∂log π of the token, summed over the optimiser steps it took part in: where the objective pushed it, and how hard. */
  readonly push: readonly number[];
  /** Share of those steps in which a clip left the token's surrogate without a gradient. */
  readonly clipped: readonly number[];
  /** Advantage as the objective used it, the mean over those steps, refused ones included. */
  readonly normalized_advantages: readonly number[];
  /** Steps with this message that the KL gate refused; absent for 0. */
  readonly gated?: number;
  /** Its adapter changed, but it was in no minibatch of these steps itself; the other numbers are 0. */
  readonly left_out?: boolean;
  /**
   * Largest |ratio − 1| of its tokens in the first pass of the iteration, before any step; written only where it is above
   * `FIRST_RATIO_TOLERANCE`, which it never should be.
   */
  readonly first_ratio_deviation?: number;
  /** The steps were taken back afterwards: by the gate, or because the team went back to its best. */
  readonly undone?: 'kl_gate' | 'rollback';
}

/** What became of the messages of an orchestrator or a router; counts over the episode. Of an orchestrator, a turn that is in none of the last three ended by `<done/>`. */
export interface RoutingRecord {
  readonly orchestrator_calls: number;
  readonly specialist_calls: number;
  /** Turns that ended because a name was called that no agent on duty has; of a router, turns in which nothing was opened because its message could not be followed. */
  readonly unknown_role: number;
  /** Turns that ended because a message held neither tag. */
  readonly no_tag: number;
  /** Turns that ended because the orchestrator had written all its messages. */
  readonly limit: number;
}

export interface EpisodeRecord {
  readonly iteration: number;
  readonly episode: number;
  readonly seed: number;
  readonly split: Split;
  readonly problem_index: number;
  /** Episodes of one group share a problem (group methods); otherwise the episode's own number. */
  readonly group: number;
  /** The first observation. */
  readonly problem: string;
  /** Sum of the team's rewards over the turns; the team's reward of a turn paid per role is the mean over the agents. */
  readonly reward: number;
  /** Sum of rewards per role (equal to `reward` for each when the environment pays the team). */
  readonly rewards: Readonly<Record<string, number>>;
  /** What the environment paid at each turn, to the team or per role. */
  readonly turn_rewards: readonly PerRole<number>[];
  /** What the environment's `stepReward` gave each message, in the order of `messages`; only with per-step credit. */
  readonly step_rewards?: readonly number[];
  /** Null where it is unknown, as below. */
  readonly terminated: boolean | null;
  readonly truncated: boolean | null;
  /**
   * With `critic.reads` `state`, the hidden state that each turn began in (`privileged`), and behind them that of a truncated end; no
   * agent was shown it. Absent where the environment tells none.
   */
  readonly hidden_states?: readonly string[];
  /** By turn, the graph that the environment or a router chose for it, null where the team's own held; absent where none was chosen. */
  readonly dependencies?: readonly (ChosenGraph | null)[];
  /** Value the recursion starts from behind the last token: 0 when terminated. */
  bootstrap: number;
  readonly skills?: Readonly<Record<string, number>>;
  readonly info?: Readonly<Record<string, Json>>;
  /** With orchestration `dynamic` or `routed`. */
  readonly routing?: RoutingRecord;
  readonly messages: readonly MessageRecord[];
}
