/**
 * Packs messages into batches for scoring and training: flat lists of tokens, only response tokens scored. Flat arrays
 * over "response tokens" run message by message in the order given; batches keep the mapping.
 */
import type { ModelConfig } from '../../core/formats/models/hf.ts';
import type { HostInputs } from '../contracts/executor.ts';
import { capacityFor } from '../model/live.ts';
import { type Bucket, type ScoringOptions, scoringPlan } from '../model/llama.ts';
import type { AdapterSlot, Plan } from '../contracts/plan.ts';

/** One message to score: `ids` = prompt and response; positions `first − 1 …` predict the tokens `first …`. */
export interface ScoredSequence {
  readonly ids: readonly number[];
  /** Index of the first scored token (≥ 1). */
  readonly first: number;
  /** Indices of the scored tokens, ascending from `first`, where tokens behind it are only read; all of them when absent. */
  readonly scored?: readonly number[];
  /** Adapter slot, −1 for the base alone. */
  readonly slot: number;
  readonly temperature: number;
  /** Per scored token the ids kept by top-k/top-p, when anything was cut off. */
  readonly kept?: readonly (readonly number[])[];
}

/** A prompt that nobody answered, under the base: a token behind it is scored only to get the features under its last; which one does not matter. */
export const promptAlone = (ids: readonly number[]): ScoredSequence => ({
  ids: [...ids, 0],
  first: ids.length,
  slot: -1,
  temperature: 1,
});

export interface Batch {
  readonly plan: Plan;
  readonly inputs: HostInputs;
  /** Index of each scored token of the batch in the flat arrays. */
  readonly indices: Int32Array;
}

/**
 * Batches are the shards of an update: how many there are depends on the messages alone, never on how many workers share
 * them, and their gradients are summed in a fixed tree. Even counts, so that two workers are equally busy.
 */
export const SHARD_TOKENS = 1024;

/** Most numbers of one batch's widest activation, the logits or the hidden layer of the MLP: bounds the memory of one run. */
const WIDEST = 2 ** 26;

/** Indices of a sequence's scored tokens. */
export const scoredTokens = ({ ids, first, scored }: Pick<ScoredSequence, 'ids' | 'first' | 'scored'>): readonly number[] =>
  scored ?? Array.from({ length: ids.length - first }, (_, at) => first + at);

export const scoredCount = ({ ids, first, scored }: ScoredSequence): number => scored?.length ?? ids.length - first;

export const totalScored = (sequences: readonly ScoredSequence[]): number =>
  sequences.reduce((sum, sequence) => sum + scoredCount(sequence), 0);

/** Tokens a sequence brings: its last one is only predicted, never read. */
const tokensOf = (sequence: ScoredSequence): number => Math.max(1, sequence.ids.length - 1);

interface Member {
  readonly sequence: ScoredSequence;
  /** Where its scored tokens start in the flat arrays. */
  readonly offset: number;
}

/** What the plan of a batch must have room for. */
export interface BatchShape {
  readonly bucket: Bucket;
  readonly scored: number;
  /** Adapters that are spoken with in it. */
  readonly adapters: readonly AdapterSlot[];
  readonly kept: boolean;
}

/** Batches that score tokens. */
export function makeBatches(
  config: ModelConfig,
  slots: readonly AdapterSlot[],
  sequences: readonly ScoredSequence[],
  options: Omit<ScoringOptions, 'scored' | 'kept'>,
): Batch[] {
  return packBatches(config, slots, sequences, ({ bucket, adapters, scored, kept }) =>
    scoringPlan(config, bucket, adapters, { ...options, scored, kept }),
  );
}

/** Batches for the plans that `planFor` makes. */
export function packBatches(
  config: ModelConfig,
  slots: readonly AdapterSlot[],
  sequences: readonly ScoredSequence[],
  planFor: (shape: BatchShape) => Plan,
): Batch[] {
  let total = 0;
  const members = sequences.map((sequence): Member => {
    const offset = total;
    total += scoredCount(sequence);
    return { sequence, offset };
  });
  // Sequences of one adapter lie together, so that its products are over neighbouring tokens.
  members.sort((a, b) => a.sequence.slot - b.sequence.slot || a.offset - b.offset);
  return shardsOf(members, config).map((shard) => makeBatch(config, slots, shard, planFor));
}

