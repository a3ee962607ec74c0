/** What an episode asks of the generator, and what it gets back: the seam between rollouts and the engine. */
import type { SamplingSettings } from '../document/schema.ts';
import type { RandomKey } from '../random/threefry.ts';
import type { FinishReason, MessageRecord } from './records.ts';
import type { Segment } from '../team/compose.ts';
import { sampledSegments, type ThoughtSpan } from './thoughts.ts';
import type { ToolAnswer } from './tools.ts';

/** What one agent is asked to say now. */
export interface GenerationRequest {
  readonly episode: number;
  readonly role: string;
  readonly agentIndex: number;
  readonly turn: number;
  /** How many times this agent spoke in the episode before. */
  readonly call: number;
  /** Index the message will have in the record's `messages`. */
  readonly index: number;
  readonly promptIds: readonly number[];
  readonly segments: readonly Segment[];
  /** Indices into the record's `messages`. */
  readonly sees: readonly number[];
  /** Token t of the response draws at counter t. */
  readonly key: RandomKey;
  readonly sampling: SamplingSettings;
}

/** What the generator gives back; arrays have one entry per response token, entropies none where they are not known. */
export interface GeneratedMessage {
  /** Includes the closing `<|im_end|>` when it was sampled. */
  readonly responseIds: readonly number[];
  readonly logprobs: readonly number[];
  readonly entropies: readonly number[];
  /** Ids kept by top-k/top-p; absent when nothing was truncated. */
  readonly kept?: readonly (readonly number[])[];
  readonly finishReason: FinishReason;
  /** What the environment answered within it; absent where it was not called. */
  readonly tools?: readonly ToolAnswer[];
  /** With those answers. */
  readonly text: string;
  readonly adapterVersion: number;
}

/** The record of a message; reference, value and credit are empty until they are computed. `trained` and `valued`: the prompts it is trained and valued under, if others; `thoughts` in its response. */
export function messageRecord(
  request: GenerationRequest,
  message: GeneratedMessage,
  { trained, valued }: { readonly trained: readonly number[] | null; readonly valued: readonly number[] | null },
  thoughts: readonly ThoughtSpan[],
): MessageRecord {
  const promptLength = request.promptIds.length;
  return {
    role: request.role,
    turn: request.turn,
    call: request.call,
    sees: request.sees,
    adapter_version: message.adapterVersion,
    prompt_ids: request.promptIds,
    segments: [...request.segments, ...sampledSegments(request.role, promptLength, message.responseIds.length, thoughts)],
    ...(trained ? { training_prompt_ids: trained } : {}),
    ...(valued ? { critic_prompt_ids: valued } : {}),
    response_ids: message.responseIds,
    ...(message.tools ? { tools: message.tools } : {}),
    finish_reason: message.finishReason,
    max_tokens: request.sampling.maxNewTokens,
    text: message.text,
    temperature: request.sampling.temperature,
    ...(message.kept ? { kept: message.kept } : {}),
    logprobs: message.logprobs,
    ref_logprobs: [],
    values: [],
    entropies: message.entropies,
    token_rewards: [],
    advantages: [],
    returns: [],
  };
}
