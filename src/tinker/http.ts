/**
 * One request and its answer. Busy and lost servers are asked again for as long as there is patience, unless a request could then
 * be done twice. The token goes to the server's own address alone, and into no fault.
 */
import { faultAt } from '../core/faultAt.ts';
import type { FaultError } from '../core/faults.ts';
import { isRecord } from '../core/isRecord.ts';
import { serverFaults } from '../words/words.ts';
import { jsonOf } from './lists.ts';
import type { Progress } from './server.ts';
import { type Sent, written } from './wire.ts';

/** A request as it is sent. */
export interface Sending {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer>;
  readonly signal: AbortSignal;
  readonly redirect: 'follow' | 'manual';
  readonly credentials: 'omit';
  readonly cache: 'no-store';
  readonly referrerPolicy: 'no-referrer';
}

/** What comes back, as far as it is read. */
export interface Response {
  readonly status: number;
  readonly headers: Headers;
  arrayBuffer(): Promise<ArrayBuffer | Uint8Array>;
}

/** Its headers, by names in small letters. */
export interface Headers {
  get(name: string): string | null;
}

const NO_HEADERS: Headers = { get: () => null };

/** What there is of the world outside: handed in, so that tests and a page bring their own. */
export interface Outside {
  /** The platform's own, or anything that does as much of it. */
  fetch(address: URL, request: Sending): Promise<Response>;
  /** Resolves after so many milliseconds; rejects at once when `signal` says so. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** Milliseconds since any one time. */
  now(): number;
}

/** Something that hands requests on to one server, and its answers back: a browser may speak to the page's own origin alone. */
export interface Way {
  /** In whose place it stands: below it `/api/v1` lies as below the server's own address. */
  readonly url: string;
  /** Whether it adds a token to what goes to the server. */
  readonly addsToken: boolean;
}

export interface HttpOptions {
  /** Below which `/api/v1` lies. */
  readonly url: string;
  readonly way?: Way | null;
  /** Held in memory alone; null where there is none. */
  readonly token: string | null;
  /** Longest that a busy or lost server is waited for, seconds. */
  readonly patience: number;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

export interface Asked {
  readonly signal?: AbortSignal | undefined;
  /** Otherwise what has a body is posted, and what has none is got. */
  readonly method?: 'DELETE';
  /** Whether it may be sent once more when it is not known if it arrived. */
  readonly resend: boolean;
  /** Milliseconds after which an answer is not waited for any longer. */
  readonly within?: number;
  /** Statuses that are answers and no errors. */
  readonly accept?: readonly number[];
  /** Whether no answer in that time is one of status 408, since the server may hold it back, and no lost connection. */
  readonly heldBack?: boolean;
}

export interface Answer {
  readonly status: number;
  /** Its JSON, long lists of numbers not read yet (`lists.ts`), or its text where it is none. */
  readonly body: unknown;
}

/** An answer that has arrived whole. */
interface Arrived {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
}

/** Wait before the second try, doubled each time, and at most. Milliseconds. */
const FIRST_WAIT = 500;
const LONGEST_WAIT = 30_000;
/** Longest that an answer is waited for, unless told. Milliseconds. */
const USUAL_ANSWER = 120_000;
/** Longest part of what a server says that a fault repeats. Characters. */
const MOST_SAID = 500;

/** By signal, all that ends with it: one listener for hundreds of requests. */
const endings = new WeakMap<AbortSignal, Set<() => void>>();

/** Calls `end` when `signal` is given up; returns how to be rid of that. */
function whenAborted(signal: AbortSignal, end: () => void): () => void {
  let all = endings.get(signal);
  if (!all) {
    const made = new Set<() => void>();
    signal.addEventListener('abort', () => made.forEach((each) => each()), { once: true });
    endings.set(signal, (all = made));
  }
  all.add(end);
  return () => all.delete(end);
}

/** Why an alarm is no longer needed; given, since making a reason takes longer than the rest of it. */
const ANSWERED = new Error('answered');

const isBusy = (status: number): boolean => status === 429 || status >= 500;

export class Http {
  readonly url: string;
  readonly #root: string;
  #lost = 0;

