/** Differences of rewards, in points of a hundred. */

/** “−38 ± 4”. */
export function pointsText({ difference, half }: { readonly difference: number; readonly half: number }): string {
  const points = Math.round(100 * difference);
  return `${points < 0 ? '−' : points > 0 ? '+' : ''}${Math.abs(points)} ± ${Math.round(100 * half)}`;
}
