/**
 * Sequences as a server takes them, and its numbers back as ours. Whatever the algorithm, what is sent is a *linear* loss: its
 * derivative by each token's log-probability is the one computed here, so that a server need know no algorithm.
 */
import { at } from '../core/at.ts';
import { isRecord } from '../core/isRecord.ts';
import type { Reduction } from './capabilities.ts';
import type { SequenceGradient, TokenSequence } from './server.ts';
import { floats, integers, type Sent, Written, written } from './wire.ts';

/** Most data and bytes of one call, as the official client splits them. */
export const MOST_DATA = 1024;
export const MOST_BYTES = 5_000_000;

/** The losses that are asked of a server: log-probabilities alone, or the linear loss. */
export type LossName = 'cross_entropy' | 'importance_sampling';

/** A datum that scores: `cross_entropy` of which nothing has weight. */
export function scoringDatum(sequence: TokenSequence): Written {
  return datum(sequence, { weights: new Float32Array(sequence.response.length) });
}

/**
 * A datum of `importance_sampling`, −w · exp(logp − logprobs) · A, whose derivative by logp is −w·A where `logprobs` are those of the
 * adapter as it is. `inStep`: the sequences that the step is a mean over, with reduction `mean`, which also divides by each one's tokens.
 */
export function linearDatum(sequence: SequenceGradient, reduction: Reduction, inStep: number): Written {
  const { response, logprobs, derivatives } = sequence;
  if (logprobs.length !== response.length || derivatives.length !== response.length)
    throw new RangeError(`${response.length} tokens, ${logprobs.length} log-probabilities, ${derivatives.length} derivatives`);
  const undone = reduction === 'mean' ? response.length * inStep : 1;
  return datum(sequence, {
    weights: new Float32Array(response.length).fill(1),
    logprobs,
    // Minus zero is written 0.
    advantages: Float64Array.from(derivatives, (derivative) => 0 - derivative * undone),
  });
}

/** A datum of the sequence without its last token, with lists of its response's tokens: zeros stand before them. */
export function datum({ prompt, response }: TokenSequence, lists: Readonly<Record<string, ArrayLike<number>>>): Written {
  if (prompt.length === 0 || response.length === 0) throw new RangeError('a sequence needs a prompt and a response');
  const ids = new Float64Array(prompt.length + response.length);
  ids.set(prompt);
  ids.set(response, prompt.length);
  const shape = [ids.length - 1];
  const inputs: Record<string, Sent> = { target_tokens: { data: integers(ids.subarray(1)), dtype: 'int64', shape } };
  for (const [name, values] of Object.entries(lists)) inputs[name] = { data: floats(values, prompt.length - 1), dtype: 'float32', shape };
  const tokens = integers(ids.subarray(0, -1));
  return new Written(written({ model_input: { chunks: [{ type: 'encoded_text', tokens }] }, loss_fn_inputs: inputs }));
}

/** The same data in calls of bounded size, in order; a datum too large for one is alone in its own. */
export function calls(data: readonly Written[], most = { data: MOST_DATA, bytes: MOST_BYTES }): Written[][] {
  const split: Written[][] = [];
  let bytes = Infinity;
  for (const one of data) {
    const last = split.at(-1);
    if (!last || last.length === most.data || bytes + one.bytes.length + 1 > most.bytes) {
      split.push([one]);
      bytes = one.bytes.length;
    } else {
      last.push(one);
      bytes += one.bytes.length + 1;
    }
  }
  return split;
}

/** Log-probabilities of the responses, from `loss_fn_outputs`; null where they are not what was asked for. */
export function responseLogprobs(outputs: unknown, sequences: readonly TokenSequence[]): Float32Array[] | null {
  if (!Array.isArray(outputs) || outputs.length !== sequences.length) return null;
  const found: Float32Array[] = [];
  for (const [index, sequence] of sequences.entries()) {
    const values = numbersIn(at(outputs, index, 'output'));
    if (values?.length !== sequence.prompt.length + sequence.response.length - 1) return null;
    const logprobs = new Float32Array(sequence.response.length);
    logprobs.set(values.slice(-logprobs.length));
    found.push(logprobs);
  }
  return found;
}

function numbersIn(output: unknown): number[] | null {
  const list = isRecord(output) && isRecord(output['logprobs']) ? output['logprobs']['data'] : null;
  return Array.isArray(list) && list.every((value) => typeof value === 'number') ? list : null;
}
