/** The rows of the table of critics: the run's own and those that were fitted, each held against the tree. */
import {
  type CriticErrors,
  criticErrors,
  type CriticValues,
  errorsOf,
  type FittedCritic,
  type FittedCriticId,
  type SquaredErrorDifference,
  squaredErrorDifference,
} from '../../../core/counterfactual/criticErrors.ts';
import type { TreeValue } from '../../../core/credit/estimates.ts';
import type { EpisodeRecord } from '../../../core/episode/records.ts';
import { keyFor, STREAMS } from '../../../core/random/streams.ts';

export interface CriticRow {
  readonly critic: 'recorded' | FittedCriticId;
  readonly errors: CriticErrors;
  /** To each agent's own; null for that itself, and where it was not fitted. */
  readonly less: SquaredErrorDifference | null;
}

/** None where nothing is known of any. */
export function criticRows(
  records: readonly EpisodeRecord[],
  truth: readonly (readonly TreeValue[])[],
  fitted: readonly FittedCritic[],
): CriticRow[] {
  const recorded: CriticValues = records.map(({ messages }) => messages.map(({ values }) => values[0] ?? null));
  const [first] = records;
  if (!first) return [];
  const key = keyFor(first.seed, STREAMS.replay, first.iteration);
  const all = [{ critic: 'recorded' as const, values: recorded }, ...fitted].map(({ critic, values }) => ({
    critic,
    missed: errorsOf(values, truth),
  }));
  const own = all.find(({ critic }) => critic === 'own');
  return all.flatMap(({ critic, missed }): CriticRow[] => {
    const errors = criticErrors(missed, key);
    const less = own && critic !== 'own' ? squaredErrorDifference(missed, own.missed, key) : null;
    return errors ? [{ critic, errors, less }] : [];
  });
}

export const isToldApart = (less: SquaredErrorDifference | null): boolean =>
  less?.interval ? less.interval.low > 0 || less.interval.high < 0 : false;

/** Whether a critic of the joint transcript says of every state what one of the speaker's prompt says. */
export function transcriptIsAlike(fitted: readonly FittedCritic[]): boolean {
  const valuesOf = (id: FittedCriticId) => fitted.find(({ critic }) => critic === id)?.values.flat();
  const [shared, transcript] = [valuesOf('shared'), valuesOf('transcript')];
  return shared !== undefined && transcript !== undefined && shared.every((value, index) => Object.is(value, transcript[index]));
}
