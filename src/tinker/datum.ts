/**
 * Sequences as a server takes them, and its numbers back as ours. Whatever the algorithm, what is sent is a *linear* loss: its
 * derivative by each token's log-probability is the one computed here, so that a server need know no algorithm.
 */
import { at } from '../core/at.ts';
import { isRecord } from '../core/isRecord.ts';
import type { Reduction } from './capabilities.ts';
import { Writer } from './digits.ts';
import { numbersOf } from './lists.ts';
import type { SequenceGradient, TokenSequence } from './server.ts';
import type { Written } from './wire.ts';

/** Most data and bytes of one call, as the official client splits them. */
export const MOST_DATA = 1024;
export const MOST_BYTES = 5_000_000;

/** The losses that are asked of a server: log-probabilities alone, or the linear loss. */
export type LossName = 'cross_entropy' | 'importance_sampling';

/** Writes the datum of a sequence. */
export type Writes<S> = (out: Writer, sequence: S) => void;

/** A datum that scores: `cross_entropy` of which nothing has weight. */
export const scoringDatum: Writes<TokenSequence> = (out, sequence) => {
  const length = sequence.prompt.length + sequence.response.length - 1;
  writeDatum(out, sequence, [['weights', () => out.repeated(0, length)]]);
};

/**
 * A datum of `importance_sampling`, −w · exp(logp − logprobs) · A, whose derivative by logp is −w·A where `logprobs` are those of the
 * adapter as it is. `inStep`: the sequences that the step is a mean over, with reduction `mean`, which also divides by each one's tokens.
 */
export function linearDatum(reduction: Reduction, inStep: number): Writes<SequenceGradient> {
  return (out, sequence) => {
    const { prompt, response, logprobs, derivatives } = sequence;
    if (logprobs.length !== response.length || derivatives.length !== response.length)
      throw new RangeError(`${response.length} tokens, ${logprobs.length} log-probabilities, ${derivatives.length} derivatives`);
    const undone = reduction === 'mean' ? response.length * inStep : 1;
    const zeros = prompt.length - 1;
    writeDatum(out, sequence, [
      ['weights', () => out.repeated(0, zeros).repeated(1, response.length)],
      ['logprobs', () => out.repeated(0, zeros).floats(logprobs)],
      ['advantages', () => out.repeated(0, zeros).floats(derivatives, -undone)],
    ]);
  };
}

/** A datum with lists of its response's tokens: zeros stand before them. */
export function datum(sequence: TokenSequence, lists: Readonly<Record<string, ArrayLike<number>>>): Written {
  const out = new Writer();
  const zeros = sequence.prompt.length - 1;
  writeDatum(
    out,
    sequence,
    Object.entries(lists).map(([name, values]) => [name, () => out.repeated(0, zeros).floats(values)]),
  );
  return out.taken();
}

/** A datum of the sequence without its last token, with the lists that are written of its tokens. */
function writeDatum(
  out: Writer,
  { prompt, response }: TokenSequence,
  lists: readonly (readonly [name: string, write: () => void])[],
): void {
  if (prompt.length === 0 || response.length === 0) throw new RangeError('a sequence needs a prompt and a response');
  const last = response.length - 1;
  const list = (dtype: string): string => `,"dtype":"${dtype}","shape":[${prompt.length + last}]}`;
  out.text('{"model_input":{"chunks":[{"type":"encoded_text","tokens":').open().ids(prompt, 0, 1);
  const second = out.length;
  out.ids(prompt, 1).ids(response, 0, last);
  const end = out.length;
  out.close().text('}]},"loss_fn_inputs":{"target_tokens":{"data":').open();
  // The same ids from the second on; the last comma is a bracket by now.
  if (end > second) out.again(second, end - 1).text(',');
  out.ids(response, last).close().text(list('int64'));
  for (const [name, write] of lists) {
    out.text(`,"${name}":{"data":`).open();
    write();
    out.close().text(list('float32'));
  }
  out.text('}}');
}

/**
 * The data of calls of bounded size, in order: of how many sequences, and their list. A datum too large for one is alone in its own. A list is of use
 * until the next one is asked for.
 */
export function* calls<S>(
  sequences: readonly S[],
  write: Writes<S>,
  most = { data: MOST_DATA, bytes: MOST_BYTES },
): Generator<{ readonly count: number; readonly data: Written }> {
  const out = new Writer().open();
  let count = 0;
  for (const sequence of sequences) {
    const before = out.length;
    write(out, sequence);
    if (count === most.data || (count > 0 && out.length - 1 > most.bytes)) {
      yield { count, data: out.listTo(before) };
      out.forget(1, before);
      count = 0;
    }
    out.text(',');
    count += 1;
  }
  if (count > 0) yield { count, data: out.listTo(out.length) };
}

/** Log-probabilities of the responses, from `loss_fn_outputs`; null where they are not what was asked for. */
export function responseLogprobs(outputs: unknown, sequences: readonly TokenSequence[]): Float32Array[] | null {
  if (!Array.isArray(outputs) || outputs.length !== sequences.length) return null;
  const found: Float32Array[] = [];
  for (const [index, sequence] of sequences.entries()) {
    const output: unknown = at(outputs, index, 'output');
    const values = isRecord(output) && isRecord(output['logprobs']) ? numbersOf(output['logprobs']['data']) : null;
    const zeros = sequence.prompt.length - 1;
    if (values?.length !== zeros + sequence.response.length) return null;
    const logprobs = new Float32Array(sequence.response.length);
    for (let token = 0; token < logprobs.length; token += 1) logprobs[token] = values[zeros + token] ?? Number.NaN;
    found.push(logprobs);
  }
  return found;
}
