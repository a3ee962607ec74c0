/**
 * What this browser keeps of runs: a folder each (DESIGN §5) with a card beside it. The card is what lists, comparisons and
 * the tree of forks read; the folder is read when a run is opened.
 */
import type { Json } from '../../core/environment/contract.ts';
import type { Files } from '../../core/formats/files.ts';
import type { ProjectDocument } from '../../core/document/schema.ts';

/** Where a fork began. */
export interface RunParent {
  readonly run: string;
  /** Completed iterations of the parent at that point. */
  readonly iteration: number;
}

/** Which cell of a sweep a run is. */
export interface SweepCell {
  /** The same for all runs of one sweep. */
  readonly id: string;
  readonly name: string;
  /** What the grid changed, by path into the document, such as `training.learningRate`. The seed is not among them. */
  readonly values: Readonly<Record<string, Json>>;
}

/** What a person wrote about a run, and where it came from. */
export interface RunLabels {
  readonly name: string;
  readonly tags: readonly string[];
  readonly notes: string;
  readonly parent: RunParent | null;
  readonly sweep: SweepCell | null;
}

/** `running` is also what a run is left as when its page closed or crashed. */
export type KeptPhase = 'running' | 'finished' | 'stopped' | 'failed';

export interface RunCard extends RunLabels {
  readonly id: string;
  /** Name of the project it was a run of. */
  readonly project: string;
  /** When it began, milliseconds since 1970. */
  readonly began: number;
  readonly phase: KeptPhase;
  /** Completed iterations, of `iterations` in all. */
  readonly iteration: number;
  readonly iterations: number;
  readonly seed: number;
  /** The newest metrics row, and the row of the untrained team where there is one; names as in docs/metrics.md. */
  readonly last: Readonly<Record<string, number>>;
  readonly first: Readonly<Record<string, number>> | null;
  /** Iterations of its complete checkpoints, ascending. */
  readonly checkpoints: readonly number[];
  /** Of its folder. */
  readonly bytes: number;
}

/** How a run is to begin, beyond the document. */
export interface RunOptions extends Partial<RunLabels> {
  /** The document to train; the one at hand when absent. */
  readonly document?: ProjectDocument;
  /** One PEFT folder per role that begins with them. */
  readonly adapters?: Files;
  /** `checkpoints/steps_<n>/…` of a run of the very same document: goes on exactly where it was. */
  readonly resume?: Files;
}
