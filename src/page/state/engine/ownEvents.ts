/** What the page says of a run in its worker's stead, on screen and on disk. */
import { type Fault, worded } from '../../../core/faults.ts';
import { pageNotice, type PageNotice } from '../runs/pageNotice.ts';
import type { BackendReport, TrainerEvent } from '../../../../workers/trainer/protocol.ts';

/** What a run that goes on was computed on before, until it says what it is computed on now. */
export interface RanOn {
  readonly runId: string;
  readonly backend: BackendReport['backend'];
}

/** Says that a run goes on on something else than it began on, and so cannot be repeated on either; null where it does not. */
export function backendChanged(
  ranOn: RanOn | null,
  { runId, iteration, report }: Extract<TrainerEvent, { type: 'backend' }>,
): TrainerEvent | null {
  if (ranOn?.runId !== runId || ranOn.backend === report.backend) return null;
  return pageNotice({ runId, iteration, level: 'warning' }, 'backend_changed', { from: ranOn.backend, to: report.backend });
}

/** Says that a run whose worker died at iteration `reached` goes on from the checkpoint of iteration `from`. */
export function workerRestarted(runId: string, died: Fault, reached: number, from: number): TrainerEvent {
  const values = { from, reached: reached > from ? reached : null };
  return pageNotice(
    { runId, iteration: from, level: 'warning' },
    'worker_restarted',
    { why: worded(died).message, ...values },
    { why: died.message.replace(/\.?$/, '.'), ...values },
  );
}

export function vocabulariesUnread(runId: string, iteration: number, why: Fault): PageNotice {
  return { type: 'notice', runId, iteration, level: 'warning', code: 'W_VOCABULARY', message: why.message, fault: why };
}

/** The end of a run whose worker cannot end it. */
export function failure(runId: string, iteration: number, fault: Fault): readonly TrainerEvent[] {
  return [
    { type: 'fault', runId, iteration, fault },
    { type: 'phase', runId, iteration, phase: 'failed' },
  ];
}
