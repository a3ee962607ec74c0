/**
 * Looks up what must be there, and throws where it is not: a default in its place (`xs[i] ?? 0`) would go on with a wrong
 * number in silence. Loops over an index may do without, because their bounds are the list's. `scripts/lint/check-lookups.ts` holds
 * credit and session to it.
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

/** The field of `record` called `name`; `what` names it in the error. */
export function field<V>(record: Readonly<Record<string, V>>, name: string, what = 'field'): V {
  const found = Object.hasOwn(record, name) ? record[name] : undefined;
  if (found === undefined) throw new RangeError(`There is no ${what} ${name}.`);
  return found;
}

/** What was looked up, or `none` where there may well be nothing and that is what it means: a counter that starts, an option that is off. */
export function orElse<T, None>(found: T | undefined, none: None): T | None {
  return found === undefined ? none : found;
}
