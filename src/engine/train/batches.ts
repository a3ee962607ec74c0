/**
 * Packs messages into batches for scoring and training: right-padded rows of similar length, only response tokens
 * scored. Flat arrays over "response tokens" run message by message in the order given; batches keep the mapping.
 */
import type { ModelConfig } from '../../core/formats/hf.ts';
import type { HostInputs } from '../executors/executor.ts';
import { type ScoringOptions, scoringPlan } from '../model/llama.ts';
import type { AdapterSlot, Plan } from '../model/plan.ts';

/** One message to score: `ids` = prompt and response; positions `first − 1 …` predict the tokens `first …`. */
export interface ScoredSequence {
  readonly ids: readonly number[];
  /** Index of the first scored token (≥ 1). */
  readonly first: number;
  /** Adapter slot, −1 for the base alone. */
  readonly slot: number;
  readonly temperature: number;
  /** Per scored token the ids kept by top-k/top-p, when anything was cut off. */
  readonly kept?: readonly (readonly number[])[];
}

export interface Batch {
  readonly plan: Plan;
  readonly inputs: HostInputs;
  /** Place of each real scored token in the flat arrays; what lies beyond its length in a batch is padding. */
  readonly places: Int32Array;
}

/** Row lengths are multiples of this, and so are scored counts (fixed shapes let device buffers be used again). */
const LENGTH_GRAIN = 16;
const SCORED_GRAIN = 32;
/** Most tokens in one batch; bounds the memory of one run. */
const BATCH_TOKENS = 8192;

const roundUp = (n: number, grain: number) => Math.ceil(n / grain) * grain;

export const scoredCount = (sequence: ScoredSequence): number => sequence.ids.length - sequence.first;

export function makeBatches(
  config: ModelConfig,
  slots: readonly AdapterSlot[],
  sequences: readonly ScoredSequence[],
  options: Omit<ScoringOptions, 'scored' | 'kept'>,
): Batch[] {
  const offsets: number[] = [];
  let total = 0;
  for (const sequence of sequences) {
    offsets.push(total);
    total += scoredCount(sequence);
  }
  const byLength = new Map<number, number[]>();
  sequences.forEach((sequence, index) => {
    // The last token is only predicted, never read; without it a message of n tokens needs n − 1 places.
    const length = roundUp(Math.max(1, sequence.ids.length - 1), LENGTH_GRAIN);
    byLength.set(length, [...(byLength.get(length) ?? []), index]);
  });
  const batches: Batch[] = [];
  for (const [length, members] of [...byLength].sort(([a], [b]) => a - b)) {
    const rows = Math.max(1, Math.floor(BATCH_TOKENS / length));
    for (let at = 0; at < members.length; at += rows) {
      const chosen = members.slice(at, at + rows).flatMap((index) => {
        const sequence = sequences[index];
        return sequence ? [{ sequence, offset: offsets[index] ?? 0 }] : [];
      });
      batches.push(makeBatch(config, slots, chosen, length, options));
    }
  }
  return batches;
}

function makeBatch(
  config: ModelConfig,
  slots: readonly AdapterSlot[],
  members: readonly { sequence: ScoredSequence; offset: number }[],
  length: number,
  options: Omit<ScoringOptions, 'scored' | 'kept'>,
): Batch {
  const rows = members.length;
  const count = members.reduce((sum, { sequence }) => sum + scoredCount(sequence), 0);
  const padded = roundUp(count, SCORED_GRAIN);
  const anyKept = members.some(({ sequence }) => sequence.kept);
  const ids = new Int32Array(rows * length);
  const positions = Int32Array.from({ length: rows * length }, (_, i) => i % length);
  const scored = new Int32Array(padded);
  const targets = new Int32Array(padded);
  const temperature = new Float32Array(padded).fill(1);
  const kept = anyKept ? new Float32Array(padded * config.vocabularySize).fill(1) : undefined;
  const places = new Int32Array(count);
  let at = 0;
  members.forEach(({ sequence, offset }, row) => {
    ids.set(sequence.ids.slice(0, length), row * length);
    for (let t = sequence.first; t < sequence.ids.length; t += 1) {
      scored[at] = row * length + t - 1;
      targets[at] = sequence.ids[t] ?? 0;
      temperature[at] = sequence.temperature;
      places[at] = offset + t - sequence.first;
      const keptHere = sequence.kept?.[t - sequence.first];
      if (kept && keptHere) {
        kept.fill(0, at * config.vocabularySize, (at + 1) * config.vocabularySize);
        for (const id of keptHere) kept[at * config.vocabularySize + id] = 1;
      }
      at += 1;
    }
  });
  const inputs: Record<string, Float32Array | Int32Array> = {
    ids,
    positions,
    adapter_rows: Int32Array.from(members, ({ sequence }) => sequence.slot),
    scored,
    targets,
    temperature,
  };
  if (kept) inputs['kept'] = kept;
  return { plan: scoringPlan(config, { rows, length }, slots, { ...options, scored: padded, kept: anyKept }), inputs, places };
}
