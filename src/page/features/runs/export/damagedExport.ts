/** That an export would give a damaged checkpoint away, with what can be exported instead. */
import { FaultError, type Fault } from '../../../../core/faults.ts';
import type { Files } from '../../../../core/formats/files.ts';
import type { RunSet } from '../../../state/runs/types.ts';

/** An export without the damaged checkpoints. */
export interface WholeExport {
  /** With the last whole checkpoint in the place of the newest. */
  readonly run: RunSet;
  /** What this browser keeps of the run, with paths in its folder. */
  readonly kept: Files;
  /** Iteration of the checkpoint whose adapters are the export's. */
  readonly iteration: number;
}

export class DamagedExport extends FaultError {
  constructor(
    fault: Fault,
    /** Null where no checkpoint is whole. */
    readonly instead: WholeExport | null,
  ) {
    super(fault);
  }
}
