/** The reports of all steps of a run: read one after the other, a window at a time, so that a run of any size is counted in little memory. */
import { StepReport, type TrainerReport } from '../../../core/credit/trainerReport.ts';
import type { EpisodesRead } from '../../../../workers/library/protocol.ts';

export interface ReportOfStep {
  readonly step: number;
  readonly report: TrainerReport;
}

/** How far counting has come. */
export interface StepsCounted {
  /** Of steps that were read to their end, ascending. */
  readonly reports: readonly ReportOfStep[];
  /** Steps that could not be read. */
  readonly failed: number;
  readonly left: number;
  /** Episodes looked at, of all steps. */
  readonly episodes: number;
}

interface Counting {
  readonly steps: readonly number[];
  readonly read: (step: number) => AsyncIterable<EpisodesRead>;
  /** The ε that ratios are held against. */
  readonly clip: number;
  /** Is told at the beginning and after every window. */
  readonly tell: (counted: StepsCounted) => void;
  readonly signal: AbortSignal;
}

/** Ends early, and tells nothing more, once `signal` is aborted. */
export async function countSteps({ steps, read, clip, tell, signal }: Counting): Promise<void> {
  let state: StepsCounted = { reports: [], failed: 0, left: steps.length, episodes: 0 };
  const next = (part: Partial<StepsCounted>): void => tell((state = { ...state, ...part }));
  next({});
  for (const step of steps) {
    const count = new StepReport(clip);
    const { episodes: before } = state;
    try {
      for await (const { episodes } of read(step)) {
        if (signal.aborted) return;
        count.add(episodes);
        next({ episodes: state.episodes + episodes.length });
      }
      next({ reports: [...state.reports, { step, report: count.report }], left: state.left - 1 });
    } catch {
      if (signal.aborted) return;
      next({ failed: state.failed + 1, left: state.left - 1, episodes: before });
    }
  }
}
