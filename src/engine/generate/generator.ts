/**
 * The generation service: requests in, messages out. Whatever is ready is batched together, over episodes and agents,
 * each row with its own adapter. Rows are grouped by their own prompt length alone (rounded up), so a row's numbers do
 * not depend on its neighbours and one episode re-rolled alone equals its recording.
 */
import type { RandomKey } from '../../core/environment/contract.ts';
import type { FinishReason } from '../../core/episode/records.ts';
import type { ModelConfig } from '../../core/formats/hf.ts';
import { uniformAt } from '../../core/random/streams.ts';
import { evaluatePlan, type Executor } from '../executors/executor.ts';
import { generationPlan } from '../model/llama.ts';
import type { AdapterSlot } from '../model/plan.ts';
import { drawToken, type SamplingRule } from './sampler.ts';

export interface GenerationJob {
  readonly promptIds: readonly number[];
  /** Index into the generator's adapter slots; −1 for the base alone. */
  readonly slot: number;
  readonly rule: SamplingRule;
  readonly maxNewTokens: number;
  /** Sampling key of this message; the token's index is the counter. */
  readonly key: RandomKey;
}

export interface GeneratedTokens {
  readonly responseIds: number[];
  readonly logprobs: number[];
  readonly entropies: number[];
  readonly kept?: number[][];
  readonly finishReason: FinishReason;
}

/** Prompts are padded to a multiple of this; it is part of a row's numbers, so it never depends on the batch. */
const PROMPT_GRAIN = 32;
/** Most prompt tokens in one prefill; bounds memory. */
const PREFILL_TOKENS = 8192;

const roundUp = (n: number, grain: number) => Math.ceil(n / grain) * grain;

export class Generator {
  constructor(
    readonly executor: Executor,
    readonly config: ModelConfig,
    readonly slots: readonly AdapterSlot[],
    /** Token that ends a message. */
    readonly end: number,
  ) {}

  /** Messages in the order of the jobs. `onProgress` hears how many of the jobs have finished. */
  async generate(jobs: readonly GenerationJob[], onProgress?: (finished: ReadonlySet<number>) => void): Promise<GeneratedTokens[]> {
    const results: GeneratedTokens[] = jobs.map(() => ({ responseIds: [], logprobs: [], entropies: [], finishReason: 'length' }));
    const finished = new Set<number>();
    for (const { width, members } of this.#groups(jobs)) {
      await this.#generateGroup(jobs, members, width, results, finished, onProgress);
    }
    return results;
  }

  #groups(jobs: readonly GenerationJob[]): { width: number; members: number[] }[] {
    const byWidth = new Map<number, number[]>();
    jobs.forEach((job, index) => {
      const width = roundUp(job.promptIds.length, PROMPT_GRAIN);
      byWidth.set(width, [...(byWidth.get(width) ?? []), index]);
    });
    return [...byWidth]
      .sort(([a], [b]) => a - b)
      .flatMap(([width, members]) => {
        const size = Math.max(1, Math.floor(PREFILL_TOKENS / width));
        return Array.from({ length: Math.ceil(members.length / size) }, (_, i) => ({
          width,
          members: members.slice(i * size, (i + 1) * size),
        }));
      });
  }

  async #generateGroup(
    jobs: readonly GenerationJob[],
    members: readonly number[],
    width: number,
    results: GeneratedTokens[],
    finished: Set<number>,
    onProgress?: (finished: ReadonlySet<number>) => void,
  ): Promise<void> {
    const group = members.flatMap((index) => {
      const job = jobs[index];
      const result = results[index];
      return job && result ? [{ index, job, result }] : [];
    });
    const rows = group.length;
    const ids = new Int32Array(rows * width);
    const positions = new Int32Array(rows * width);
    group.forEach(({ job }, row) => {
      ids.set(job.promptIds, row * width);
      for (let t = 0; t < width; t += 1) positions[row * width + t] = t;
    });
    const adapterRows = Int32Array.from(group, ({ job }) => job.slot);
    const steps = Math.max(...group.map(({ job }) => job.maxNewTokens));
    const promptLengths = group.map(({ job }) => job.promptIds.length);
    const cache = this.executor.createCache(promptLengths, Math.max(...promptLengths) + steps);
    try {
      const scored = Int32Array.from(group, ({ job }, row) => row * width + job.promptIds.length - 1);
      let outputs = await evaluatePlan(
        this.executor,
        generationPlan(this.config, { rows, length: width }, this.slots),
        { ids, positions, adapter_rows: adapterRows, scored },
        cache,
      );
      const next = new Int32Array(rows).fill(this.end);
      for (let step = 0; ; step += 1) {
        const logits = outputs['logits'] ?? new Float32Array();
        this.#sample(group, logits, step, next, finished);
        onProgress?.(finished);
        if (step + 1 >= steps || group.every(({ index }) => finished.has(index))) break;
        outputs = await evaluatePlan(
          this.executor,
          generationPlan(this.config, { rows, length: 1 }, this.slots),
          {
            ids: next,
            positions: Int32Array.from(group, ({ job }) => job.promptIds.length + step),
            adapter_rows: adapterRows,
            scored: Int32Array.from(group.keys()),
          },
          cache,
        );
      }
    } finally {
      cache.dispose();
    }
  }

  #sample(
    group: readonly { index: number; job: GenerationJob; result: GeneratedTokens }[],
    logits: Float32Array,
    step: number,
    next: Int32Array,
    finished: Set<number>,
  ): void {
    const vocabulary = this.config.vocabularySize;
    group.forEach(({ index, job, result }, row) => {
      if (finished.has(index)) return;
      const draw = drawToken(logits.subarray(row * vocabulary, (row + 1) * vocabulary), job.rule, uniformAt(job.key, step));
      result.responseIds.push(draw.token);
      result.logprobs.push(draw.logprob);
      result.entropies.push(draw.entropy);
      if (draw.kept) (result as { kept?: number[][] }).kept = [...(result.kept ?? []), [...draw.kept]];
      next[row] = draw.token;
      if (draw.token === this.end) (result as { finishReason: FinishReason }).finishReason = 'stop';
      if (draw.token === this.end || step + 1 >= job.maxNewTokens) finished.add(index);
    });
  }
}
