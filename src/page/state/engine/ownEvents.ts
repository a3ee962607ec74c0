/** What the page says of a run in its worker's stead, on screen and on disk. */
import type { Fault } from '../../../core/faults.ts';
import type { BackendReport, TrainerEvent } from '../../../../workers/trainer/protocol.ts';

/** What a run that goes on was computed on before, until it says what it is computed on now. */
export interface RanOn {
  readonly runId: string;
  readonly backend: BackendReport['backend'];
}

const warning = (runId: string, iteration: number, code: string, message: string): TrainerEvent => ({
  type: 'notice',
  runId,
  iteration,
  level: 'warning',
  code,
  message,
});

/** Says that a run goes on on something else than it began on, and so cannot be repeated on either; null where it does not. */
export function backendChanged(
  ranOn: RanOn | null,
  { runId, iteration, report }: Extract<TrainerEvent, { type: 'backend' }>,
): TrainerEvent | null {
  if (ranOn?.runId !== runId || ranOn.backend === report.backend) return null;
  const message = `This run was made on ${ranOn.backend} and goes on on ${report.backend}; its numbers cannot be repeated on one of them.`;
  return warning(runId, iteration, 'backend_changed', message);
}

/** Says that a run whose worker died at iteration `reached` goes on from the checkpoint of iteration `from`. */
export function workerRestarted(runId: string, { message }: Fault, reached: number, from: number): TrainerEvent {
  const again = reached > from ? `; what came after it, up to iteration ${reached}, is computed again` : '';
  const went = `It was started again, and the run goes on from the checkpoint of iteration ${from}${again}.`;
  return warning(runId, from, 'worker_restarted', `${message.replace(/\.?$/, '.')} ${went}`);
}

export function vocabulariesUnread(runId: string, iteration: number, { message }: Fault): TrainerEvent {
  return warning(runId, iteration, 'W_VOCABULARY', message);
}

/** The end of a run whose worker cannot end it. */
export function failure(runId: string, iteration: number, fault: Fault): readonly TrainerEvent[] {
  return [
    { type: 'fault', runId, iteration, fault },
    { type: 'phase', runId, iteration, phase: 'failed' },
  ];
}
