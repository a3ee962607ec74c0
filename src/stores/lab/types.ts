/** What-if questions are answered by a worker of their own, which loads the team as one of its checkpoints left it and trains nothing. */
import type { BackendReport } from '../../core/backend.ts';
import type { LabAnswers, LabQuestion, TeamVersion } from '../../core/counterfactual/questions.ts';
import type { Fault } from '../../core/faults.ts';

export interface LabJob {
  readonly runId: string;
  readonly kind: LabQuestion['kind'];
  /** Parts done, of how many; 0 of 0 while the run is being loaded. */
  readonly done: number;
  readonly of: number;
}

export interface LabState {
  /** What is being computed; null while nothing is. One question at a time, others wait. */
  readonly job: LabJob | null;
  /** Why the last question was not answered; null when it was, or was called off. */
  readonly fault: Fault | null;
  /** What it computes on; null while no worker is there. */
  readonly report: BackendReport | null;
  /** Checkpoints of a run that can speak, ascending; 0 is the team as it began. Empty where the run cannot be read. Never rejects. */
  versions(runId: string): Promise<readonly number[]>;
  /** Asks; null where it was called off or failed (`fault` says why). Never rejects. */
  ask<K extends LabQuestion['kind']>(
    runId: string,
    team: TeamVersion,
    question: Extract<LabQuestion, { kind: K }>,
  ): Promise<LabAnswers[K] | null>;
  /** Calls the question under way off. */
  cancel(): void;
  closeFault(): void;
}
