/**
 * How well a critic foresees: its value before each message against what playing on from there brought on average (tree
 * Monte-Carlo), both discounted and processed as credit pays them (`criticReturns.ts`).
 */
import { explainedVariance } from '../credit/explainedVariance.ts';
import type { EpisodeRecord } from '../episode/records.ts';
import { type Interval, mean, standardError, studentInterval } from '../statistics/intervals.ts';
import type { TreeValue } from '../credit/estimates.ts';

/** A message of which both are known. */
export interface CalibrationPoint {
  readonly episode: number;
  readonly message: number;
  readonly role: string;
  /** Value that the critic gave the state before the message, as recorded. */
  readonly predicted: number;
  /** Mean of the continuations' discounted rewards from there on, and its 95 % interval. */
  readonly truth: number;
  readonly interval: Interval | null;
  /** Standard error of `truth`; null for fewer than two continuations. */
  readonly error: number | null;
}

/** What the critic missed on average, over some points; errors are predicted − truth. */
export interface Calibration {
  readonly count: number;
  readonly meanError: number;
  readonly meanAbsoluteError: number;
  /** Mean standard error of the truths themselves: a smaller miss tells nothing. Null where none is known. */
  readonly treeError: number | null;
}

export interface CalibrationRow extends Calibration {
  readonly role: string;
  /** Messages said before; null for all messages of the agent. */
  readonly depth: number | null;
}

/** By episode and message; of episodes without values (no critic) and of messages whose truth is not known none. */
export function calibrationPoints(records: readonly EpisodeRecord[], values: readonly (readonly TreeValue[])[]): CalibrationPoint[] {
  return records.flatMap(({ episode, messages }, index) =>
    (values[index] ?? []).flatMap(({ message, toCome }): CalibrationPoint[] => {
      const said = messages[message];
      const predicted = said?.values[0];
      if (!said || predicted === undefined || !toCome) return [];
      const { value: truth, interval, returns } = toCome;
      return [{ episode, message, role: said.role, predicted, truth, interval, error: standardError(returns) }];
    }),
  );
}

/** By agent in the order of speaking: all of its messages, then each depth. */
export function calibrationRows(points: readonly CalibrationPoint[]): CalibrationRow[] {
  const roles = [...new Set(points.toSorted((a, b) => a.message - b.message).map(({ role }) => role))];
  return roles.flatMap((role) => {
    const own = points.filter((point) => point.role === role);
    const depths = [...new Set(own.map(({ message }) => message))].sort((a, b) => a - b);
    return [
      { role, depth: null, ...calibrationOf(own) },
      ...depths.map((depth) => ({ role, depth, ...calibrationOf(own.filter(({ message }) => message === depth)) })),
    ];
  });
}

/** Over at least one point. */
export function calibrationOf(points: readonly CalibrationPoint[]): Calibration {
  const errors = points.map(({ predicted, truth }) => predicted - truth);
  const own = points.flatMap(({ error }) => error ?? []);
  return {
    count: points.length,
    meanError: mean(errors),
    meanAbsoluteError: mean(errors.map(Math.abs)),
    treeError: own.length > 0 ? mean(own) : null,
  };
}

/** Share of the truths' variance that the critic explains: 1 is all, 0 no better than a constant; null where they are all equal. */
export function explainedTruth(points: readonly CalibrationPoint[]): number | null {
  if (points.length < 2) return null;
  return explainedVariance(
    points.map(({ predicted }) => predicted),
    points.map(({ truth }) => truth),
  );
}

/** What a message changed: the value behind it less the value before it, in rewards of the whole episode. */
export interface TreeAdvantage {
  readonly message: number;
  readonly role: string;
  readonly text: string;
  /** Mean reward of the continuations from before the message. */
  readonly before: number;
  readonly advantage: number;
  /** Student's, over continuations of one number, which draw the same random numbers; null for fewer than two. */
  readonly interval: Interval | null;
}

export function treeAdvantages({ messages }: EpisodeRecord, values: readonly TreeValue[]): TreeAdvantage[] {
  return messages.flatMap(({ role, text }, message): TreeAdvantage[] => {
    const [before, behind] = [values[message], values[message + 1]];
    if (!before || !behind) return [];
    const gains = behind.rewards.map((reward, branch) => reward - (before.rewards[branch] ?? Number.NaN));
    return [{ message, role, text, before: before.value, advantage: behind.value - before.value, interval: studentInterval(gains) }];
  });
}
