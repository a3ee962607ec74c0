/**
 * Recorded results behind what lessons, the bug museum and the paper in miniature claim: variants of a project, each trained with
 * several seeds by `npm run evidence` (headless/evidence). `public/evidence/<id>.json` holds one {@link Evidence}.
 */

export interface EvidenceSeed {
  readonly seed: number;
  /** Mean reward of 256 episodes of the train split before training, sampled at temperature 1 and greedy. */
  readonly before: { readonly sampled: number; readonly greedy: number };
  /** After the last iteration. */
  readonly after: { readonly sampled: number; readonly greedy: number };
  /** Mean reward of each iteration's rollout. */
  readonly reward: readonly number[];
  /** Further curves by their name in `metrics.jsonl` (such as `actor/planner/kl_ref`, `skill/verifier_overrides`), one number an iteration. */
  readonly series: Readonly<Record<string, readonly (number | null)[]>>;
  /** How often each notice was given (a guard that spoke up), by code. */
  readonly notices: Readonly<Record<string, number>>;
  /** What else was measured at the end, by name: `test.sampled`, `shapley.second`, … */
  readonly extra?: Readonly<Record<string, number>>;
}

export interface EvidenceVariant {
  readonly id: string;
  /** Shown in legends and tables, in English. */
  readonly name: string;
  /** What differs from the first variant, as paths of the document and their values; `settings` and `team` by name. */
  readonly changes: Readonly<Record<string, unknown>>;
  /** The variant it is compared with, seed by seed; the first where left out. */
  readonly against?: string;
  /**
   * By which its KL to the base (`actor/<role>/kl_ref`) was measured: workbench 0.2 measures it on the episodes of an iteration as
   * they were played, 0.1 after the update that learnt from them.
   */
  readonly klRefEstimator: string;
  /** At least five. */
  readonly seeds: readonly EvidenceSeed[];
}

export interface Evidence {
  readonly id: string;
  readonly title: string;
  /** The preset it is made of, and how long it was trained. */
  readonly preset: string;
  /** What every variant has in place of the preset's own, as paths of the document and their values; `settings` and `team` by name. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly iterations: number;
  readonly episodes: number;
  readonly variants: readonly EvidenceVariant[];
  /** Where it was measured: backend, version of the workbench. */
  readonly backend: string;
}
