/** How many dispatches a stage of a plan is, known without a device. */
import type { Plan, Stage } from '../../contracts/plan.ts';
import { lower } from './lower.ts';

/** Dispatches of an optimiser step, however many sets take it: strips of the gradients, their norms, AdamW. */
export const STEP_DISPATCHES = 3;

export function dispatchesOf(plan: Plan, stage: Stage, single: boolean): number {
  return lower(plan, { single, wide: false, subgroups: null }).dispatches[stage].length;
}
