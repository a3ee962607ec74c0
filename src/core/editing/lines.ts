/** How many lines of a text were changed. */

/** Beyond this many insertions and deletions the search for the shortest edit is given up. */
const MAX_DISTANCE = 4000;

/**
 * Lines added, removed or replaced (a replaced line counts once) on the shortest way from `a` to `b`, by Myers' O(ND)
 * algorithm (1986). Where that way has more than 4000 steps: all lines between the first and the last that differ.
 */
export function changedLines(a: string, b: string): number {
  if (a === b) return 0;
  const [from, to] = withoutCommonEnds(a.split(/\r?\n/), b.split(/\r?\n/));
  const distance = editDistance(from, to);
  if (distance === null) return Math.max(from.length, to.length);
  // added + removed = distance, added − removed = the growth.
  const growth = to.length - from.length;
  return Math.max((distance + growth) / 2, (distance - growth) / 2);
}

function withoutCommonEnds(a: readonly string[], b: readonly string[]): [readonly string[], readonly string[]] {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  return [a.slice(start, a.length - end), b.slice(start, b.length - end)];
}

/** Fewest insertions and deletions that make `b` of `a`; null beyond the limit. */
function editDistance(a: readonly string[], b: readonly string[]): number | null {
  const most = Math.min(a.length + b.length, MAX_DISTANCE);
  /** Furthest index in `a` reached on each diagonal, which is numbered from −most. */
  const reached = new Int32Array(2 * most + 3);
  const middle = most + 1;
  for (let distance = 0; distance <= most; distance += 1) {
    for (let diagonal = -distance; diagonal <= distance; diagonal += 2) {
      const below = reached[middle + diagonal - 1] ?? 0;
      const above = reached[middle + diagonal + 1] ?? 0;
      const down = diagonal === -distance || (diagonal !== distance && below < above);
      let x = down ? above : below + 1;
      while (x < a.length && x - diagonal < b.length && a[x] === b[x - diagonal]) x += 1;
      reached[middle + diagonal] = x;
      if (x >= a.length && x - diagonal >= b.length) return distance;
    }
  }
  return null;
}
