/**
 * A server that says what the real ones said: the exchanges of `test/golden/tinker/dialogue.<server>.json`, recorded from open-rl
 * (bfc0f09) and SkyRL's JAX backend (a956457). Each route answers with its exchanges in order, and keeps what it was asked.
 */
import { readFileSync } from 'node:fs';

export interface Exchange {
  readonly n: number;
  readonly method: string;
  readonly path: string;
  readonly request: Readonly<Record<string, unknown>> | null;
  readonly status: number;
  readonly response?: unknown;
  readonly response_base64?: string;
  readonly location?: string;
}

export type Recorded = 'open-rl' | 'skyrl-jax';

export const dialogue = (server: Recorded): readonly Exchange[] =>
  JSON.parse(readFileSync(`test/golden/tinker/dialogue.${server}.json`, 'utf8')) as Exchange[];

export class Replay {
  /** What was asked, with the exchange that answered. */
  readonly asked: { readonly exchange: Exchange; readonly text: string; readonly headers: Headers }[] = [];
  readonly #left: Exchange[];

  /** `numbers`: the exchanges that are to come, by their numbers. */
  constructor(server: Recorded, numbers: readonly number[]) {
    const all = dialogue(server);
    this.#left = numbers.map((n) => {
      const found = all.find((exchange) => exchange.n === n);
      if (!found) throw new Error(`${server} has no exchange ${n} here`);
      return found;
    });
  }

  /** Exchanges that nobody asked for. */
  get left(): readonly number[] {
    return this.#left.map(({ n }) => n);
  }

  readonly fetch: typeof fetch = (input, init = {}) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    const index = this.#left.findIndex(({ path, method }) => path === pathname && method === (init.method ?? 'GET'));
    const [exchange] = index === -1 ? [] : this.#left.splice(index, 1);
    if (!exchange) return Promise.reject(new Error(`nothing recorded is left for ${pathname}`));
    this.asked.push({
      exchange,
      text: init.body instanceof Uint8Array ? new TextDecoder().decode(init.body) : '',
      headers: new Headers(init.headers),
    });
    const { status, response, response_base64: packed, location } = exchange;
    const body = packed === undefined ? (response === undefined ? null : JSON.stringify(response)) : Buffer.from(packed, 'base64');
    return Promise.resolve(new Response(body, { status, headers: location === undefined ? {} : { location } }));
  };
}
