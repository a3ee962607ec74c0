/** Work that takes longer than a click may wait, done in slices: what is there so far, after each. */
import { useEffect, useState } from 'react';

/** How long a slider must have stood still before the work begins, milliseconds. */
const SETTLED = 250;
/** Longest stretch in which the page hears nothing, milliseconds; one step of the work may be longer. */
const SLICE = 12;

/** What `work` yields so far. It starts over when `work` is another function (null for none), so give one that stays the same. */
export function useSliced<T>(work: (() => Iterator<T>) | null): readonly T[] {
  const [found, setFound] = useState<{ readonly of: typeof work; readonly values: readonly T[] }>({ of: work, values: [] });
  useEffect(() => {
    if (!work) return;
    const steps = work();
    const values: T[] = [];
    let timer: ReturnType<typeof setTimeout>;
    const slice = (): void => {
      const until = performance.now() + SLICE;
      let ended = false;
      do {
        const step = steps.next();
        ended = step.done === true;
        if (!step.done) values.push(step.value);
      } while (!ended && performance.now() < until);
      setFound({ of: work, values: [...values] });
      if (!ended) timer = setTimeout(slice);
    };
    timer = setTimeout(slice, SETTLED);
    return () => clearTimeout(timer);
  }, [work]);
  return found.of === work ? found.values : NONE;
}

const NONE: readonly never[] = [];
