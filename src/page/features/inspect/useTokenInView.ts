/** Brings the token that the cursor stands on into view, from wherever it was chosen: a key, a link, another panel. */
import { useEffect } from 'react';
import { useCursor } from '../../state/address/cursor.ts';

/** How often a token that is not drawn yet is looked for, milliseconds, and how many times: a view is fetched when it is first opened. */
const PAUSE = 60;
const TRIES = 30;

/** The button of a token, in whichever view shows it. */
export function tokenElement(message: number, token: number): HTMLElement | null {
  return document.querySelector(`[data-message="${message}"] [data-token="${token}"]`);
}

export function useTokenInView(): void {
  const iteration = useCursor((cursor) => cursor.iteration);
  const episode = useCursor((cursor) => cursor.episode);
  const message = useCursor((cursor) => cursor.message);
  const token = useCursor((cursor) => cursor.token);
  const view = useCursor((cursor) => cursor.view);
  useEffect(() => {
    if (message === null || token === null) return undefined;
    let tries = 0;
    const look = (): void => {
      const element = tokenElement(message, token);
      tries += 1;
      if (!element && tries < TRIES) return;
      clearInterval(timer);
      if (element && element !== document.activeElement) element.scrollIntoView({ block: 'nearest' });
    };
    const timer = setInterval(look, PAUSE);
    return () => clearInterval(timer);
  }, [iteration, episode, message, token, view]);
}
