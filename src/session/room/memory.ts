/** What one iteration holds in memory, bytes, from the plans that it would run: weights, keys and values, prefills, activations. */
import { modelTensorShapes, type ModelConfig } from '../../core/formats/models/model-config.ts';
import { WEIGHT_FORMS, type WeightForm, weightBytes } from '../../core/weights/packed.ts';
import { type AdapterSlot, loraA, loraB } from '../../engine/contracts/plan.ts';
import { PAGE_TOKENS } from '../../engine/executors/wasm/cache.ts';
import { sharesMemory } from '../../engine/executors/wasm/memory/sharedSpace.ts';
import { cacheShape, prefillTokens, WORTH_WAITING } from '../../engine/generate/generator.ts';
import { peakBytes, savedBytes } from '../../engine/model/cost.ts';
import { capacityFor } from '../../engine/model/live.ts';
import { generationPlan } from '../../engine/model/llama.ts';
import type { Batch } from '../../engine/train/batches.ts';
import { SAVED_BYTES } from '../../engine/train/pass.ts';
import type { CriticWork } from '../critics/work.ts';
import type { DryRun } from '../play/dryRun.ts';
import { type BaseOutline, bytesOfBases } from '../team/base.ts';

/** A trained matrix, or one in f32, is held for the forward and for the backward product, each in its own order. */
const FORMS = 2;

/** All shards of an update are open at once, up to the limit beyond which they are computed again. `peakOf`: bytes that a plan takes. */
export function activationBytes(shards: readonly Batch[], workers: number, peakOf = peakBytes): number {
  let saved = 0;
  let open = 0;
  let largest = 0;
  for (const { plan } of shards) {
    const peak = peakOf(plan);
    largest = Math.max(largest, peak);
    saved += savedBytes(plan);
    if (saved <= SAVED_BYTES) open += peak;
  }
  return Math.max(open, workers * largest);
}

/** The same of a critic's update. */
export const criticBytes = ({ head, batches }: CriticWork, workers: number, peakOf = peakBytes): number =>
  Math.max(head ? peakOf(head) : 0, activationBytes(batches, workers, peakOf));

type Shapes = ReadonlyMap<string, readonly number[]>;

/** How often what is frozen lies in memory: workers that can share one hold it once. */
export const copiesFor = (workers: number): number => (sharesMemory() ? Math.min(1, workers) : workers);

/**
 * Bytes of the base's weights among `parameters` as an executor holds them, its matrices in `form`: in f32 every matrix lies in two
 * orders, but embeddings that are not the head as well are looked up as they are; in fewer bits each lies there once for everything.
 */
export function baseBytes(config: ModelConfig, form: WeightForm, parameters: Shapes): number {
  const frozen = modelTensorShapes(config);
  let bytes = 0;
  for (const [name, shape] of parameters) {
    if (!frozen.has(name)) continue;
    const table = name.endsWith('embed_tokens.weight');
    // A tied table is looked up in what the head reads.
    const forms = shape.length < 2 || (table && !config.tieWordEmbeddings) ? 1 : FORMS;
    bytes += shape.length === 2 && form !== 'f32' ? weightBytes(form, shape) : forms * 4 * countOf(shape);
  }
  return bytes;
}

/** The same of all its weights where nothing is differentiated: a matrix in f32 lies in one order, and a table that is the head too once more. */
export function readingBytes(config: ModelConfig, form: WeightForm): number {
  let bytes = 0;
  for (const [name, shape] of modelTensorShapes(config)) {
    const orders = config.tieWordEmbeddings && name.endsWith('embed_tokens.weight') ? 2 : 1;
    bytes += shape.length === 2 && form !== 'f32' ? weightBytes(form, shape) : orders * 4 * countOf(shape);
  }
  return bytes;
}

/** Bytes of what is not the base's among `parameters`: adapters, and `more` numbers that are trained or play beside them. */
export function trainedBytes(config: ModelConfig, parameters: Shapes, more: number): number {
  const frozen = modelTensorShapes(config);
  let numbers = more;
  for (const [name, shape] of parameters) if (!frozen.has(name)) numbers += countOf(shape);
  return FORMS * 4 * numbers;
}

