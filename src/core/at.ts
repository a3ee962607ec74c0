/**
 * Looks up what must be there, and throws where it is not. A default in its place (`xs[i] ?? 0`) would go on with a wrong
 * number in silence. Inner loops over typed arrays do without: their bounds are those of the loop.
 */

/** The entry of `list` at `index`; `what` names it in the error. */
export function at<T>(list: ArrayLike<T>, index: number, what = 'entry'): T {
  const found = list[index];
  if (found === undefined) throw new RangeError(`There is no ${what} ${index} among ${list.length}.`);
  return found;
}

/** The entry of `map` at `key`; `what` names it in the error. */
export function look<K, V>(map: { get(key: K): V | undefined }, key: K, what = 'entry'): V {
  const found = map.get(key);
  if (found === undefined) throw new RangeError(`There is no ${what} ${typeof key === 'object' ? 'of that kind' : String(key)}.`);
  return found;
}
