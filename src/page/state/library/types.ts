/**
 * What this browser keeps of runs: a folder each (DESIGN §5) with a card beside it. The card is what lists, comparisons and
 * the tree of forks read; the folder is read when a run is opened.
 */
import type { Fault } from '../../../core/faults.ts';
import type { RunLabels } from '../../../core/formats/runs/card.ts';
import type { Files } from '../../../core/formats/files.ts';
import type { ProjectDocument } from '../../../core/document/schema.ts';

export type { KeptPhase, RunCard, RunLabels, RunParent, SweepCell } from '../../../core/formats/runs/card.ts';

/** How a run is to begin, beyond the document. */
export interface RunOptions extends Partial<RunLabels> {
  /** The document to train; the one at hand when absent. */
  readonly document?: ProjectDocument;
  /** One PEFT folder per role that begins with them; with `parent`, those that do not fit are left out and told. */
  readonly adapters?: Files;
  /** `checkpoints/steps_<n>/…` of a run of the very same document: goes on exactly where it was. */
  readonly resume?: Files;
}

/** A folder that cannot be read as a run. It can be deleted, or downloaded as it is. */
export interface BrokenRun {
  readonly id: string;
  readonly fault: Fault;
}
