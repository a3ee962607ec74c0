/**
 * Metrics of other trainers that mean the same as one of ours (docs/metrics.md), so that they can be laid side by side. What only sounds
 * alike is not here: entropies and KLs are of all agents together, and taken by other estimators.
 */
import type { MetricsRow } from '../../../metricsRow.ts';

interface Same {
  readonly ours: string;
  readonly theirs: string;
  /** A metric that its trainer logs beside it: the name alone could be anybody's. */
  readonly beside: string;
}

const SAME: readonly Same[] = [
  // TRL's mean over the completions of a step; its callbacks for trackers put `train/` before it.
  { ours: 'reward/mean', theirs: 'reward', beside: 'reward_std' },
  { ours: 'reward/mean', theirs: 'train/reward', beside: 'train/reward_std' },
  // verl's before a penalty for KL, which `critic/rewards/mean` has taken off.
  { ours: 'reward/mean', theirs: 'critic/score/mean', beside: 'critic/rewards/mean' },
];

/** Rows of an imported run, with what means the same as ours under our name, too; by which of its names. A name of ours that is there stays. */
export function withOurNames(rows: readonly MetricsRow[]): {
  readonly rows: readonly MetricsRow[];
  readonly matched: ReadonlyMap<string, string>;
} {
  const names = new Set(rows.flatMap((row) => Object.keys(row)));
  const matched = new Map<string, string>();
  for (const { ours, theirs, beside } of SAME)
    if (!names.has(ours) && !matched.has(ours) && names.has(theirs) && names.has(beside)) matched.set(ours, theirs);
  if (matched.size === 0) return { rows, matched };
  const renamed = rows.map((row) => {
    const also = [...matched].flatMap(([ours, theirs]) => (row[theirs] === undefined ? [] : [[ours, row[theirs]] as const]));
    return { ...row, ...Object.fromEntries(also) };
  });
  return { rows: renamed, matched };
}
