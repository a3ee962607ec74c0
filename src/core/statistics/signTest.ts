/** The sign test (Arbuthnot 1710; for pairs McNemar 1947, exact): whether one side is better more often than chance alone would have it. */

/** Chance of at least `better` heads among `better + worse` throws of a fair coin: the one-sided p-value. 1 where no pair differs. */
export function signTest(better: number, worse: number): number {
  const count = better + worse;
  // Terms of the binomial tail, each from the one before, from n heads downwards.
  let term = 0.5 ** count;
  let tail = 0;
  for (let heads = count; heads >= better; heads -= 1) {
    tail += term;
    term = (term * heads) / (count - heads + 1);
  }
  return Math.min(1, tail);
}
