/** What an episode asks of the generator, and what it gets back: the seam between rollouts and the engine. */
import type { SamplingSettings } from '../document/schema.ts';
import type { RandomKey } from '../random/threefry.ts';
import { arrival, type Timing, tokensInTime } from '../team/timing.ts';
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
  /** With as many tokens at most as it has time for. */
  readonly sampling: SamplingSettings;
  /** Where agents have clocks: when it begins and how fast it is said, and the most tokens that its agent may write. */
  readonly clocked?: { readonly timing: Timing; readonly maxNewTokens: number };
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

/** What its clock makes of an agent's sampling for a message. */
export function clockedSampling(sampling: SamplingSettings, timing: Timing | undefined): Pick<GenerationRequest, 'sampling' | 'clocked'> {
  if (!timing) return { sampling };
  const { maxNewTokens } = sampling;
  return { sampling: { ...sampling, maxNewTokens: tokensInTime(timing, maxNewTokens) }, clocked: { timing, maxNewTokens } };
}

/** How a message ended: interrupted, where it ran into the limit that time set it. */
export function finishOf({ sampling, clocked }: GenerationRequest, { finishReason, responseIds }: GeneratedMessage): FinishReason {
  const isCut = clocked && sampling.maxNewTokens < clocked.maxNewTokens && responseIds.length === sampling.maxNewTokens;
  return isCut && finishReason === 'length' ? 'interrupted' : finishReason;
}

/** When a message began and had arrived; nothing where agents have no clocks. What is interrupted arrives then. */
export function timesOf(
  { clocked }: GenerationRequest,
  { finishReason, responseIds }: GeneratedMessage,
): Pick<MessageRecord, 'started' | 'arrived'> {
  if (!clocked) return {};
  const { timing } = clocked;
  const { started, until } = timing;
  const said = arrival(timing, responseIds.length);
  // One that was interrupted elsewhere may be said again where nobody interrupts it, or too late.
  return { started, arrived: finishReason === 'interrupted' && Number.isFinite(until) ? Math.max(said, until) : said };
}

/** The record of a message; reference, value and credit are empty until they are computed. `trained` and `valued`: the prompts it is trained and valued under, if others; `thoughts` in its response. */
export function messageRecord(
  request: GenerationRequest,
  message: GeneratedMessage,
  { trained, valued }: { readonly trained: readonly number[] | null; readonly valued: readonly number[] | null },
  thoughts: readonly ThoughtSpan[],
): MessageRecord {
  const { sampling, clocked } = request;
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
    max_tokens: clocked?.maxNewTokens ?? sampling.maxNewTokens,
    ...(clocked && sampling.maxNewTokens < clocked.maxNewTokens ? { tokens_in_time: sampling.maxNewTokens } : {}),
    ...timesOf(request, message),
    text: message.text,
    temperature: sampling.temperature,
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
