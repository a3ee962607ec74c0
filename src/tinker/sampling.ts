/** A message asked of a server, and what it gives back cut as it was asked for: servers differ in whether they heed stop ids. */
import { isRecord } from '../core/isRecord.ts';
import { integers } from './digits.ts';
import { numbersOf } from './lists.ts';
import type { SampledMessage, SampleRequest } from './server.ts';
import { float, type Sent } from './wire.ts';

/** A temperature that one server accepts where it refuses 0, and that still takes the likeliest token. */
const GREEDY = 1e-30;

export function samplingBody(request: SampleRequest): Readonly<Record<string, Sent>> {
  const { prompt, maxTokens, temperature, topK, topP, stop, seed } = request;
  return {
    prompt: { chunks: [{ type: 'encoded_text', tokens: integers(prompt) }] },
    num_samples: 1,
    sampling_params: {
      max_tokens: maxTokens,
      temperature: float(temperature === 0 ? GREEDY : temperature),
      top_k: topK === 0 ? -1 : topK,
      top_p: float(topP),
      stop: [...stop],
      seed,
    },
    prompt_logprobs: false,
  };
}

/** The message of a result; null where it has none. What a server says of the end is not believed. */
export function sampledMessage(result: unknown, { stop, maxTokens }: SampleRequest): SampledMessage | null {
  const sequences = isRecord(result) && Array.isArray(result['sequences']) ? (result['sequences'] as unknown[]) : [];
  const [first] = sequences;
  if (!isRecord(first)) return null;
  const [given, scored] = [numbersOf(first['tokens']), numbersOf(first['logprobs'])];
  if (!given || given.length === 0 || given.length !== scored?.length) return null;
  const tokens = Int32Array.from(given);
  const end = tokens.findIndex((token) => stop.includes(token));
  const length = Math.min(end === -1 ? tokens.length : end + 1, maxTokens);
  return {
    tokens: tokens.subarray(0, length),
    logprobs: Float32Array.from(scored).subarray(0, length),
    // A server that ignores them ends at the base's own end, before its limit.
    finishReason: end === length - 1 || tokens.length < maxTokens ? 'stop' : 'length',
  };
}
