/** How many dispatches a stage of a plan is, known without a device. */
import type { Plan, Stage } from '../../model/plan.ts';
import { lower } from './lower.ts';

export function dispatchesOf(plan: Plan, stage: Stage, single: boolean): number {
  return lower(plan, { single, wide: false }).dispatches[stage].length;
}
