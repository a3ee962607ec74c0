/** What a test lets go wrong, and when. */

/** A request as the log has it. */
export interface Logged {
  /** From 1, over all lives of the server. */
  readonly number: number;
  readonly method: string;
  /** `forward_backward`, `asample`, …; of an archive its last word. */
  readonly endpoint: string;
  readonly path: string;
  /** Null where there was none. */
  readonly body: Readonly<Record<string, unknown>> | null;
  readonly bytes: number;
  /** Null: it never got an answer. */
  status: number | null;
  trouble: Trouble['kind'] | null;
}

/** `before`: the request has no effect. `after`: it has, and only its answer is lost. */
type When = 'before' | 'after';

export type Trouble =
  /** The connection ends without an answer. */
  | { readonly kind: 'dropped'; readonly when: When }
  /** An answer in place of the right one. */
  | { readonly kind: 'answered'; readonly when: When; readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  /** The process ends; it is back after `back` milliseconds, or when `restart` is called. */
  | { readonly kind: 'crashed'; readonly when: When; readonly back?: number }
  /** The request's future never becomes ready. */
  | { readonly kind: 'stuck' };

/** Asked of every request in turn; the first one that has something decides. */
export type Mishap = (request: Logged) => Trouble | null;

/** Trouble at request number `number`. */
export const atRequest =
  (number: number, trouble: Trouble): Mishap =>
  (request) =>
    request.number === number ? trouble : null;

/** Trouble at calls `from`, `from` + 1, … (`times` of them) of an endpoint. */
export function atCall(endpoint: string, from: number, trouble: Trouble, times = 1): Mishap {
  let calls = 0;
  return (request) => {
    if (request.endpoint !== endpoint) return null;
    calls += 1;
    return calls >= from && calls < from + times ? trouble : null;
  };
}

export const REFUSALS: Readonly<Record<number, string>> = {
  408: 'Timeout waiting for result',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};
