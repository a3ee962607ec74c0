/** A message asked of a server, and what it gives back cut as it was asked for: servers differ in whether they heed stop ids. */
import { isRecord } from '../core/isRecord.ts';
import type { SampledMessage, SampleRequest } from './server.ts';
import { float, integers, type Sent } from './wire.ts';

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
  const { tokens, logprobs } = first;
  if (!isNumbers(tokens) || !isNumbers(logprobs) || tokens.length !== logprobs.length || tokens.length === 0) return null;
  const end = tokens.findIndex((token) => stop.includes(token));
  const length = Math.min(end === -1 ? tokens.length : end + 1, maxTokens);
  return {
    tokens: Int32Array.from(tokens.slice(0, length)),
    logprobs: Float32Array.from(logprobs.slice(0, length)),
    // A server that ignores them ends at the base's own end, before its limit.
    finishReason: end === length - 1 || tokens.length < maxTokens ? 'stop' : 'length',
  };
}

const isNumbers = (value: unknown): value is number[] => Array.isArray(value) && value.every((entry) => typeof entry === 'number');
