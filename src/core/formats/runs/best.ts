/**
 * `checkpoints/best.json`: which checkpoint of a run was best, and by what. {@link BestTracker} finds it as the run goes
 * on; its state is JSON, so that a resumed run knows what came before.
 */
import { z } from 'zod';
import { faultAt } from '../../faultAt.ts';
import { runFileFaults } from '../../../words/words.ts';
import { decodeJson, encodeJson, type Files } from '../files.ts';
import { RUN_PATHS } from '../runPaths.ts';
import { knownFormat } from './format.ts';

const bestSchema = z.strictObject({
  /** Iteration of the checkpoint `steps_<iteration>`. */
  iteration: z.int().min(1),
  /** Name in `metrics.jsonl`; larger is better. */
  metric: z.string(),
  /** For `reward/mean` the mean over the tracker's window. */
  value: z.number(),
});

export type Best = z.infer<typeof bestSchema>;

export const bestStateSchema = z.strictObject({
  best: bestSchema.nullable(),
  /** The last values of `reward/mean`, oldest first. */
  recent: z.array(z.number()),
  /** Their mean when the best was found: it decides between equals. */
  recentAtBest: z.number().nullable().default(null),
});

export type BestState = z.infer<typeof bestStateSchema>;

/** The greedy evaluation where there is one: the sampled reward of an iteration is a noisier measure of other problems. */
export type BestMetric = 'reward/greedy' | 'reward/mean';

/** The metric a run is judged by. */
export function bestMetric(training: { readonly evaluateEvery: number; readonly evaluateGreedy: boolean }): BestMetric {
  return training.evaluateEvery > 0 && training.evaluateGreedy ? 'reward/greedy' : 'reward/mean';
}

/** Iterations over which the sampled reward is averaged: one alone is mostly luck. */
export const BEST_WINDOW = 5;

export class BestTracker {
  readonly metric: BestMetric;
  #best: Best | null;
  #recent: number[];
  #recentAtBest: number | null;

  constructor(metric: BestMetric, state: BestState = { best: null, recent: [], recentAtBest: null }) {
    this.metric = metric;
    // A run that goes on with other evaluations starts anew: two metrics cannot be compared.
    this.#best = state.best?.metric === metric ? state.best : null;
    this.#recent = [...state.recent];
    this.#recentAtBest = this.#best ? state.recentAtBest : null;
  }

  get best(): Best | null {
    return this.#best;
  }

  get state(): BestState {
    return { best: this.#best, recent: [...this.#recent], recentAtBest: this.#recentAtBest };
  }

  /**
   * Takes in a completed iteration's row and says whether its team is the best yet; then its checkpoint must be written,
   * due or not, and `best.json` after it. A greedy evaluation counts whenever there is one, the mean of the last rewards
   * only where a checkpoint is due, or a rising curve would make one of nearly every iteration. A few greedy problems are soon
   * all right, long before sampling is; so of equals the one with the higher mean of the last rewards is better, else the first.
   */
  observe(row: Readonly<Record<string, number>>, checkpointDue: boolean): boolean {
    const { iteration = 0, 'reward/mean': reward } = row;
    if (reward !== undefined) this.#recent = [...this.#recent.slice(1 - BEST_WINDOW), reward];
    const value = this.metric === 'reward/greedy' ? row[this.metric] : checkpointDue ? this.#recentMean() : undefined;
    if (iteration < 1 || value === undefined) return false;
    const before = this.#best?.value ?? Number.NEGATIVE_INFINITY;
    const recent = this.#recentMean() ?? null;
    const better = value > before || (value === before && recent !== null && recent > (this.#recentAtBest ?? Number.NEGATIVE_INFINITY));
    if (!better) return false;
    this.#best = { iteration, metric: this.metric, value };
    this.#recentAtBest = recent;
    return true;
  }

  #recentMean(): number | undefined {
    if (this.#recent.length === 0) return undefined;
    return this.#recent.reduce((sum, value) => sum + value, 0) / this.#recent.length;
  }
}

/** Contents of `best.json`. */
export function bestJson(best: Best): Uint8Array {
  return encodeJson(best);
}

/** What `best.json` of a run folder says; null without one. Throws `E_BEST`, or `E_RUN_FUTURE` where it is of a newer format. */
export function readBest(files: Files): Best | null {
  const bytes = files[RUN_PATHS.best];
  if (!bytes) return null;
  const parsed = bestSchema.safeParse(knownFormat(decodeJson(bytes, RUN_PATHS.best, runFileFaults, 'E_BEST'), RUN_PATHS.best));
  if (parsed.success) return parsed.data;
  throw faultAt(runFileFaults, 'E_BEST', { found: 'other', subject: RUN_PATHS.best });
}
