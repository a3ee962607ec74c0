/**
 * Hands the page's requests on to one server of the Tinker protocol, in the process that serves the page: a browser may speak to the
 * page's own origin alone, and a token must not reach it. What goes on is what the protocol knows, of the page itself, to that address.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FORWARD, FORWARD_CARD, FORWARD_LOST, FORWARD_POLLS, FORWARD_STATUS, type Forwarding } from '../../src/core/forward.ts';
import { isRecord } from '../../src/core/isRecord.ts';
import { forwardText } from '../../src/words/words.ts';
import { OUR_HEADERS, refuse, say } from '../kit/answer.ts';
import { type Refused, refusedAsker } from '../kit/mayAsk.ts';
import { Polls, type PollTimes, reasonOf } from './polls.ts';
import { withoutSecret } from './secret.ts';
import { Upstream, type UpstreamOptions } from './upstream.ts';

export interface ForwardOptions extends UpstreamOptions {
  /** Most bytes of a request; a client splits its own at 5 MB. */
  readonly mostSent?: number;
  /** Most bytes of an answer: adapters of a large model come as one archive. */
  readonly mostAnswered?: number;
  readonly polls?: Partial<PollTimes>;
}

const words = forwardText.refused;
/** Of the protocol. */
const METHODS = ['GET', 'POST', 'DELETE'];
const MOST_SENT = 64e6;
const MOST_ANSWERED = 2e9;
/** Of a result that is held here whole. */
const MOST_RESULT = 256e6;
/** A step of a route: letters, digits and what names of models and checkpoints have. */
const STEP = /^(?:[\w.~:@-]|%[0-9A-Fa-f]{2})+$/;

export class Forwarder {
  readonly #upstream: Upstream;
  readonly #polls: Polls;
  readonly #most: { readonly sent: number; readonly answered: number };

  constructor({ mostSent = MOST_SENT, mostAnswered = MOST_ANSWERED, polls, ...upstream }: ForwardOptions) {
    this.#upstream = new Upstream(upstream);
    this.#polls = new Polls(this.#upstream, Math.min(mostAnswered, MOST_RESULT), polls);
    this.#most = { sent: mostSent, answered: mostAnswered };
  }

  /** The server's address, as it is shown. */
  get url(): string {
    return this.#upstream.url;
  }

  get addsToken(): boolean {
    return this.#upstream.token !== null;
  }

  /** Answers requests below `tinker/`; false for every other, which is not looked at. Never throws. */
  handle(request: IncomingMessage, response: ServerResponse): boolean {
    const path = (request.url ?? '').replace(/^\//, '');
    if (!path.startsWith(FORWARD)) return false;
    void this.#answer(path, request, response).catch(() => response.destroy());
    return true;
  }

  /** Gives up everything under way. */
  close(): void {
    this.#polls.close();
    this.#upstream.close();
  }

  async #answer(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const refused = refusedAsker(request, METHODS);
    if (refused) return refuse(request, response, refused);
    if (path === FORWARD_CARD) {
      const card: Forwarding = { forward: { url: this.url, token: this.addsToken } };
      return say(response, 200, card);
    }
    // Given up by the page: the server need not go on with it either.
    const given = new AbortController();
    response.once('close', () => response.writableFinished || given.abort());
    if (path === FORWARD_POLLS) return this.#poll(request, response, given.signal);
    const route = path.slice(FORWARD.length);
    if (!isRoute(route)) return refuse(request, response, { status: 404, error: words.path(route.slice(0, 200)) });
    return this.#forward(route, request, response, given.signal);
  }

