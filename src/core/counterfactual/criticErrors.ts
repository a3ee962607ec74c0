/**
 * Bias and variance of several critics side by side: their values of the same states against what playing on from there brought (tree
 * Monte-Carlo). Errors are predicted − played.
 *
 *     bias       mean error, with a 95 % bootstrap interval over whole episodes, since the states of one depend on one another
 *     spread     standard deviation of the error: how far single values lie about the bias
 *     less       mean of error² − error² of the critic it is compared with, over the states that both value; the tree's own chance is in
 *                both squares alike and falls out of it
 *
 * A spread holds the tree's chance, and what no critic can know that reads no more: states that it cannot tell apart need not be worth the same.
 */
import { at } from '../at.ts';
import type { RandomKey } from '../random/threefry.ts';
import { bootstrapStatistic } from '../statistics/bootstrap.ts';
import { type Interval, mean } from '../statistics/intervals.ts';
import type { TreeValue } from '../credit/estimates.ts';

/**
 * Critics that can be fitted to a team's episodes, whatever the run had: one of each agent on what it reads; one for all agents on that
 * (R3's CTDE); one for all on the joint transcript; and with the environment's hidden state (`critic.reads`). The last three have adapters of
 * each agent's own, on what it reads, on the joint transcript, and with the hidden state (`critic.kind: lora`).
 */
export const FITTED_CRITICS = ['own', 'shared', 'transcript', 'state', 'own_adapters', 'transcript_adapters', 'state_adapters'] as const;
export type FittedCriticId = (typeof FITTED_CRITICS)[number];

/** What a critic says of the states before every message, by episode; null where it says nothing. */
export type CriticValues = readonly (readonly (number | null)[])[];

/**
 * Fitted to the rewards still to come in episodes that were played for it: a ridge regression on the frozen base's features under what is read, or
 * adapters that learn to read it.
 */
export interface FittedCritic {
  readonly critic: FittedCriticId;
  readonly values: CriticValues;
}

export interface CriticErrors {
  readonly count: number;
  readonly bias: number;
  readonly interval: Interval | null;
  readonly spread: number;
}

export interface SquaredErrorDifference {
  readonly mean: number;
  readonly interval: Interval | null;
}

/** By episode, the errors of the states of which both are known. */
export function errorsOf(values: CriticValues, truth: readonly (readonly TreeValue[])[]): number[][] {
  return values.map((own, episode) =>
    own.flatMap((value, message) => {
      const toCome = at(truth, episode, 'episode').find((state) => state.message === message)?.toCome;
      return value === null || !toCome ? [] : [value - toCome.value];
    }),
  );
}

/** Null where nothing is known. */
export function criticErrors(errors: readonly (readonly number[])[], key: RandomKey): CriticErrors | null {
  const all = errors.flat();
  if (all.length === 0) return null;
  const bias = mean(all);
  return {
    count: all.length,
    bias,
    interval: overEpisodes(errors, key),
    spread: Math.sqrt(mean(all.map((error) => (error - bias) ** 2))),
  };
}

/** Mean of error² less that of `than`'s; null unless both know the same states. */
export function squaredErrorDifference(
  errors: readonly (readonly number[])[],
  than: readonly (readonly number[])[],
  key: RandomKey,
): SquaredErrorDifference | null {
  if (errors.some((own, episode) => own.length !== than[episode]?.length)) return null;
  const differences = errors.map((own, episode) =>
    own.map((error, index) => error ** 2 - at(at(than, episode, 'episode'), index, 'error') ** 2),
  );
  if (differences.flat().length === 0) return null;
  return { mean: mean(differences.flat()), interval: overEpisodes(differences, key) };
}

function overEpisodes(numbers: readonly (readonly number[])[], key: RandomKey): Interval | null {
  return bootstrapStatistic(numbers.length, key, (drawn) => {
    const all = drawn.flatMap((episode) => at(numbers, episode, 'episode'));
    return all.length > 0 ? mean(all) : null;
  });
}
