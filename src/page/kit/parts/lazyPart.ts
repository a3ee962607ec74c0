/**
 * Parts of the page that are fetched when they are drawn. React keeps a failure for good: a part that could not be fetched would stay so until
 * the page is loaded again. One made here is asked for anew after {@link forgetFailed}.
 */
import { type ComponentProps, type ComponentType, createElement, type FunctionComponent, lazy } from 'react';

/** As React's own: what a part is given is checked where it is drawn. */
// oxlint-disable-next-line typescript/no-explicit-any
type Drawn = ComponentType<any>;

/** Puts another attempt in the place of one that failed, for each such part. */
const failed = new Set<() => void>();
const whenHere = new Set<() => void>();

/** As React's `lazy`. */
export function lazyPart<Part extends Drawn>(fetch: () => Promise<{ readonly default: Part }>): FunctionComponent<ComponentProps<Part>> {
  let attempts = 0;
  const attempt = () =>
    lazy<Part>(async () => {
      const nth = ++attempts;
      try {
        const part = await fetch();
        if (nth > 1) for (const tell of whenHere) tell();
        return part;
      } catch (error) {
        failed.add(renew);
        throw error;
      }
    });
  let current = attempt();
  const renew = (): void => {
    current = attempt();
  };
  return function Fetched(props) {
    return createElement(current as Drawn, props);
  };
}

/** Whoever draws a part that could not be fetched asks for it once more. Called when its failure is on screen: before, React draws it again by itself. */
export function forgetFailed(): void {
  for (const renew of failed) renew();
  failed.clear();
}

/** Tells that a part is here after all: others that waited for the same file may try again. Returns how to stop. */
export function hearFetched(listener: () => void): () => void {
  whenHere.add(listener);
  return () => void whenHere.delete(listener);
}
