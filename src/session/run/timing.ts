/** What a clock says about an iteration; goes to `timing.jsonl` only. */
import { orElse } from '../../core/at.ts';
import type { GenerationUse } from '../../engine/generate/jobs.ts';
import type { BaseGroup } from '../policy/baseGroup.ts';

/** Seconds per part of an iteration. */
export class Stopwatch {
  #last = performance.now();
  readonly #laps = new Map<string, number>();

  /** `held`: seconds of it in which nothing was to be done. */
  lap(name: string, held = 0): void {
    const now = performance.now();
    this.#laps.set(name, orElse(this.#laps.get(name), 0) + (now - this.#last) / 1000 - held);
    this.#last = now;
  }

  seconds(name: string): number {
    return Math.max(orElse(this.#laps.get(name), 0), 1e-6);
  }

  row(): Record<string, number> {
    return Object.fromEntries([...this.#laps].map(([name, seconds]) => [`timing_s/${name}`, seconds]));
  }
}

/** Use of all bases' players together; null where one of them is not counted. */
export async function totalUse(groups: readonly BaseGroup[]): Promise<GenerationUse | null> {
  const counted = await Promise.all(groups.map(({ trainer }) => trainer.use()));
  const uses = counted.filter((use) => use !== null);
  if (uses.length < counted.length) return null;
  const sum = (pick: (use: GenerationUse) => number) => uses.reduce((total, use) => total + pick(use), 0);
  return {
    prefilled: sum(({ prefilled }) => prefilled),
    reused: sum(({ reused }) => reused),
    sampled: sum(({ sampled }) => sampled),
    rows: sum(({ rows }) => rows),
    steps: sum(({ steps }) => steps),
  };
}

/** How the rollout's sequences were batched; it depends on who was ready when. */
export function generationUse(before: GenerationUse | null, after: GenerationUse | null): Record<string, number> {
  if (!before || !after) return {};
  const steps = after.steps - before.steps;
  return {
    'perf/sampled_tokens': after.sampled - before.sampled,
    'perf/reused_prompt_tokens': after.reused - before.reused,
    ...(steps > 0 ? { 'perf/rows_per_step': (after.rows - before.rows) / steps } : {}),
  };
}
