/** Work that takes longer than a click may wait, done in slices. */
import { useEffect, useLayoutEffect, useState } from 'react';
import { inSlices } from '../../state/storage/slices.ts';

/** How long a slider must have stood still before the work begins, milliseconds. */
const SETTLED = 250;

/** What `work` yields so far. It starts over when `work` is another function (null for none), so give one that stays the same. */
export function useSliced<T>(work: (() => Iterable<T>) | null): readonly T[] {
  const [found, setFound] = useState<{ readonly of: typeof work; readonly values: readonly T[] }>({ of: work, values: [] });
  useEffect(() => {
    if (!work) return;
    const values: T[] = [];
    const tell = (): void => setFound({ of: work, values: [...values] });
    let giveUp = (): void => {};
    const timer = setTimeout(() => {
      giveUp = inSlices(collecting(work(), values), tell, tell);
    }, SETTLED);
    return () => {
      clearTimeout(timer);
      giveUp();
    };
  }, [work]);
  return found.of === work ? found.values : NONE;
}

/**
 * What `work` comes to; while it is not done, what the work before it came to where that was of the same `subject`, else null.
 * The first slice is done before the page is drawn, so that little work is never seen to be missing.
 */
export function useSlicedResult<T>(work: () => Generator<undefined, T, undefined>, subject: unknown): T | null {
  const [found, setFound] = useState<{ readonly subject: unknown; readonly result: T } | null>(null);
  useLayoutEffect(() => inSlices(work(), (result) => setFound({ subject, result })), [work, subject]);
  return found && found.subject === subject ? found.result : null;
}

function* collecting<T>(work: Iterable<T>, into: T[]): Generator<undefined, void, undefined> {
  for (const value of work) {
    into.push(value);
    yield;
  }
}

const NONE: readonly never[] = [];
