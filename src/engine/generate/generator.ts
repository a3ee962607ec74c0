/**
 * The generator on one executor: continuous batching over episodes and agents. Sequences take slots of a cache, new
 * ones as soon as others have ended; each row has its own adapter, sampling and noise, and its numbers do not depend on
 * its neighbours, so one episode re-rolled alone equals its recording.
 */
import { TOLD_TOKENS } from '../../core/episode/activity.ts';
import { fault, FaultError } from '../../core/faults.ts';
import { engineFaults } from '../../words/words.ts';
import type { ModelConfig } from '../../core/formats/models/hf.ts';
import { uniformAt } from '../../core/random/streams.ts';
import { evaluatePlan, type Executor, type HostInputs, type HostOutputs, type KvCache } from '../contracts/executor.ts';
import { capacityFor } from '../model/live.ts';
import { generationPlan } from '../model/llama.ts';
import type { AdapterSlot } from '../contracts/plan.ts';
import type { GeneratedTokens, GenerationJob, GenerationService, GenerationUse, TokenWatcher } from './jobs.ts';
import { commonPrefix, Slots } from './slots.ts';
import { drawToken, truncates } from './sampler.ts';
import { nextTask } from './nextTask.ts';

/** Most sequences at once, if the cache of so many stays within its memory. */
export const CACHE_SLOTS = 64;
const CACHE_BYTES = 256 * 2 ** 20;
/** Most prompt tokens in one prefill, and how many of a large model: about as many as take these bytes, if they are not too few. */
const PREFILL_TOKENS = 4096;
const PREFILL_BYTES = 64 * 2 ** 20;
const FEWEST_PREFILLED = 1024;
/** A beginning shorter than this is computed rather than copied. */
const SHORTEST_PREFIX = 8;
/** Prompts waiting together that share at least this much: one goes first, the others take its keys and values. */
export const WORTH_WAITING = 48;
/** Capacities are multiples of this. */
const CAPACITY_GRAIN = 64;

interface Pending {
  readonly job: GenerationJob;
  readonly truncated: boolean;
  readonly watcher: TokenWatcher | undefined;
  readonly resolve: (tokens: GeneratedTokens) => void;
  readonly reject: (error: unknown) => void;
}

/** A sequence with a slot of the cache. */
interface Row extends Pending {
  readonly cacheSlot: number;
  /** Tokens whose keys and values are in the cache. */
  cached: number;
  readonly responseIds: number[];
  readonly logprobs: number[];
  readonly entropies: number[];
  readonly kept: number[][];
}

/** Tokens of one row that a run brings. */
interface Piece {
  readonly row: Row;
  readonly ids: readonly number[];
  readonly position: number;
}

const DISPOSED = 'the generator was disposed';

export class Generator implements GenerationService {
  readonly #waiting: Pending[] = [];
  readonly #rows: Row[] = [];
  #cache: KvCache | undefined;
  #cacheSlots = new Slots(0);
  #running = false;
  #disposed = false;
  readonly #use = { prefilled: 0, reused: 0, sampled: 0, rows: 0, steps: 0 };

  constructor(
    readonly executor: Executor,
    readonly config: ModelConfig,
    readonly slots: readonly AdapterSlot[],
    /** Tokens that end a message. */
    readonly ends: readonly number[],
  ) {}

  submit(job: GenerationJob, watcher?: TokenWatcher): Promise<GeneratedTokens> {
    // Who was slow to hear of the end must not make another cache.
    if (this.#disposed) return Promise.reject(new Error(DISPOSED));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ job, truncated: truncates(job.rule, this.config.vocabularySize), watcher, resolve, reject });
      if (!this.#running) void this.#run();
    });
  }

