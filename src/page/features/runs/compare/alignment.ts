/**
 * By what runs are laid side by side: their iterations, or how many episodes they had played or tokens read and written by then, those included
 * that were dropped or played again for credit.
 */
import { playsAgain } from '../../../../core/document/derived.ts';
import type { TrainingSettings } from '../../../../core/document/schema.ts';
import { importInfoOf } from '../../../../core/formats/imports/run/info.ts';
import type { MetricsRow, RunSet } from '../../../state/runs/types.ts';

export const ALIGNMENTS = ['iterations', 'episodes', 'tokens'] as const;
export type Alignment = (typeof ALIGNMENTS)[number];

type Aligned = Pick<RunSet, 'metrics' | 'timing' | 'document' | 'info'>;

/**
 * Where each iteration of a run lies on the axis, by what had happened until it was over; null where that is unknown of any of them, or of
 * how the run began (`offset`: a fork counts anew). Our untrained team is at 0; another
 * trainer's step 0 is one like any other.
 */
export function positionsOf(run: Aligned, by: Exclude<Alignment, 'iterations'>, offset = 0): ReadonlyMap<number, number> | null {
  const iterations = run.metrics.map((row) => row['iteration'] ?? 0);
  const first = iterations.find((iteration) => iteration > 0);
  const imported = importInfoOf(run.info) !== null;
  // Of one that goes on from another's state, or of files that begin in the middle, what came before is unknown.
  if (offset !== 0 || (!imported && first !== undefined && first > 1)) return null;
  // Files of some of the steps alone, as of a trainer that logs every tenth, do not tell what was played at the others.
  if (imported && !isWhole(iterations) && !(by === 'tokens' && tellsTotal(run.metrics))) return null;
  const total = (imported ? IMPORTED : OWN)[by](run);
  const known = total && iterations.map((iteration): [number, number] => [iteration, iteration === 0 && !imported ? 0 : total(iteration)]);
  return known?.every(([, position]) => Number.isFinite(position)) ? new Map(known) : null;
}

/** TRL's tokens since the run's beginning; its callbacks for trackers put `train/` before it. */
const COUNTS = ['num_tokens', 'train/num_tokens'] as const;

const tellsTotal = (rows: readonly MetricsRow[]): boolean => COUNTS.some((name) => rows.some((row) => row[name] !== undefined));

/** Whether every step from 0 or 1 on is there. */
const isWhole = (steps: readonly number[]): boolean => (steps[0] ?? 0) <= 1 && steps.every((step, at) => step === (steps[0] ?? 0) + at);

type Total = (iteration: number) => number;

const OWN: Readonly<Record<Exclude<Alignment, 'iterations'>, (run: Aligned) => Total | null>> = {
  episodes: ({ document, metrics }) => {
    const beside = besides(document.training, metrics, 'episodes');
    return (iteration) => iteration * document.training.episodes + beside(iteration);
  },
  // Tokens a second are those of the training episodes by these three (`session/run/session.ts`).
  tokens: ({ document, metrics, timing }) => {
    const learnt = summed(
      timing,
      (row) =>
        (row['perf/tokens_per_s'] ?? Number.NaN) *
        ['rollout', 'credit', 'update'].reduce((sum, part) => sum + (row[`timing_s/${part}`] ?? Number.NaN), 0),
      1,
    );
    const beside = besides(document.training, metrics, 'tokens');
    return (iteration) => learnt(iteration) + beside(iteration);
  },
};

/** What was played beside the episodes that are learnt from: dropped for others, or played again for credit. NaN where a run does not tell. */
function besides(training: TrainingSettings, metrics: readonly MetricsRow[], of: 'episodes' | 'tokens'): Total {
  const names = [
    ...(training.resampleGroups > 0 && training.groupSize > 1 ? [`rollout/dropped_${of}`] : []),
    ...(playsAgain(training) ? [`rollout/replayed_${of}`] : []),
  ];
  return summed(metrics, (row) => names.reduce((sum, name) => sum + (row[name] ?? Number.NaN), 0), 1);
}

const IMPORTED: typeof OWN = {
  episodes: ({ metrics }) => summed(metrics, (row) => row['source/episodes'] ?? Number.NaN),
  // TRL's counts from the run's beginning, verl's are of the step.
  tokens: ({ metrics }) =>
    COUNTS.map((name) => told(metrics, name)).find((total) => total !== null) ??
    summed(metrics, (row) => row['perf/total_num_tokens'] ?? Number.NaN),
};

function told(rows: readonly MetricsRow[], name: string): Total | null {
  if (rows.every((row) => row[name] === undefined)) return null;
  const at = new Map(rows.map((row) => [row['iteration'] ?? 0, row[name] ?? Number.NaN]));
  return (iteration) => at.get(iteration) ?? Number.NaN;
}

/** Sums from row `first` on; NaN from the first that does not tell. */
function summed(rows: readonly MetricsRow[], of: (row: MetricsRow) => number, first = 0): Total {
  const at = new Map<number, number>();
  let sum = 0;
  for (const row of [...rows].sort((a, b) => (a['iteration'] ?? 0) - (b['iteration'] ?? 0))) {
    if ((row['iteration'] ?? 0) >= first) sum += of(row);
    at.set(row['iteration'] ?? 0, sum);
  }
  return (iteration) => at.get(iteration) ?? Number.NaN;
}
