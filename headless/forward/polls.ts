/**
 * Results that the page waits for, asked of the server by this process: each under its number once, however often the page asks for
 * it, and kept until the page has heard it. So the page needs one connection for all of them, of the six that a browser has.
 */
import type { PollAnswer } from '../../src/core/forward.ts';
import { forwardText } from '../../src/words/words.ts';
import { hidden } from './secret.ts';
import type { Upstream } from './upstream.ts';

export interface PollTimes {
  /** Longest that a question is held back while no result comes, milliseconds. */
  readonly held: number;
  /** Time after which a result is no longer waited for, or kept, unless the page asks for it again; milliseconds. */
  readonly forgotten: number;
  /** Time that others have to come along with the first, milliseconds. */
  readonly along: number;
}

const TIMES: PollTimes = { held: 50_000, forgotten: 10_000, along: 10 };

interface Poll {
  readonly answer: Promise<PollAnswer>;
  readonly end: AbortController;
  /** Set once it has come. */
  came: PollAnswer | null;
  /** Questions under way that name it. */
  askers: number;
  forgetting?: ReturnType<typeof setTimeout>;
}

export class Polls {
  readonly #polls = new Map<string, Poll>();
  readonly #times: PollTimes;

  /** `most`: longest answer, bytes. */
  constructor(
    private readonly upstream: Upstream,
    private readonly most: number,
    times: Partial<PollTimes> = {},
  ) {
    this.#times = { ...TIMES, ...times };
  }

  /** Results under `ids` that have come, at least one unless none comes for long; none where `signal` gave the question up. */
  async ask(ids: readonly string[], signal: AbortSignal): Promise<readonly PollAnswer[]> {
    const polls = ids.map((id) => this.#poll(id));
    for (const poll of polls) {
      clearTimeout(poll.forgetting);
      poll.askers += 1;
    }
    try {
      await first(
        polls.map(({ answer }) => answer),
        this.#times.held,
        signal,
      );
      await pause(this.#times.along, signal);
      return signal.aborted ? [] : polls.flatMap(({ came }) => (came ? [came] : []));
    } finally {
      polls.forEach((poll, index) => {
        poll.askers -= 1;
        if (poll.askers === 0) poll.forgetting = setTimeout(() => this.#forget(ids[index] ?? ''), this.#times.forgotten);
        poll.forgetting?.unref();
      });
    }
  }

  /** The page has heard the result. */
  heard(id: string): void {
    this.#forget(id);
  }

  close(): void {
    for (const id of [...this.#polls.keys()]) this.#forget(id);
  }

  #poll(id: string): Poll {
    const known = this.#polls.get(id);
    if (known) return known;
    const end = new AbortController();
    const poll: Poll = { answer: this.#answer(id, end.signal), end, came: null, askers: 0 };
    void poll.answer.then((answer) => {
      poll.came = answer;
    });
    this.#polls.set(id, poll);
    return poll;
  }

  async #answer(id: string, signal: AbortSignal): Promise<PollAnswer> {
    try {
      const body = JSON.stringify({ request_id: id });
      const headers = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) };
      const answer = await this.upstream.ask({ method: 'POST', path: 'api/v1/retrieve_future', headers, body }, signal);
      const chunks: Buffer[] = [];
      let length = 0;
      for await (const chunk of answer as AsyncIterable<Buffer>) {
        length += chunk.length;
        if (length > this.most) throw new Error(forwardText.tooLong(this.most / 1e6));
        chunks.push(chunk);
      }
      const text = hidden(Buffer.concat(chunks), Buffer.from(this.upstream.token ?? '')).toString('utf8');
      return { id, status: answer.statusCode ?? 500, type: answer.headers['content-type'] ?? 'application/json', body: text };
    } catch (error) {
      return { id, lost: forwardText.lost(this.upstream.url, reasonOf(error)) };
    }
  }

  #forget(id: string): void {
    const poll = this.#polls.get(id);
    if (!poll) return;
    this.#polls.delete(id);
    clearTimeout(poll.forgetting);
    poll.end.abort();
  }
}

/** What is known of a failed connection. */
export function reasonOf(error: unknown): string {
  const all = error instanceof AggregateError ? (error.errors as unknown[]) : [error];
  return all.map((each) => (each instanceof Error ? each.message : String(each))).join('; ');
}

/** Resolves when the first of `some` has, after `within` milliseconds, or when `signal` says so. */
async function first(some: readonly Promise<unknown>[], within: number, signal: AbortSignal): Promise<void> {
  const end = new AbortController();
  await Promise.race([...some, pause(within, AbortSignal.any([signal, end.signal]))]);
  end.abort();
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
}
