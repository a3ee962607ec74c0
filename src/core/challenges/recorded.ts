/** What the fixed strategies got: `challenges/strategies.json` beside the page, written by `npm run results -- --only challenges`. */
import { z } from 'zod';
import type { ChallengeId } from './challenges.ts';
import { guessing, type Score, scoreOf } from './score.ts';
import { STRATEGIES, type Strategy } from './strategies.ts';

/** By challenge: how many agents, and by strategy its cases. */
export const recordedSchema = z.record(
  z.string(),
  z.object({
    agents: z.int().min(2),
    strategies: z.record(z.string(), z.object({ cases: z.int().min(1), right: z.int().min(0), replays: z.int().min(0) })),
  }),
);
export type Recorded = z.infer<typeof recordedSchema>;

export interface ChallengeRow {
  /** Number of the case. */
  readonly seed: number;
  readonly agents: number;
  /** By strategy that asks something. */
  readonly strategies: Readonly<Record<string, { readonly right: boolean; readonly replays: number }>>;
}

/** Sums over cases. */
export function recordOf(rows: ReadonlyMap<string, readonly ChallengeRow[]>): Recorded {
  return Object.fromEntries(
    [...rows].map(([id, of]) => {
      const asked = STRATEGIES.filter((strategy) => of.some(({ strategies }) => strategies[strategy]));
      const strategies = asked.map((strategy) => {
        const own = of.flatMap((row) => row.strategies[strategy] ?? []);
        const sum = own.reduce((total, { replays }) => total + replays, 0);
        return [strategy, { cases: own.length, right: own.filter(({ right }) => right).length, replays: sum }] as const;
      });
      return [id, { agents: of[0]?.agents ?? 0, strategies: Object.fromEntries(strategies) }];
    }),
  );
}

export interface StrategyScore {
  readonly strategy: Strategy;
  readonly score: Score;
}

/** The strategies' scores at a challenge, in their order; guessing is computed. Null where nothing was recorded. */
export function strategyScores(recorded: Recorded, id: ChallengeId): readonly StrategyScore[] | null {
  const own = Object.hasOwn(recorded, id) ? recorded[id] : undefined;
  if (!own) return null;
  return STRATEGIES.flatMap((strategy): StrategyScore[] => {
    if (strategy === 'guess') return [{ strategy, score: guessing(own.agents) }];
    const sums = own.strategies[strategy];
    return sums ? [{ strategy, score: scoreOf(sums, own.agents) }] : [];
  });
}
