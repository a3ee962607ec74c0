/** Reading of the flat vectors that every objective is given. */

/** The sum of the weights, or 1 when nothing has weight (every share is then 0 anyway). */
export function totalOf(weights: ArrayLike<number> | undefined, count: number): number {
  if (!weights) return Math.max(1, count);
  return Array.from(weights).reduce((sum, weight) => sum + weight, 0) || 1;
}

/** An entry that must be there: a vector that is too short is a mistake of the caller. */
export function at(x: ArrayLike<number>, index: number): number {
  const value = x[index];
  if (value === undefined) throw new RangeError(`A vector of ${x.length} entries has no entry ${index}.`);
  return value;
}

/** The one value that the entries `start` to `end` (exclusive, at least one) hold; that they differ is a mistake of the caller. */
export function constantOf(x: ArrayLike<number>, start: number, end: number, what: string): number {
  const value = at(x, start);
  for (let t = start + 1; t < end; t++)
    // Written so that NaN passes: it is to be seen in the loss, not to be reported as something else.
    if (Math.abs(at(x, t) - value) > 0) throw new RangeError(`The ${what} of a message must be the same at all its tokens.`);
  return value;
}
