/** Long work in slices of a few milliseconds, between which the page draws and hears clicks. */

/** Longest slice, milliseconds: well within a frame. */
const SLICE = 8;

/**
 * Goes through `steps`, the first slice at once, and hands their result to `done`; `pause` is called after every other slice.
 * Returns how to give it up; then neither is called any more.
 */
export function inSlices<T>(steps: Generator<undefined, T, undefined>, done: (result: T) => void, pause?: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const slice = (): void => {
    const until = performance.now() + SLICE;
    do {
      const step = steps.next();
      if (step.done) return done(step.value);
    } while (performance.now() < until);
    timer = setTimeout(slice, 0);
    pause?.();
  };
  slice();
  return () => clearTimeout(timer);
}
