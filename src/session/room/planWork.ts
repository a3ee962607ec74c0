/** The work of plans, added up: operations, bytes moved, and on a GPU dispatches. */
import { field, orElse } from '../../core/at.ts';
import type { Plan } from '../../engine/contracts/plan.ts';
import { dispatchesOf, STEP_DISPATCHES } from '../../engine/executors/webgpu/dispatches.ts';
import { planCost } from '../../engine/model/cost.ts';
import type { Batch } from '../../engine/train/batches.ts';
import type { CriticWork } from '../critics/work.ts';

export class PlanWork {
  #flops = 0;
  bytes = 0;
  dispatches = 0;

  constructor(readonly gpu: boolean) {}

  /** Operations of what `body` adds. */
  count(body: () => void): number {
    const before = this.#flops;
    body();
    return this.#flops - before;
  }

  /** `runs`: how many runs the plan's work is spread over; `single`: one token a sequence. */
  plan(plan: Plan, stage: 'forward' | 'backward', context: number, { fill = 1, runs = 1, single = false } = {}): void {
    const { flops, bytes } = planCost(plan, stage, { context, fill });
    this.#flops += flops;
    this.bytes += bytes;
    if (this.gpu) this.dispatches += runs * dispatchesOf(plan, stage, single);
  }

  /** `times` steps of one parameter set. */
  steps(plan: Plan, times: number): void {
    const { flops, bytes } = planCost(plan, 'forward', { context: 0 });
    this.#flops += times * flops;
    this.bytes += times * bytes;
  }

  /** `times` passes of the optimiser over all sets that step together. */
  passes(times: number): void {
    if (this.gpu) this.dispatches += times * STEP_DISPATCHES;
  }

  critic({ head, batches }: CriticWork, stage: 'forward' | 'backward'): void {
    if (head) this.plan(head, stage, 0);
    for (const batch of batches) this.batch(batch, stage);
  }

  /** `share`: of the batch's messages that take part. */
  batch({ plan, inputs }: Batch, stage: 'forward' | 'backward', share = 1): void {
    const tokens = field(inputs, 'ids').length;
    const sequences = orElse(inputs['adapter_rows']?.length, 1);
    this.plan(plan, stage, (tokens / sequences + 1) / 2, { fill: (share * tokens) / plan.tokens });
  }
}
