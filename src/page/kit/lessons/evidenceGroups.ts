/** A recorded result as charts of many runs take it: a variant is a group, a seed one of its runs. */
import type { Evidence, EvidenceSeed } from '../../../core/lessons/evidence.ts';
import { CLAUSE } from '../../../words/words.ts';
import type { RunGroup } from '../../state/charts/manyRuns.ts';

/** Under which the mean reward of each iteration's rollout stands in a run's metrics (docs/metrics.md). */
export const REWARD = 'reward/mean';

/** The metric that a course's `series` names; `reward` where it names none. */
export const metricOf = (series = 'reward'): string => (series === 'reward' ? REWARD : series);

/** Variants with their seeds, in the order of the evidence; those named in `variants`, or all. Iterations count from 1. */
export function evidenceGroups({ variants }: Evidence, metric: string, shown?: readonly string[]): readonly RunGroup[] {
  return variants
    .map((variant, slot) => ({ ...variant, slot }))
    .filter(({ id }) => shown === undefined || shown.includes(id))
    .map(({ id, name, seeds, slot }) => ({
      id,
      label: name,
      // Its own in every figure of the result, whichever others are shown.
      slot,
      runs: seeds.map((seed) => ({ id: `${id}/${seed.seed}`, label: `${name}${CLAUSE}${seed.seed}`, metrics: rowsOf(seed, metric) })),
    }));
}

function rowsOf(seed: EvidenceSeed, metric: string) {
  const values: readonly (number | null)[] = metric === REWARD ? seed.reward : (seed.series[metric] ?? []);
  return values.flatMap((value, index) => (value === null ? [] : [{ iteration: index + 1, [metric]: value }]));
}