/** Members in their order, cut into an even number of shards of about equal size (one shard when they fit half of one). */
function shardsOf(members: readonly Member[], config: ModelConfig): Member[][] {
  const tokens = members.reduce((sum, { sequence }) => sum + tokensOf(sequence), 0);
  const most = Math.min(SHARD_TOKENS, Math.max(64, Math.floor(WIDEST / Math.max(config.vocabularySize, config.intermediateSize))));
  const pairs = Math.ceil(tokens / most / 2);
  const count = tokens <= most / 2 ? 1 : 2 * pairs;
  const shards: Member[][] = Array.from({ length: count }, () => []);
  let before = 0;
  for (const member of members) {
    const size = tokensOf(member.sequence);
    // By the middle of the message, so that the cut falls where it is nearest to equal parts.
    shards[Math.min(count - 1, Math.floor(((before + size / 2) / tokens) * count))]?.push(member);
    before += size;
  }
  return shards.filter((shard) => shard.length > 0);
}

function makeBatch(
  config: ModelConfig,
  slots: readonly AdapterSlot[],
  members: readonly Member[],
  planFor: (shape: BatchShape) => Plan,
): Batch {
  const tokens = members.reduce((sum, { sequence }) => sum + tokensOf(sequence), 0);
  const count = members.reduce((sum, { sequence }) => sum + scoredCount(sequence), 0);
  // Only the adapters that are spoken with here: the others would bring zeros to compute, send and add.
  const numbers = [...new Set(members.map(({ sequence }) => sequence.slot))].filter((slot) => slot >= 0).sort((a, b) => a - b);
  const indexOf = new Map(numbers.map((slot, index) => [slot, index]));
  const present = numbers.map((slot) => slotAt(slots, slot));
  const anyKept = members.some(({ sequence }) => sequence.kept);
  const ids = new Int32Array(tokens);
  const positions = new Int32Array(tokens);
  const offsets = new Int32Array(members.length + 1);
  const scored = new Int32Array(count);
  const targets = new Int32Array(count);
  const temperature = new Float32Array(count);
  const kept = anyKept ? new Float32Array(count * config.vocabularySize).fill(1) : undefined;
  const indices = new Int32Array(count);
  let start = 0;
  let at = 0;
  members.forEach(({ sequence, offset }, index) => {
    const length = tokensOf(sequence);
    for (let t = 0; t < length; t += 1) {
      ids[start + t] = sequence.ids[t] ?? 0;
      positions[start + t] = t;
    }
    for (const [nth, t] of scoredTokens(sequence).entries()) {
      scored[at] = start + t - 1;
      targets[at] = sequence.ids[t] ?? 0;
      temperature[at] = sequence.temperature;
      indices[at] = offset + nth;
      const keptHere = sequence.kept?.[nth];
      if (kept && keptHere) {
        kept.fill(0, at * config.vocabularySize, (at + 1) * config.vocabularySize);
        for (const id of keptHere) kept[at * config.vocabularySize + id] = 1;
      }
      at += 1;
    }
    start += length;
    offsets[index + 1] = start;
  });
  const inputs: Record<string, Float32Array | Int32Array> = {
    ids,
    positions,
    offsets,
    adapter_rows: Int32Array.from(members, ({ sequence }) => indexOf.get(sequence.slot) ?? -1),
    scored,
    targets,
    temperature,
  };
  if (kept) inputs['kept'] = kept;
  const bucket = { tokens: capacityFor(tokens), sequences: capacityFor(members.length) };
  return { plan: planFor({ bucket, scored: capacityFor(count), adapters: present, kept: anyKept }), inputs, indices };
}

function slotAt(slots: readonly AdapterSlot[], index: number): AdapterSlot {
  const slot = slots[index];
  if (!slot) throw new RangeError(`a sequence asks for adapter ${index}, and there are ${slots.length}`);
  return slot;
}
