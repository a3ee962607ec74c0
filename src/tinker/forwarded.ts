/**
 * The world outside as a page sees it that may speak to its own origin alone: requests go through the process that serves it. Results
 * that are waited for are asked for together, since a browser has six connections to an origin, which the page needs too.
 */
import { FORWARD_LOST, FORWARD_STATUS, type PollAnswer } from '../core/forward.ts';
import { isRecord } from '../core/isRecord.ts';
import type { Outside } from './http.ts';

/** Time in which results are gathered before they are asked for, milliseconds. */
const GATHERING = 20;

interface Waiting {
  readonly id: string;
  readonly resolve: (answer: Response) => void;
  readonly reject: (reason: unknown) => void;
}

/** A page's world, with the browser's own `fetch`. */
export interface PageOutside extends Omit<Outside, 'fetch'> {
  readonly fetch: typeof fetch;
}

/** `polls`: where results are asked for together (`core/forward.ts`). */
export function forwardedOutside(outside: PageOutside, polls: string): Outside {
  const together = new Polls(outside, polls);
  return {
    ...outside,
    fetch: async (address, request) => {
      const id = address.pathname.endsWith('/api/v1/retrieve_future') ? requestIn(request.body) : null;
      if (id !== null) return together.ask(id, request.signal);
      const response = await outside.fetch(address, request);
      // The client's rules for a lost connection hold for this one too.
      if (response.headers.has(FORWARD_LOST)) throw new Error(await reasonIn(response));
      const status = Number(response.headers.get(FORWARD_STATUS));
      return status ? new Response(await response.arrayBuffer(), { status, headers: response.headers }) : response;
    },
  };
}

/** Results that are waited for, one question for all of them. */
class Polls {
  readonly #waiting = new Map<string, Waiting>();
  #asking: AbortController | null = null;
  #gathering = false;

  constructor(
    private readonly outside: PageOutside,
    private readonly address: string,
  ) {}

  ask(id: string, signal: AbortSignal | null): Promise<Response> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const given = (): void => {
        this.#waiting.delete(id);
        reject(signal?.reason);
        // Nobody waits for anything any more.
        if (this.#waiting.size === 0) this.#asking?.abort();
      };
      signal?.addEventListener('abort', given, { once: true });
      const settled = (): void => signal?.removeEventListener('abort', given);
      this.#waiting.set(id, {
        id,
        resolve: (answer) => (settled(), resolve(answer)),
        reject: (reason) => (settled(), reject(reason)),
      });
      void this.#gather();
    });
  }

  /** Asks for all that are waited for; what was asked before is asked again with them, which the other side remembers. */
  async #gather(): Promise<void> {
    if (this.#gathering) return;
    this.#gathering = true;
    await this.outside.sleep(GATHERING);
    this.#gathering = false;
    this.#asking?.abort();
    if (this.#waiting.size === 0) return;
    const asking = new AbortController();
    this.#asking = asking;
    const asked = [...this.#waiting.values()];
    try {
      const answers = await this.#answers(asked, asking.signal);
      for (const answer of answers) this.#settle(answer);
    } catch (error) {
      // Given up for a newer question, which has them all.
      if (asking.signal.aborted) return;
      for (const waiting of asked) if (this.#waiting.delete(waiting.id)) waiting.reject(error);
    }
    if (this.#asking !== asking) return;
    this.#asking = null;
    if (this.#waiting.size > 0) void this.#gather();
  }

  async #answers(asked: readonly Waiting[], signal: AbortSignal): Promise<PollAnswer[]> {
    const response = await this.outside.fetch(this.address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ids: asked.map(({ id }) => id) }),
      credentials: 'omit',
      cache: 'no-store',
      redirect: 'error',
      signal,
    });
    if (!response.ok) throw new Error(await reasonIn(response));
    return (await response.json()) as PollAnswer[];
  }

  #settle(answer: PollAnswer): void {
    const waiting = this.#waiting.get(answer.id);
    if (!waiting) return;
    this.#waiting.delete(answer.id);
    if ('lost' in answer) waiting.reject(new Error(answer.lost));
    else waiting.resolve(new Response(answer.body, { status: answer.status, headers: { 'content-type': answer.type } }));
  }
}

function requestIn(body: Uint8Array | undefined): string | null {
  const parsed: unknown = body ? JSON.parse(new TextDecoder().decode(body)) : null;
  const id = isRecord(parsed) ? parsed['request_id'] : undefined;
  return typeof id === 'string' ? id : null;
}

async function reasonIn(response: Response): Promise<string> {
  const text = await response.text();
  try {
    const body: unknown = JSON.parse(text);
    return isRecord(body) && typeof body['error'] === 'string' ? body['error'] : text;
  } catch {
    return text;
  }
}