  async use(): Promise<GenerationUse> {
    return { ...this.#use };
  }

  /** To be called when parameters have changed: keys and values of before must not be used again. */
  forget(): void {
    this.#cacheSlots.forget();
    if (this.#rows.length === 0) this.#cache?.clear();
  }

  dispose(): void {
    this.#disposed = true;
    this.#fail(new Error(DISPOSED));
    this.#cache?.dispose();
    this.#cache = undefined;
    this.#cacheSlots = new Slots(0);
  }

  async #run(): Promise<void> {
    this.#running = true;
    try {
      await Promise.resolve(); // jobs submitted in the same breath belong into one batch
      while (this.#waiting.length > 0 || this.#rows.length > 0) {
        await this.#admit();
        await this.#decode();
        // Whoever waits for a finished message may submit the next one, in this task or by a message from another thread.
        await nextTask();
      }
    } catch (error) {
      this.#fail(error);
    } finally {
      this.#running = false;
    }
  }

  #fail(error: unknown): void {
    for (const pending of this.#waiting.splice(0)) pending.reject(error);
    for (const row of this.#rows.splice(0)) {
      this.#cacheSlots.release(row.cacheSlot);
      row.reject(error);
    }
    this.#cacheSlots.forget();
  }

  /** Gives free slots to those who wait, in their order, and runs their prompts. */
  async #admit(): Promise<void> {
    if (this.#waiting.length === 0 || !this.#ensureRoom()) return;
    const pieces: Piece[] = [];
    const later: Pending[] = [];
    let tokens = 0;
    while (this.#waiting.length > 0 && this.#cacheSlots.free > 0 && tokens < prefillTokens(this.config)) {
      const [pending] = this.#waiting;
      if (!pending || this.#needs(pending) > (this.#cache?.capacity ?? 0)) break;
      this.#waiting.shift();
      const { promptIds, slot } = pending.job;
      const known = this.#cacheSlots.longestPrefix(slot, promptIds);
      const sharing = pieces.some(
        ({ row, ids, position }) =>
          row.job.slot === slot &&
          position === 0 &&
          commonPrefix(ids, promptIds, promptIds.length - 1) >= Math.max(WORTH_WAITING, known.length + 1),
      );
      if (sharing) {
        later.push(pending);
        continue;
      }
      const piece = this.#begin(pending, known.length >= SHORTEST_PREFIX ? known : { slot: -1, length: 0 });
      tokens += piece.ids.length;
      pieces.push(piece);
    }
    this.#waiting.unshift(...later);
    this.#rows.push(...pieces.map(({ row }) => row));
    for (const part of byTruncation(pieces)) await this.#step(part, 1);
  }

  #begin(pending: Pending, known: { slot: number; length: number }): Piece {
    const { promptIds, slot } = pending.job;
    const cacheSlot = this.#cacheSlots.take(slot, known.slot);
    if (known.length > 0 && cacheSlot !== known.slot) this.#cache?.copy(known.slot, cacheSlot, known.length);
    this.#cacheSlots.holds(cacheSlot, promptIds.slice(0, known.length));
    this.#use.reused += known.length;
    this.#use.prefilled += promptIds.length - known.length;
    const row: Row = { ...pending, cacheSlot, cached: known.length, responseIds: [], logprobs: [], entropies: [], kept: [] };
    return { row, ids: promptIds.slice(known.length), position: known.length };
  }

  async #decode(): Promise<void> {
    if (this.#rows.length === 0) return;
    this.#use.rows += this.#rows.length;
    this.#use.steps += 1;
    const pieces = this.#rows.map((row): Piece => ({ row, ids: row.responseIds.slice(-1), position: row.cached }));
    for (const part of byTruncation(pieces)) await this.#step(part, part[0]?.row.truncated ? 1 : this.executor.stepsAtOnce);
  }

  /** Runs the tokens of some rows and samples what follows, `times` tokens a row. */
  async #step(pieces: readonly Piece[], times: number): Promise<void> {
    const truncated = pieces[0]?.row.truncated ?? false;
    const count = pieces.reduce((sum, { ids }) => sum + ids.length, 0);
    const decoding = count === pieces.length;
    const sequences = capacityFor(pieces.length);
    const plan = generationPlan(this.config, { tokens: decoding ? sequences : capacityFor(count), sequences }, this.slots, {
      sample: !truncated,
      decode: decoding,
    });
    const outputs = await evaluatePlan(this.executor, plan, this.#inputs(pieces, count, truncated), this.#cache, times);
    for (const { row, ids } of pieces) {
      row.cached += ids.length;
      for (const id of ids) this.#cacheSlots.append(row.cacheSlot, id);
    }
    if (truncated) this.#drawOnHost(pieces, outputs);
    else this.#take(pieces, outputs, times);
    for (const { row } of pieces) {
      row.watcher?.(row.responseIds.slice(-TOLD_TOKENS));
      const reason = this.#finished(row);
      if (reason) this.#finish(row, reason);
    }
  }

  #inputs(pieces: readonly Piece[], count: number, truncated: boolean): HostInputs {
    const inputs = {
      ids: new Int32Array(count),
      positions: new Int32Array(count),
      offsets: new Int32Array(pieces.length + 1),
      adapter_rows: Int32Array.from(pieces, ({ row }) => row.job.slot),
      cache_slots: Int32Array.from(pieces, ({ row }) => row.cacheSlot),
      scored: new Int32Array(pieces.length),
    };
    let at = 0;
    pieces.forEach(({ ids, position }, index) => {
      ids.forEach((id, t) => {
        inputs.ids[at + t] = id;
        inputs.positions[at + t] = position + t;
      });
      at += ids.length;
      inputs.offsets[index + 1] = at;
      inputs.scored[index] = at - 1;
    });
    if (truncated) return inputs;
    return {
      ...inputs,
      temperature: Float32Array.from(pieces, ({ row }) => row.job.rule.temperature),
      greedy: Int32Array.from(pieces, ({ row }) => (row.job.rule.greedy ? 1 : 0)),
      keys: Int32Array.from(pieces.flatMap(({ row }) => [...row.job.key])),
      counters: Int32Array.from(pieces, ({ row }) => drawnBy(row)),
    };
  }

