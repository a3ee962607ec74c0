/** Long work in slices of a few milliseconds, between which the page draws and hears clicks. */

/** Longest slice, milliseconds: well within a frame. */
const SLICE = 8;

/**
 * Goes through `steps`, the first slice at once, and hands their result to `done`. Returns how to give it up; then `done` is
 * never called.
 */
export function inSlices<T>(steps: Generator<undefined, T, undefined>, done: (result: T) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const slice = (): void => {
    const until = performance.now() + SLICE;
    do {
      const step = steps.next();
      if (step.done) return done(step.value);
    } while (performance.now() < until);
    timer = setTimeout(slice, 0);
  };
  slice();
  return () => clearTimeout(timer);
}