/** Numbers in a tensor of this shape. */
export const countOf = (shape: readonly number[]): number => shape.reduce((a, b) => a * b, 1);

/** What the bases' weights take in each form they may be held in, bytes in all workers together, of which there are as many as `workersFor` says. */
export function bytesByForm(
  bases: readonly Pick<BaseOutline, 'config'>[],
  workersFor: (weightBytes: number) => number,
): Readonly<Record<WeightForm, number>> {
  const bytesIn = (form: WeightForm): number => {
    const copies = copiesFor(workersFor(bytesOfBases(bases.map(({ config }) => ({ config, form })))));
    return copies * bases.reduce((all, { config }) => all + baseBytes(config, form, modelTensorShapes(config)), 0);
  };
  return byForm(WEIGHT_FORMS, bytesIn);
}

/** A table of something by form. */
export const byForm = <Form extends string, T>(forms: readonly Form[], valueIn: (form: Form) => T): Readonly<Record<Form, T>> =>
  Object.fromEntries(forms.map((form) => [form, valueIn(form)])) as Record<Form, T>;

/** Bytes of the largest run of prompts: those of the messages that begin together, or as many as go into one. */
export function prefillBytes(
  config: ModelConfig,
  slots: readonly AdapterSlot[],
  messages: DryRun['messages'],
  workers: number,
  peakOf = peakBytes,
): number {
  const prompts = messages.map(({ prompt }) => prompt);
  const longest = Math.max(0, ...prompts);
  const { slots: most } = cacheShape(config, longest);
  const together = Math.ceil(prompts.slice(0, workers * most).reduce((a, b) => a + b, 0) / workers);
  const tokens = Math.max(1, Math.min(together, prefillTokens(config) + longest));
  const sequences = Math.max(
    1,
    Math.min(
      most,
      Math.ceil(
        (tokens * prompts.length) /
          Math.max(
            1,
            prompts.reduce((a, b) => a + b, 0),
          ),
      ),
    ),
  );
  const bucket = { tokens: capacityFor(tokens), sequences: capacityFor(sequences) };
  return peakOf(generationPlan(config, bucket, slots, { sample: true, decode: false }));
}

/** A message as the cache sees it: which adapter speaks, its tokens and how many of them are its prompt. */
export interface CachedMessage {
  readonly slot: number;
  readonly ids: readonly number[];
  readonly first: number;
}

/**
 * Bytes of keys and values when `messages` have been written, the `longest` of which decides how many have slots: what has ended stays
 * until its slot is used again. On WASM each takes pages as it grows, and prompts that begin alike share them; elsewhere each takes all
 * that its slot has room for.
 */
export function cacheHeld(config: ModelConfig, longest: number, messages: readonly CachedMessage[], workers: number, gpu: boolean): number {
  const { slots, capacity, bytes } = cacheShape(config, longest);
  if (gpu) return workers * slots * bytes;
  const held = messages.toSorted((a, b) => b.ids.length - a.ids.length).slice(0, workers * slots);
  const known = new Set<string>();
  let pages = 0;
  held.forEach(({ slot, ids, first }, index) => {
    let beginning = `${index % workers} ${slot}`;
    for (let from = 0; from < ids.length; from += PAGE_TOKENS) {
      // Of prompts that are waited for the first page is shared only with what follows it (WORTH_WAITING).
      beginning += ` ${ids.slice(from, Math.max(WORTH_WAITING, from + PAGE_TOKENS)).join(' ')}`;
      if (from + PAGE_TOKENS > first || !known.has(beginning)) pages += 1;
      known.add(beginning);
    }
  });
  return pages * PAGE_TOKENS * (bytes / capacity);
}

/** Numbers among `parameters` that are one slot's adapter. */
export function adapterSize(parameters: Shapes, slot: string): number {
  let size = 0;
  for (const [name, shape] of parameters) if (isOf(slot, name)) size += countOf(shape);
  return size;
}

/** Whether a parameter is one of this slot's matrices. */
function isOf(slot: string, name: string): boolean {
  const module = name.replace(/^[^/]*\//, '').replace(/\.lora_[AB]$/, '');
  return name === loraA(slot, module) || name === loraB(slot, module);
}