  /** Tokens the executor sampled; what follows the end of a message was sampled for nothing. */
  #take(pieces: readonly Piece[], outputs: HostOutputs, times: number): void {
    const { tokens = [], logprobs = [], entropies = [] } = outputs;
    for (let time = 0; time < times; time += 1) {
      pieces.forEach(({ row }, index) => {
        if (this.#finished(row)) return;
        const at = time * pieces.length + index;
        const token = tokens[at] ?? Number.NaN;
        const logprob = logprobs[at] ?? Number.NaN;
        if (!Number.isFinite(logprob)) throw new FaultError(fault(engineFaults, 'E_DIVERGED', { found: 'logit' }));
        if (time > 0) {
          row.cached += 1;
          this.#cacheSlots.append(row.cacheSlot, row.responseIds.at(-1) ?? 0);
        }
        row.responseIds.push(token);
        row.logprobs.push(logprob);
        row.entropies.push(entropies[at] ?? Number.NaN);
        this.#use.sampled += 1;
      });
    }
  }

  #drawOnHost(pieces: readonly Piece[], { logits = new Float32Array() }: HostOutputs): void {
    const vocabulary = this.config.vocabularySize;
    pieces.forEach(({ row }, index) => {
      const { rule, key } = row.job;
      const draw = drawToken(logits.subarray(index * vocabulary, (index + 1) * vocabulary), rule, uniformAt(key, drawnBy(row)));
      row.responseIds.push(draw.token);
      row.logprobs.push(draw.logprob);
      row.entropies.push(draw.entropy);
      row.kept.push([...(draw.kept ?? [])]);
      this.#use.sampled += 1;
    });
  }

  #finished({ job, responseIds }: Row): GeneratedTokens['finishReason'] | null {
    const last = responseIds.at(-1);
    if (last !== undefined && this.ends.includes(last)) return 'stop';
    if (responseIds.length >= job.maxNewTokens) return 'length';
    return last !== undefined && job.pauses?.includes(last) ? 'pause' : null;
  }

  #finish(row: Row, finishReason: GeneratedTokens['finishReason']): void {
    this.#rows.splice(this.#rows.indexOf(row), 1);
    this.#cacheSlots.release(row.cacheSlot);
    const { responseIds, logprobs, entropies, kept, truncated } = row;
    row.resolve({ responseIds, logprobs, entropies, ...(truncated ? { kept } : {}), finishReason });
  }

  #needs({ job }: Pending): number {
    return job.promptIds.length + job.maxNewTokens + this.executor.stepsAtOnce;
  }

  /** A cache with room for the next one waiting; false when it must wait until the present cache is empty. */
  #ensureRoom(): boolean {
    const [first] = this.#waiting;
    if (this.#cache && first && this.#needs(first) <= this.#cache.capacity) return true;
    if (this.#rows.length > 0) return false;
    this.#cache?.dispose();
    const { slots, capacity } = cacheShape(
      this.config,
      this.#waiting.reduce((most, pending) => Math.max(most, this.#needs(pending)), 0),
    );
    this.#cache = this.executor.createCache(slots, capacity);
    this.#cacheSlots = new Slots(slots);
    return true;
  }
}

/** Tokens of a row's message that are drawn: the next one's counter. */
const drawnBy = ({ job, responseIds }: Row): number => (job.drawn ?? 0) + responseIds.length;

/** Prompt tokens after which a prefill takes no further prompt. The widest part of a layer holds three of its hidden rows and two of its outer ones. */
export function prefillTokens({ hiddenSize, intermediateSize }: ModelConfig): number {
  const bytes = 4 * (2 * hiddenSize + 3 * intermediateSize);
  return Math.min(PREFILL_TOKENS, Math.max(FEWEST_PREFILLED, Math.floor(PREFILL_BYTES / bytes)));
}

/** The cache for sequences of up to `tokens` tokens: how many slots, how long, and the bytes of one. */
export function cacheShape(
  { layers, kvHeads, headDim, kvCache }: ModelConfig,
  tokens: number,
): { slots: number; capacity: number; bytes: number } {
  const capacity = Math.ceil(tokens / CAPACITY_GRAIN) * CAPACITY_GRAIN;
  const bytes = capacity * layers * kvHeads * headDim * 2 * (kvCache === 'f16' ? 2 : 4);
  return { slots: Math.max(1, Math.min(CACHE_SLOTS, Math.floor(CACHE_BYTES / bytes))), capacity, bytes };
}

/** Rows the executor samples and rows that the host draws from truncated distributions run separately. */
function byTruncation(pieces: readonly Piece[]): Piece[][] {
  return [pieces.filter(({ row }) => !row.truncated), pieces.filter(({ row }) => row.truncated)].filter((part) => part.length > 0);
}
