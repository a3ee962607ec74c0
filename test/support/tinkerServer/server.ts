/**
 * A Tinker server in this process, for tests: HTTP on a free port of this computer, the dialogue of open-rl or of SkyRL's JAX backend, numbers that
 * are computed, and mishaps on demand. Its clock stands still until `advance`; only latencies and polls take real time.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Answer, Answered, type Application, type Flavour } from './flavour.ts';
import { type Logged, type Mishap, REFUSALS } from './mishaps.ts';
import type { Numbers } from './numbers.ts';
import { Service, type StartWeights } from './service.ts';
import { Worker } from './work.ts';

export interface TinkerServerOptions {
  readonly flavour: Flavour;
  readonly numbers: Numbers;
  /** What adapters start from in place of a draw. */
  readonly startWeights?: StartWeights;
  /** How long a poll waits; by default as long as the real server's. */
  readonly pollMs?: number;
  /** Samplings go on beside passes and steps, each as soon as it comes. Not with numbers that do one thing at a time. */
  readonly samplesBeside?: boolean;
  /** Keeps no bodies in its log: those of large batches would fill the memory. */
  readonly forgetsBodies?: boolean;
  /** By default a free one. */
  readonly port?: number;
}

const PREFIX = '/api/v1/';

export class TinkerServer {
  /** All requests that arrived, in order. */
  readonly log: Logged[] = [];
  readonly mishaps: Mishap[] = [];
  /** Milliseconds before a request is looked at, by endpoint; `*` for those not named. */
  latency: Readonly<Record<string, number>> = {};
  readonly #http = createServer((request, response) => void this.#handle(request, response));
  readonly #worker: Worker;
  readonly #application: Application;
  readonly #clock = { now: Date.UTC(2026, 0, 1) };
  readonly #forgetsBodies: boolean;
  #port: number;
  #down: Promise<void> | null = null;

  private constructor({
    flavour,
    numbers,
    startWeights,
    pollMs = flavour.particulars.pollMs,
    samplesBeside,
    forgetsBodies = false,
    port = 0,
  }: TinkerServerOptions) {
    this.#port = port;
    this.#forgetsBodies = forgetsBodies;
    // Computing holds this thread up: a connection that seems idle meanwhile must not be closed for it.
    Object.assign(this.#http, { keepAliveTimeout: 0, headersTimeout: 0, requestTimeout: 0 });
    const service = new Service(numbers, flavour.particulars, startWeights);
    this.#worker = new Worker(service, samplesBeside);
    this.#application = flavour.open({ service, worker: this.#worker, now: () => this.#clock.now, pollMs });
  }

  static async start(options: TinkerServerOptions): Promise<TinkerServer> {
    const server = new TinkerServer(options);
    await server.#listen();
    return server;
  }

  /** `http://127.0.0.1:…`, the same over restarts. */
  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Moves the server's clock. */
  advance(ms: number): void {
    this.#clock.now += ms;
  }

  /** Requests of an endpoint that arrived. */
  calls(endpoint: string): Logged[] {
    return this.log.filter((request) => request.endpoint === endpoint);
  }

  /** The process ends: connections break, what waits is never done, and nobody answers until `restart`. */
  crash(): Promise<void> {
    this.#down ??= (async () => {
      this.#http.closeAllConnections();
      await new Promise((resolve) => this.#http.close(resolve));
      await this.#worker.stop();
    })();
    return this.#down;
  }

  /** Starts it again, with what its kind keeps on disk; `disk` false: on an empty one. */
  async restart({ disk = true }: { disk?: boolean } = {}): Promise<void> {
    await this.crash();
    this.#application.restarted(disk);
    this.#down = null;
    await this.#listen();
  }

  /** Ends the server for good. */
  async stop(): Promise<void> {
    await this.crash();
    this.#application.restarted(false);
  }

  async #listen(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#http.once('error', reject);
      this.#http.listen(this.#port, '127.0.0.1', () => {
        this.#http.off('error', reject);
        resolve();
      });
    });
    this.#port = (this.#http.address() as AddressInfo).port;
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/' } = request;
    const text = await bodyOf(request).catch(() => null);
    if (text === null) return;
    const path = url.startsWith(PREFIX) ? url.slice(PREFIX.length) : url;
    const json = parsed(text);
    const logged: Logged = {
      number: this.log.length + 1,
      method,
      endpoint: path.split('/').at(-1) ?? path,
      path,
      body: this.#forgetsBodies ? null : json,
      bytes: text.length,
      status: null,
      trouble: null,
    };
    this.log.push(logged);
    await pause(this.latency[logged.endpoint] ?? this.latency['*'] ?? 0);
    let trouble: ReturnType<Mishap> = null;
    for (const mishap of this.mishaps) trouble = mishap(logged) ?? trouble;
    logged.trouble = trouble?.kind ?? null;
    const isBefore = trouble && trouble.kind !== 'stuck' && trouble.when === 'before';
    const answer =
      isBefore || this.#down ? null : await this.#answer({ method, path, json: json ?? {}, text, stuck: trouble?.kind === 'stuck' });
    if (this.#down || trouble?.kind === 'dropped') response.destroy();
    else if (trouble?.kind === 'crashed') {
      const { back } = trouble;
      void this.crash().then(async () => {
        if (back === undefined) return;
        await pause(back);
        await this.restart();
      });
    } else if (trouble?.kind === 'answered') {
      const body = { detail: REFUSALS[trouble.status] ?? 'Refused' };
      send(response, logged, { status: trouble.status, body, headers: trouble.headers });
    } else if (answer) send(response, logged, answer);
  }

  async #answer(call: Omit<Parameters<Application['answer']>[0], 'origin'>): Promise<Answer> {
    try {
      return await this.#application.answer({ ...call, origin: this.url });
    } catch (error) {
      return error instanceof Answered ? error.answer : { status: 500, body: 'Internal Server Error' };
    }
  }
}

function send(response: ServerResponse, logged: Logged, { status, body, headers = {} }: Answer): void {
  logged.status = status;
  const plain = typeof body === 'string' || body instanceof Uint8Array;
  response.writeHead(status, { 'content-type': plain ? 'text/plain; charset=utf-8' : 'application/json', ...headers });
  response.end(plain ? body : JSON.stringify(body));
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

function parsed(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

async function pause(ms: number): Promise<void> {
  if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
}
