/**
 * One plan object per bucket. Plans are pure data, so equal requests may share one; executors that record or compile a
 * plan keep what they made by the plan's identity.
 */
import type { Plan } from '../contracts/plan.ts';

/** Buckets kept; a run uses a few dozen. The least recently used goes first. */
const LIMIT = 512;

const plans = new Map<string, Plan>();
const identities = new WeakMap<object, number>();
let identitiesGiven = 0;

/** A number that stands for this very object (a config, an adapter slot). */
function identityOf(object: object): number {
  const known = identities.get(object);
  if (known !== undefined) return known;
  identitiesGiven += 1;
  identities.set(object, identitiesGiven);
  return identitiesGiven;
}

/** The plan for `parts` (numbers, flags, texts and the objects it was made from), built when it is not at hand. */
export function cachedPlan(parts: readonly (string | number | boolean | undefined | object)[], build: () => Plan): Plan {
  const key = parts
    .map((part) => (typeof part === 'object' || typeof part === 'function' ? `#${identityOf(part)}` : String(part)))
    .join('|');
  const plan = plans.get(key) ?? build();
  plans.delete(key);
  plans.set(key, plan);
  if (plans.size > LIMIT) plans.delete(plans.keys().next().value ?? key);
  return plan;
}
