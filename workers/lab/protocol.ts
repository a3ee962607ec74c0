/**
 * The contract between the page and the lab worker, which answers what-if questions about a run, and what holding its bases in fewer bits
 * changes; plain data only.
 */
import type { BackendChoice, BackendMeasurement, BackendReport } from '../../src/core/backend.ts';
import type { LabAnswers, LabQuestion } from '../../src/core/counterfactual/questions.ts';
import type { DataRow } from '../../src/core/dataset/rows.ts';
import type { ProjectDocument } from '../../src/core/document/schema.ts';
import type { Outcome } from '../../src/core/faults.ts';
import type { Files } from '../../src/core/formats/files.ts';
import type { ComparedWeights } from '../../src/core/formats/runs/weightDifference.ts';
import type { DroppedBases } from '../trainer/protocol.ts';

/** What a run's questions are answered with. */
export interface LabRun {
  readonly document: ProjectDocument;
  readonly backend: BackendChoice;
  readonly measured: readonly BackendMeasurement[];
  readonly bases: DroppedBases;
  /** All rows of the file the document's data set names. */
  readonly rows?: readonly DataRow[];
}

export interface LabRequest {
  readonly question: LabQuestion;
  /** Completed iterations of the team that speaks. */
  readonly iteration: number;
  /** Adapters of every iteration the question needs, each a checkpoint's own folder; without files, the bases. */
  readonly adapters: Readonly<Record<number, Files>>;
}

/** The bases of a run, against the form that they are held in. */
export interface WeightsRequest {
  readonly run: Omit<LabRun, 'rows'>;
  /** By base, the token ids that it is compared on, and the file of the run that they are from. */
  readonly sequences: Readonly<Record<string, readonly (readonly number[])[]>>;
  readonly source: string;
}

export interface LabApi {
  /** The environment worker's end of a message channel; must be given first. */
  connectEnvironment(port: MessagePort): Promise<void>;
  /** Hears how far the question under way is. */
  subscribe(listener: (done: number, of: number) => void): Promise<void>;
  /** Loads a run in place of the one before. */
  open(run: LabRun): Promise<Outcome<BackendReport>>;
  /** One at a time; null where it was called off. */
  answer(request: LabRequest): Promise<Outcome<LabAnswers[keyof LabAnswers] | null>>;
  callOff(): Promise<void>;
  /** One entry a base. What was loaded is let go of; calling it off is ending the worker. */
  compareWeights(request: WeightsRequest): Promise<Outcome<readonly ComparedWeights[]>>;
}
