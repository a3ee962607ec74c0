/**
 * The tokens of one step's token export, to be found by what a message of a rollout read and said: the export has what the trainer knew
 * of them, the rollout their texts and rewards, and the token ids are the same.
 */
import type { ImportedMessage } from '../importedRun.ts';
import { MAX_INDEXED_TOKENS } from '../limits.ts';
import { generatedRuns, type TokenSequence } from './tokenExport.ts';

interface Found {
  readonly sequence: number;
  readonly trainerLogprobs: Float32Array | null;
  readonly entropies: Float32Array | null;
  readonly mask: readonly boolean[];
  used: boolean;
}

export class TrainedTokens {
  private readonly runs = new Map<number, Found[]>();
  private readonly found = new Set<number>();
  private sequences = 0;
  private tokens = 0;

  /** Remembers a sequence's messages, as far as there is room. prime-rl computes in 32 bits, so nothing is rounded. */
  take(sequence: TokenSequence): void {
    this.sequences += 1;
    this.tokens += sequence.ids.length;
    if (this.tokens > MAX_INDEXED_TOKENS) return;
    const digest = new Digest();
    let next = 0;
    for (const [start, end] of generatedRuns(sequence)) {
      for (; next < end; next += 1) digest.take(sequence.ids[next] ?? 0);
      const part = (numbers: readonly number[] | null) => numbers && Float32Array.from(numbers.slice(start, end));
      const run: Found = {
        sequence: this.sequences,
        trainerLogprobs: part(sequence.trainerLogprobs),
        entropies: part(sequence.entropies),
        mask: sequence.mask.slice(start, end),
        used: false,
      };
      const key = digest.value();
      const same = this.runs.get(key);
      if (same) same.push(run);
      else this.runs.set(key, [run]);
    }
  }

  /** The message with what the trainer knew of its tokens, where it is in the export. */
  of(message: ImportedMessage): ImportedMessage {
    const { promptIds, responseIds } = message;
    if (!promptIds || !responseIds) return message;
    const digest = new Digest();
    for (const id of promptIds) digest.take(id);
    for (const id of responseIds) digest.take(id);
    const runs = this.runs.get(digest.value()) ?? [];
    // Two that said the very same are taken in their order.
    const run =
      runs.find(({ used, mask }) => !used && mask.length === responseIds.length) ??
      runs.findLast(({ mask }) => mask.length === responseIds.length);
    if (!run) return message;
    run.used = true;
    this.found.add(run.sequence);
    const known = (numbers: Float32Array | null) => (numbers && !numbers.every(Number.isNaN) ? [...numbers] : null);
    return { ...message, trainerLogprobs: known(run.trainerLogprobs), entropies: known(run.entropies), responseMask: run.mask };
  }

  /** Sequences of which no message was asked for. */
  get left(): number {
    return this.sequences - this.found.size;
  }
}

/** Tells lists of ids apart, but for a chance of 2⁻⁵³. */
class Digest {
  private low = 0xdeadbeef;
  private high = 0x41c6ce57;
  private length = 0;

  take(id: number): void {
    this.low = Math.imul(this.low ^ id, 2_654_435_761);
    this.low ^= this.low >>> 15;
    this.high = Math.imul(this.high ^ id, 1_597_334_677);
    this.high ^= this.high >>> 13;
    this.length += 1;
  }

  value(): number {
    const low = Math.imul(this.low ^ this.length, 2_246_822_507) >>> 0;
    return (this.high & 0x1fffff) * 2 ** 32 + low;
  }
}