  constructor(
    private readonly outside: Outside,
    private readonly options: HttpOptions,
  ) {
    const parsed = URL.canParse(options.url) ? new URL(options.url) : null;
    if (!parsed || !/^https?:$/.test(parsed.protocol))
      throw faultAt(serverFaults, 'E_SERVER_ADDRESS', { subject: 'url', given: options.url });
    // A name or password in the address would be repeated by every fault.
    parsed.username = '';
    parsed.password = '';
    parsed.search = '';
    parsed.hash = '';
    this.url = parsed.href.replace(/\/+$/, '').replace(/\/api\/v1$/, '');
    this.#root = `${options.way?.url.replace(/\/+$/, '') ?? this.url}/api/v1/`;
  }

  /** How often a connection was lost, or the server out of order. */
  get lost(): number {
    return this.#lost;
  }

  /** The answer to `call`, of a status below 300 or one that is accepted. Throws `E_SERVER_*`. */
  async json(call: string, body: Sent | undefined, asked: Asked): Promise<Answer> {
    const { status, bytes } = await this.#patient(call, body, asked);
    const answer = { status, body: bodyOf(bytes) };
    if ((status >= 200 && status < 300) || asked.accept?.includes(status)) return answer;
    throw this.refusal(call, answer);
  }

  /** The bytes that `call` leads to, an archive; null where there is none. */
  async bytes(call: string, signal?: AbortSignal): Promise<Uint8Array | null> {
    const asked = { signal, resend: true, accept: [404] };
    let arrived = await this.#patient(call, undefined, asked);
    const location = arrived.headers.get('location');
    if (location !== null && arrived.status >= 300 && arrived.status < 400)
      arrived = await this.#patient(new URL(location, this.#root + call).href, undefined, asked);
    // A browser does not show where it would go; it goes there itself.
    else if (arrived.status === 0) arrived = await this.#patient(call, undefined, { ...asked, follow: true });
    const { status, bytes } = arrived;
    if (status === 404) return null;
    if (status >= 200 && status < 300) return bytes;
    throw this.refusal(call, { status, body: bodyOf(bytes) });
  }

  /** What an answer refuses. */
  refusal(call: string, { status, body }: Answer): FaultError {
    const subject = this.url;
    const { token, way } = this.options;
    const given = token !== null || way?.addsToken === true;
    if (status === 401 || status === 403) return faultAt(serverFaults, 'E_SERVER_TOKEN', { subject, given, inPage: way != null });
    const said = this.#discreet(saidIn(body));
    // The words by which the servers say that an adapter, a session or a future is gone.
    const forgot = /not (?:found|loaded)|must be loaded|stale request/i.test(said) && said !== 'Not Found';
    if (forgot) return faultAt(serverFaults, 'E_SERVER_FORGOT', { subject, call, said });
    return faultAt(serverFaults, 'E_SERVER_REFUSED', { subject, call, status, said });
  }

  /** An answer that is not “too busy”, or the fault of having waited for it in vain. */
  async #patient(call: string, body: Sent | undefined, asked: Asked & { readonly follow?: boolean }): Promise<Arrived> {
    const subject = this.url;
    const bytes = body === undefined ? undefined : written(body);
    const began = this.outside.now();
    for (let wait = FIRST_WAIT; ; wait = Math.min(LONGEST_WAIT, wait * 2)) {
      const tried = await this.#tried(call, bytes, asked);
      const waited = (this.outside.now() - began) / 1000;
      const lost = typeof tried === 'string';
      if (!lost && (!isBusy(tried.status) || asked.accept?.includes(tried.status))) return tried;
      if (lost || tried.status !== 429) this.#lost += 1;
      // Where it says that there are too many requests, nothing was done.
      if (!lost && !asked.resend && tried.status !== 429) return tried;
      if (lost && !asked.resend) throw faultAt(serverFaults, 'E_SERVER_UNSURE', { subject, call }, tried);
      const pause = lost ? wait : Math.max(wait, secondsAsked(tried.headers) * 1000);
      if (waited + pause / 1000 > this.options.patience) {
        if (lost) throw faultAt(serverFaults, 'E_SERVER_OFFLINE', { subject, waited }, tried);
        const said = this.#discreet(saidIn(bodyOf(tried.bytes)));
        throw faultAt(serverFaults, 'E_SERVER_BUSY', { subject, status: tried.status, waited }, said);
      }
      this.options.onProgress?.({ doing: 'waiting', seconds: pause / 1000 });
      await this.outside.sleep(pause, asked.signal);
    }
  }

