/** What-if questions are answered by a worker of their own, which loads the team as one of its iterations left it and trains nothing. */
import type { BackendReport } from '../../../core/backend.ts';
import type { LabAnswers, LabQuestion, TeamVersion } from '../../../core/counterfactual/questions.ts';
import type { Fault } from '../../../core/faults.ts';
import type { Files } from '../../../core/formats/files.ts';
import type { ComparedWeights } from '../../../core/formats/runs/weightDifference.ts';
import type { LabRequest, LabRun, WeightsRequest } from '../../../../workers/lab/protocol.ts';

/** Who asks: a view of the page, about a run. Two views may ask the same kind of question of the same run. */
export interface Asker {
  readonly view: 'shares' | 'criticCheck' | 'estimators' | 'replay' | 'weights' | 'blame' | 'turned' | 'notes' | 'playOn' | 'challenge';
  readonly runId: string;
}

export const isAsker = (a: Asker, b: Asker): boolean => a.view === b.view && a.runId === b.runId;

/** Why a question was not answered. */
export interface LabFault {
  readonly by: Asker;
  readonly fault: Fault;
}

export interface LabJob {
  readonly by: Asker;
  readonly kind: LabQuestion['kind'] | 'weights';
  /** Parts done, of how many; 0 of 0 while the run is being loaded. */
  readonly done: number;
  readonly of: number;
}

export interface LabState {
  /** What is being computed; null while nothing is. One question at a time, others wait. */
  readonly job: LabJob | null;
  /** Why the last question of each asker was not answered; none of those whose was, or was called off. */
  readonly faults: readonly LabFault[];
  /** What it computes on; null while no worker is there. */
  readonly report: BackendReport | null;
  /** Completed iterations of a run whose team can speak, ascending; 0 is the team as it began. Empty where the run cannot be read. Never rejects. */
  versions(runId: string): Promise<readonly number[]>;
  /** Asks about the asker's run; null where it was called off or failed (`faults` says why). Never rejects. */
  ask<K extends LabQuestion['kind']>(
    by: Asker,
    team: TeamVersion,
    question: Extract<LabQuestion, { kind: K }>,
  ): Promise<LabAnswers[K] | null>;
  /** Measures what holding the bases of the asker's run in fewer bits changes, in the same turn; null as for `ask`. Never rejects. */
  compareWeights(by: Asker): Promise<readonly ComparedWeights[] | null>;
  /** Calls the asker's question off where it is the one under way; nobody else's. */
  cancel(by: Asker): void;
  closeFault(by: Asker): void;
}

/** A live lab worker. */
export interface LabConnection {
  open(run: LabRun): Promise<BackendReport>;
  /** Null where it was called off. */
  answer(request: LabRequest): Promise<LabAnswers[keyof LabAnswers] | null>;
  callOff(): void;
  /** Lets go of what is loaded; called off by `close`. */
  compareWeights(request: WeightsRequest): Promise<readonly ComparedWeights[]>;
  close(): void;
}

/** What the lab needs of the rest of the page; tests give their own. */
export interface LabHosts {
  /** Starts the workers. `onDeath` is called at most once, when they can answer no more; calls under way reject then. */
  connect(onProgress: (done: number, of: number) => void, onDeath: () => void): Promise<LabConnection>;
  /** A run with all that its questions need. */
  run(runId: string): Promise<LabRun>;
  /** A run's bases and the tokens they are compared on; rejects where there is nothing to compare. */
  weights(runId: string): Promise<WeightsRequest>;
  /** Ascending. */
  versions(runId: string): Promise<readonly number[]>;
  /** A checkpoint's own folder, of which adapters and `trainer_state.json` are read; no files are the bases. */
  adapters(runId: string, iteration: number): Promise<Files>;
}
