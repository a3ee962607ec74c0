/**
 * What the page and the process that serves it agree on, where that process hands requests on to a server of the Tinker protocol
 * (`npm start -- --forward URL`). Paths are below the page's own address.
 */

import { isRecord } from './isRecord.ts';

/** Below it `api/v1` lies, as below the server's own address. */
export const FORWARD = 'tinker/';
/** Says whether requests are handed on, and where to: a {@link Forwarding}. A static host has a file there, which says that they are not. */
export const FORWARD_CARD = `${FORWARD}forward.json`;
/**
 * Asks for the results under several numbers at once, {@link PollsAsked}, and answers with those that have come, a list of
 * {@link PollAnswer}: a browser has six connections to an origin, and results that are waited for would take them all.
 */
export const FORWARD_POLLS = `${FORWARD}polls`;
/** A header with the status of a server's answer that is no success: a browser would write each into its console as an error, and many are part of the dialogue. */
export const FORWARD_STATUS = 'x-marft-status';
/** A header of answers that are not the server's: it was not reached, or was lost in the middle. */
export const FORWARD_LOST = 'x-marft-lost';

export interface Forwarding {
  /** Null where nothing is handed on. */
  readonly forward: { readonly url: string /** Whether a token goes along. */; readonly token: boolean } | null;
}

export interface PollsAsked {
  readonly ids: readonly string[];
}

export type PollAnswer = { readonly id: string } & (
  | { readonly status: number; readonly type: string; readonly body: string }
  /** Why the server did not answer. */
  | { readonly lost: string }
);

/** Where requests are handed on to, by what {@link FORWARD_CARD} says; null where they are not, whatever it is. */
export function forwardingIn(card: unknown): Forwarding['forward'] {
  const forward = isRecord(card) ? card['forward'] : null;
  if (!isRecord(forward) || typeof forward['url'] !== 'string') return null;
  return { url: forward['url'], token: forward['token'] === true };
}