  async #poll(request: IncomingMessage, response: ServerResponse, signal: AbortSignal): Promise<void> {
    const sent = request.pipe(this.#counted());
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of sent as AsyncIterable<Buffer>) chunks.push(chunk);
    } catch {
      return refuse(request, response, this.#tooLarge());
    }
    const ids = idsIn(Buffer.concat(chunks).toString('utf8'));
    if (!ids) return refuse(request, response, { status: 400, error: words.polls });
    const answers = await this.#polls.ask(ids, signal);
    if (signal.aborted) return;
    response.once('finish', () => {
      for (const { id } of answers) this.#polls.heard(id);
    });
    say(response, 200, answers);
  }

  async #forward(route: string, request: IncomingMessage, response: ServerResponse, signal: AbortSignal): Promise<void> {
    const { method = 'GET', headers } = request;
    const length = headers['content-length'];
    if (Number(length ?? 0) > this.#most.sent) return refuse(request, response, this.#tooLarge());
    let tooLarge = false;
    const counted = this.#counted(() => (tooLarge = true));
    let answer: IncomingMessage;
    try {
      const body = method === 'POST' ? request.pipe(counted) : undefined;
      const own = {
        ...(headers['content-type'] && { 'content-type': headers['content-type'] }),
        ...(length && { 'content-length': length }),
      };
      answer = await this.#upstream.ask({ method, path: route, headers: own, ...(body && { body }) }, signal);
    } catch (error) {
      if (signal.aborted) return;
      if (tooLarge) return refuse(request, response, this.#tooLarge());
      response.setHeader(FORWARD_LOST, '1');
      return say(response, 200, { error: forwardText.lost(this.url, reasonOf(error)) });
    }
    const told = this.#headersOf(answer, route);
    if ('error' in told) {
      answer.destroy();
      response.setHeader(FORWARD_STATUS, told.status);
      return say(response, 200, { error: told.error });
    }
    const { statusCode: status = 500 } = answer;
    response.writeHead(status < 400 ? status : 200, {
      ...OUR_HEADERS,
      ...told.headers,
      ...(status >= 400 && { [FORWARD_STATUS]: status }),
    });
    const tooLong = () => new Error(forwardText.tooLong(this.#most.answered / 1e6));
    // Broken off in the middle, the answer breaks off here too, and the page takes it for lost.
    await pipeline(answer, withoutSecret(this.#upstream.token, this.#most.answered, tooLong), response);
  }

  /** Of the server's headers those that the page reads. */
  #headersOf({ statusCode = 0, headers }: IncomingMessage, route: string): { readonly headers: Record<string, string> } | Refused {
    const kept: Record<string, string> = {};
    for (const name of ['content-type', 'content-length', 'retry-after'] as const) {
      const value = headers[name];
      if (value !== undefined && !this.#tellsSecret(value)) kept[name] = value;
    }
    const { location } = headers;
    if (statusCode < 300 || statusCode >= 400 || location === undefined) return { headers: kept };
    // Where it leads is asked for by the page, through here again: nothing is followed to another address.
    const to = URL.canParse(location, `${this.url}/${route}`) ? new URL(location, `${this.url}/${route}`).href : location;
    const below = to.startsWith(`${this.url}/`) ? to.slice(this.url.length + 1) : '';
    if (!isRoute(below) || this.#tellsSecret(to)) return { status: 400, error: words.redirect(this.url, this.#shown(to)) };
    return { headers: { ...kept, location: `/${FORWARD}${below}` } };
  }

  #tellsSecret(value: string): boolean {
    return this.#upstream.token !== null && value.includes(this.#upstream.token);
  }

  /** An address without what may be secret in it. */
  #shown(to: string): string {
    const parsed = URL.canParse(to) ? new URL(to) : null;
    return parsed && !this.#tellsSecret(parsed.origin) ? parsed.origin : 'another address';
  }

  #tooLarge(): Refused {
    return { status: 413, error: words.tooLarge(this.#most.sent / 1e6) };
  }

  /** Passes a request's body on, up to as many bytes as it may have. */
  #counted(over?: () => void): Transform {
    const { sent: most } = this.#most;
    let length = 0;
    return new Transform({
      transform(chunk: Buffer, _, done) {
        length += chunk.length;
        if (length <= most) return done(null, chunk);
        over?.();
        done(new Error('too large'));
      },
    });
  }
}

/** Whether the protocol may have it: below `api/v1`, and nowhere else whatever the other side makes of its dots. */
function isRoute(route: string): boolean {
  if (!/^api\/v1\/./.test(route)) return false;
  return route.split('/').every((step) => STEP.test(step) && !/^\.{1,2}$|[/\\]/.test(decoded(step)));
}

function decoded(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return '..';
  }
}

function idsIn(text: string): readonly string[] | null {
  try {
    const body: unknown = JSON.parse(text);
    const ids = isRecord(body) ? body['ids'] : null;
    return Array.isArray(ids) && ids.length > 0 && ids.length <= 1000 && ids.every((id) => typeof id === 'string') ? ids : null;
  } catch {
    return null;
  }
}
