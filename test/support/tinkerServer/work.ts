/** The server's one worker: pieces of work in their order; samplings that wait next to each other are done together. */
import type { SampleCall, Sampled, Service } from './service.ts';

export type Outcome<T> = { readonly result: T } | { readonly error: unknown };

/** `call` is asked for, and `run` begun, when its turn comes: both may throw then. */
export type Piece =
  | { readonly call: () => SampleCall; readonly done: (outcome: Outcome<Sampled>) => void }
  | { readonly run: () => Promise<void>; readonly failed: (error: unknown) => void };

export class Worker {
  #waiting: Piece[] = [];
  #running: Promise<void> | null = null;
  /** Raised at each crash: what was begun before it has no outcome. */
  #life = 0;

  constructor(private readonly service: Service) {}

  add(piece: Piece): void {
    this.#waiting.push(piece);
    this.#running ??= this.#work();
  }

  /** Drops what waits; resolves when what is under way no longer touches anything. */
  async stop(): Promise<void> {
    this.#life += 1;
    this.#waiting = [];
    await this.#running;
  }

  async #work(): Promise<void> {
    for (;;) {
      await new Promise((resolve) => setImmediate(resolve)); // requests that have arrived meanwhile wait beside each other
      const piece = this.#waiting.shift();
      if (!piece) break;
      const life = this.#life;
      const alive = () => life === this.#life;
      if ('run' in piece) {
        await piece.run().catch((error: unknown) => alive() && piece.failed(error));
        continue;
      }
      const pieces = [piece];
      for (let next = this.#waiting[0]; next && 'call' in next; next = this.#waiting[0]) {
        pieces.push(next);
        this.#waiting.shift();
      }
      const outcomes = await this.#sample(pieces.map(({ call }) => call));
      if (alive()) pieces.forEach(({ done }, i) => done(outcomes[i] ?? { error: new Error('no outcome') }));
    }
    this.#running = null;
  }

  async #sample(asked: readonly (() => SampleCall)[]): Promise<Outcome<Sampled>[]> {
    const calls = asked.map((call): Outcome<SampleCall> => {
      try {
        return { result: call() };
      } catch (error) {
        return { error };
      }
    });
    const good = calls.flatMap((call) => ('result' in call ? [call.result] : []));
    try {
      const sampled = await this.service.sample(good);
      const next = sampled.values();
      return calls.map((call) => {
        const { value } = 'result' in call ? next.next() : { value: undefined };
        return 'error' in call ? call : value ? { result: value } : { error: new Error('no sample') };
      });
    } catch (error) {
      return calls.map((call) => ('error' in call ? call : { error }));
    }
  }
}
