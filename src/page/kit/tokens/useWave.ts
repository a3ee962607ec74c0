/**
 * Lets a change reach many parts slice by slice, so that the page never stops: the first parts have the new value at once,
 * the others a few at a time and until then what they had.
 */
import { useEffect, useState } from 'react';

/** Parts of a slice. */
const SLICE = 2;

interface Wave<T> {
  readonly value: T;
  /** What the parts that were not reached yet show; null: nothing. */
  readonly before: T | null;
  readonly reached: number;
}

/** What part `index` of `parts` shows of `value` now. `follows`: whether parts may keep `before` while they wait. */
export function useWave<T extends object>(value: T, parts: number, follows: (before: T, value: T) => boolean): (index: number) => T | null {
  const [wave, setWave] = useState<Wave<T>>({ value, before: null, reached: SLICE });
  let now = wave;
  if (wave.value !== value) {
    now = { value, before: follows(wave.value, value) ? wave.value : null, reached: SLICE };
    setWave(now);
  }
  const { reached } = now;
  useEffect(() => {
    if (reached >= parts) return;
    const timer = setTimeout(
      () => setWave((present) => (present.value === value ? { ...present, reached: present.reached + SLICE } : present)),
      0,
    );
    return () => clearTimeout(timer);
  }, [value, reached, parts]);
  return (index) => (index < reached ? now.value : now.before);
}
