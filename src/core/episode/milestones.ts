/** Which iterations' episodes are worth keeping when not all can be. */

/** 0 and every 1, 2, 5 × 10^k: a trail that grows with the logarithm of the run. */
export function isMilestone(iteration: number): boolean {
  let scaled = iteration;
  while (scaled >= 10 && scaled % 10 === 0) scaled /= 10;
  return scaled === 0 || scaled === 1 || scaled === 2 || scaled === 5;
}