  /** An answer, or why none came. Throws only what `signal` was given up with. */
  async #tried(
    call: string,
    sent: Uint8Array<ArrayBuffer> | undefined,
    asked: Asked & { readonly follow?: boolean },
  ): Promise<Arrived | string> {
    const { signal, within = USUAL_ANSWER, follow = false } = asked;
    signal?.throwIfAborted();
    const limit = new AbortController();
    const forget = signal && whenAborted(signal, () => limit.abort(signal.reason));
    const alarm = new AbortController();
    void this.outside.sleep(within, alarm.signal).then(
      () => limit.abort(new Error(`no answer within ${within / 1000} s`)),
      () => undefined,
    );
    try {
      const response = await this.outside.fetch(new URL(call, this.#root), {
        method: asked.method ?? (sent === undefined ? 'GET' : 'POST'),
        headers: this.#headers(new URL(call, this.#root), sent !== undefined, follow),
        redirect: follow ? 'follow' : 'manual',
        credentials: 'omit',
        cache: 'no-store',
        referrerPolicy: 'no-referrer',
        signal: limit.signal,
        ...(sent === undefined ? {} : { body: sent }),
      });
      return { status: response.status, headers: response.headers, bytes: bytesOf(await response.arrayBuffer()) };
    } catch (error) {
      signal?.throwIfAborted();
      if (limit.signal.aborted && asked.heldBack) return { status: 408, headers: NO_HEADERS, bytes: new Uint8Array() };
      return this.#discreet(reasonOf(limit.signal.aborted ? limit.signal.reason : error));
    } finally {
      forget?.();
      alarm.abort(ANSWERED);
    }
  }

  #headers(address: URL, posts: boolean, follow: boolean): Record<string, string> {
    const { token } = this.options;
    const own = address.origin === new URL(this.url).origin;
    return {
      accept: 'application/json',
      ...(posts ? { 'content-type': 'application/json' } : {}),
      // Where a redirect is followed, this header would go along wherever it leads.
      ...(token !== null && own && !follow ? { 'x-api-key': token } : {}),
    };
  }

  /** A text of the server without the token, which it may repeat. */
  #discreet(text: string): string {
    const { token } = this.options;
    return (token === null || token === '' ? text : text.replaceAll(token, '…')).slice(0, MOST_SAID);
  }
}

const bytesOf = (buffer: ArrayBuffer | Uint8Array): Uint8Array => (buffer instanceof Uint8Array ? buffer : new Uint8Array(buffer));

const decoder = new TextDecoder();

function bodyOf(bytes: Uint8Array): unknown {
  try {
    return jsonOf(bytes);
  } catch {
    // An error need not be JSON; what must be is checked by whoever reads it.
    return decoder.decode(bytes);
  }
}

/** What an error's answer says: each server has a place of its own for it. */
export function saidIn(body: unknown): string {
  if (typeof body === 'string') return body.trim() || 'nothing';
  if (!isRecord(body)) return JSON.stringify(body) ?? 'nothing';
  const { detail, error_message: message, error } = body;
  if (Array.isArray(detail)) return detail.map((entry) => (isRecord(entry) ? String(entry['msg']) : String(entry))).join('; ');
  const said = [detail, message, error].find((text) => typeof text === 'string');
  return said ?? JSON.stringify(body);
}

/** Seconds that a busy server asks to be left alone; 0 where it does not say. */
function secondsAsked(headers: Headers): number {
  const after = headers.get('retry-after')?.trim() ?? '';
  return /^\d+$/.test(after) ? Number(after) : 0;
}

/** What is known of a failed connection, as a line of its reasons. */
function reasonOf(error: unknown): string {
  const said: string[] = [];
  for (let cause = error; cause instanceof Error && said.length < 4; cause = cause.cause) if (cause.message) said.push(cause.message);
  return said.join(': ') || String(error);
}
