/**
 * Calls that a server answers later: a request gives a number, and the number is asked for until there is a result. Since one server says
 * “try again” for ever of a result that it has forgotten, deadlines are ours, and where it may have been started again meanwhile it is asked
 * for something else that it would have forgotten too.
 */
import { faultAt } from '../core/faultAt.ts';
import { FaultError } from '../core/faults.ts';
import { isRecord } from '../core/isRecord.ts';
import { serverFaults } from '../words/words.ts';
import type { Http, Outside } from './http.ts';
import type { Sent } from './wire.ts';

export interface FutureOptions {
  /** Most calls under way at a time. */
  readonly inFlight: number;
  /** Longest that a call may take, seconds. */
  readonly deadline: number;
}

export interface Called {
  readonly signal?: AbortSignal | undefined;
  /** Whether the server does the same request once, however often it is sent. */
  readonly resend: boolean;
  /** Called when the server has taken the request, and before there is a result. */
  readonly taken?: (() => void) | undefined;
  /** Rejects with `E_SERVER_FORGOT` where the server no longer knows what the call is about; asked behind a lost connection. */
  readonly known?: (() => Promise<void>) | undefined;
}

export type Fields = Readonly<Record<string, unknown>>;

/** Longest that one poll waits, as the official client has it; servers answer “not yet” later than that. Milliseconds. */
const POLL = 45_000;
/** Rest between polls that were answered at once with “not yet”. Milliseconds. */
const REST = 250;

export class Futures {
  #under = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(
    private readonly http: Http,
    private readonly outside: Outside,
    private readonly options: FutureOptions,
  ) {}

  /** The result of `call`, once there is one. Throws `E_SERVER_*`, or what `signal` was given up with. */
  async result(call: string, body: Sent, called: Called): Promise<Fields> {
    const id = await this.begin(call, body, called);
    called.taken?.();
    return this.end(call, id, called);
  }

  /** The number under which the result of `call` can be asked for. */
  async begin(call: string, body: Sent, { signal, resend }: Called): Promise<string> {
    const { body: answer } = await this.http.json(call, body, { signal, resend });
    const id = isRecord(answer) ? answer['request_id'] : undefined;
    if (typeof id !== 'string') throw faultAt(serverFaults, 'E_SERVER_ANSWER', { subject: this.http.url, call, missing: 'request_id' });
    return id;
  }

  /** The result under the number `id`, of `call`. */
  async end(call: string, id: string, { signal, known }: Pick<Called, 'signal' | 'known'> = {}): Promise<Fields> {
    const began = this.outside.now();
    let { lost } = this.http;
    let forgotten: Promise<never> | null = null;
    for (;;) {
      const asked = this.outside.now();
      const poll = this.#polled(id, signal);
      const answer = await (forgotten ? Promise.race([poll, forgotten]) : poll);
      const waited = (this.outside.now() - began) / 1000;
      if (answer !== null) {
        if (answer.status >= 400) throw this.http.refusal(call, answer);
        if (isRecord(answer.body)) return answer.body;
        throw faultAt(serverFaults, 'E_SERVER_ANSWER', { subject: this.http.url, call, missing: 'result' });
      }
      if (waited > this.options.deadline) throw faultAt(serverFaults, 'E_SERVER_DEADLINE', { subject: this.http.url, call, waited });
      if (known && this.http.lost > lost) {
        ({ lost } = this.http);
        forgotten = onlyForgotten(known());
      }
      if (this.outside.now() - asked < REST) await this.outside.sleep(REST, signal);
    }
  }

  /** Work done when fewer calls than the limit are under way. */
  async bounded<T>(work: () => Promise<T>): Promise<T> {
    if (this.#under >= this.options.inFlight) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#under += 1;
    try {
      return await work();
    } finally {
      // The place goes to the next in line, or is free.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#under -= 1;
    }
  }

  /** One poll's answer; null where there is no result yet. */
  async #polled(id: string, signal: AbortSignal | undefined): Promise<{ readonly status: number; readonly body: unknown } | null> {
    // 400, 404 and 422 are results too: the work failed, or is unknown.
    const accept = [400, 404, 408, 422];
    const asked = { signal, resend: true, within: POLL, heldBack: true, accept };
    const answer = await this.http.json('retrieve_future', { request_id: id }, asked);
    if (answer.status === 408) return null;
    return isRecord(answer.body) && answer.body['type'] === 'try_again' ? null : answer;
  }
}

/** Rejects where the server has forgotten what was asked for, and never ends otherwise: what else becomes of the question says nothing. */
function onlyForgotten(known: Promise<void>): Promise<never> {
  const forgotten = new Promise<never>((_, reject) => {
    known.catch((error: unknown) => error instanceof FaultError && error.fault.code === 'E_SERVER_FORGOT' && reject(error));
  });
  forgotten.catch(() => undefined);
  return forgotten;
}
