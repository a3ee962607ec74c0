/**
 * Paired outcomes tested while they come, at any moment one likes: testing by betting (Shafer 2021; Waudby-Smith and Ramdas 2024,
 * “Estimating means of bounded random variables by betting”). A gambler stakes a share λ of a capital of 1 on every difference; if
 * the mean is not above what is claimed, the capital is a supermartingale, which ever reaches 1/α with probability α at most
 * (Ville 1939). Here the capital is the mean over a fixed grid of λ, so that nobody has to choose one.
 */
import type { Interval } from './intervals.ts';

/** Differences of −1, 0 and +1, counted: which came when does not matter to the capital. */
export interface PairTally {
  readonly better: number;
  readonly same: number;
  readonly worse: number;
}

export const NO_PAIRS: PairTally = { better: 0, same: 0, worse: 0 };

export const pairsIn = ({ better, same, worse }: PairTally): number => better + same + worse;

/** Mean difference; NaN of none. */
export const meanOf = (tally: PairTally): number => (tally.better - tally.worse) / pairsIn(tally);

const STAKES = Array.from({ length: 32 }, (_, index) => (index + 0.5) / 32);

/** Capital of who bet that the mean difference lies above `claimed`, in (−1, 1): the e-value against its being at most that. */
export function capital({ better, same, worse }: PairTally, claimed = 0): number {
  // The worst that can happen loses the stake and no more.
  const gain = (difference: number): number => (difference - claimed) / (1 + claimed);
  const [up, none, down] = [gain(1), gain(0), gain(-1)];
  const log = (stake: number): number =>
    better * Math.log1p(stake * up) + same * Math.log1p(stake * none) + worse * Math.log1p(stake * down);
  return STAKES.reduce((sum, stake) => sum + Math.exp(log(stake)), 0) / STAKES.length;
}

/** Above what the mean difference lies, but for a chance of `error` over all moments one may look at. */
export function lowerBound(tally: PairTally, error: number): number {
  let [low, high] = [-1, 1];
  // The capital falls as the claim rises; 28 halvings leave 2⁻²⁷.
  for (let step = 0; step < 28; step += 1) {
    const claimed = (low + high) / 2;
    if (capital(tally, claimed) >= 1 / error) low = claimed;
    else high = claimed;
  }
  return low;
}

/** Holds the mean difference at all moments at once with probability 1 − `error`; above 0 exactly where `capital` reaches 2 / `error`. */
export function anytimeInterval(tally: PairTally, error: number): Interval {
  const mirrored = { better: tally.worse, same: tally.same, worse: tally.better };
  return { low: lowerBound(tally, error / 2), high: -lowerBound(mirrored, error / 2) };
}

/** Whether the mean difference is told to lie above 0, as {@link anytimeInterval} would. */
export const isAbove = (tally: PairTally, error: number): boolean => capital(tally) >= 2 / error;
