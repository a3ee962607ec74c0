/** What a kind of server is to the one that listens: a table of particulars, and an application that answers requests. */
import type { Particulars } from './particulars.ts';
import type { Service } from './service.ts';
import type { Worker } from './work.ts';

export interface Answer {
  readonly status: number;
  /** Bytes and text go out as they are, anything else as JSON. */
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Call {
  readonly method: string;
  /** Without `/api/v1/`. */
  readonly path: string;
  readonly json: Readonly<Record<string, unknown>>;
  /** The body's text: a parsed number does not say whether it was written with a point. */
  readonly text: string;
  /** Under which the caller knows the server, `http://127.0.0.1:…`. */
  readonly origin: string;
  /** The future it makes never becomes ready. */
  readonly stuck: boolean;
}

export interface Host {
  readonly service: Service;
  readonly worker: Worker;
  /** Milliseconds of the server's own clock. */
  readonly now: () => number;
  readonly pollMs: number;
}

export interface Application {
  answer(call: Call): Promise<Answer>;
  /** The process ended and was started again: what was in memory is gone. `disk` false: what it had written is gone too. */
  restarted(disk: boolean): void;
}

export interface Flavour {
  readonly name: 'open-rl' | 'skyrl-jax' | 'keeping versions';
  readonly particulars: Particulars;
  open(host: Host): Application;
}

/** An answer in place of going on. */
export class Answered extends Error {
  constructor(readonly answer: Answer) {
    super(`answered with ${answer.status}`);
  }
}

export const ok = (body: unknown): Answer => ({ status: 200, body });

/** Numbers as a server writes them: JSON has no infinities. */
export const tensor = (values: ArrayLike<number>) => ({ data: Array.from(values), dtype: 'float32', shape: [values.length] });
