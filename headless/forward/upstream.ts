/** One request to the server behind the page, by this process: its address alone, its token, no redirects, and an end to waiting. */
import { Agent, type IncomingMessage, request as plainRequest } from 'node:http';
import { Agent as SecureAgent, request as secureRequest } from 'node:https';
import type { Readable } from 'node:stream';
import { forwardText } from '../../src/words/words.ts';

export interface UpstreamOptions {
  /** Below which `/api/v1` lies. */
  readonly url: string;
  /** Held in this process alone; null where there is none. */
  readonly token: string | null;
  /** Longest without a sign of the server, milliseconds: one of them holds an answer back for five minutes. */
  readonly silence?: number;
}

/** A request as it goes on. */
export interface Asking {
  readonly method: string;
  /** Below the server's address: `api/v1/…`. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Readable;
}

const SILENCE = 600_000;

export class Upstream {
  /** The server's address, without a name, a password or a query. */
  readonly url: string;
  readonly token: string | null;
  readonly #silence: number;
  readonly #secure: boolean;
  readonly #agent: Agent;

  constructor({ url, token, silence = SILENCE }: UpstreamOptions) {
    const parsed = new URL(url);
    this.url = `${parsed.origin}${parsed.pathname}`.replace(/\/+$/, '').replace(/\/api\/v1$/, '');
    this.token = token === '' ? null : token;
    this.#silence = silence;
    this.#secure = parsed.protocol === 'https:';
    this.#agent = this.#secure ? new SecureAgent({ keepAlive: true }) : new Agent({ keepAlive: true });
  }

  /** The head of the answer, whose body is still to be read. Rejects where there is none, with a sentence for people. */
  ask({ method, path, headers, body }: Asking, signal: AbortSignal): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const request = this.#secure ? secureRequest : plainRequest;
      const sent = request(`${this.url}/${path}`, {
        method,
        agent: this.#agent,
        signal,
        headers: {
          accept: 'application/json',
          'accept-encoding': 'identity',
          'user-agent': 'marft-workbench',
          ...headers,
          ...(this.token !== null && { 'x-api-key': this.token }),
        },
      });
      sent.setTimeout(this.#silence, () => sent.destroy(new Error(forwardText.silent(this.#silence / 1000))));
      sent.on('response', resolve);
      sent.on('error', reject);
      if (body === undefined || typeof body === 'string') sent.end(body);
      else {
        body.on('error', (error) => sent.destroy(error));
        body.pipe(sent);
      }
    });
  }

  /** Ends connections that are kept open. */
  close(): void {
    this.#agent.destroy();
  }
}
