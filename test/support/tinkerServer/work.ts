/**
 * The server's one worker: pieces of work in their order; samplings that wait next to each other are done together. Or samplings beside the other
 * work, each as soon as it comes: a server with engines of their own for them.
 */
import type { SampleCall, Sampled, Service } from './service.ts';

export type Outcome<T> = { readonly result: T } | { readonly error: unknown };

interface Sampling {
  readonly call: () => SampleCall;
  readonly done: (outcome: Outcome<Sampled>) => void;
}

/** `call` is asked for, and `run` begun, when its turn comes: both may throw then. */
export type Piece = Sampling | { readonly run: () => Promise<void>; readonly failed: (error: unknown) => void };

export class Worker {
  #waiting: Piece[] = [];
  #running: Promise<void> | null = null;
  /** Raised at each crash: what was begun before it has no outcome. */
  #life = 0;

  /** Samplings under way beside the other work. */
  readonly #beside = new Set<Promise<void>>();

  constructor(
    private readonly service: Service,
    private readonly samplesBeside = false,
  ) {}

  add(piece: Piece): void {
    if ('call' in piece && this.samplesBeside) {
      const sampling = this.#sampleTogether([piece]).finally(() => this.#beside.delete(sampling));
      this.#beside.add(sampling);
      return;
    }
    this.#waiting.push(piece);
    this.#running ??= this.#work();
  }

  /** Drops what waits; resolves when what is under way no longer touches anything. */
  async stop(): Promise<void> {
    this.#life += 1;
    this.#waiting = [];
    await this.#running;
    await Promise.all(this.#beside);
  }

  async #work(): Promise<void> {
    for (;;) {
      await new Promise((resolve) => setImmediate(resolve)); // requests that have arrived meanwhile wait beside each other
      const piece = this.#waiting.shift();
      if (!piece) break;
      if ('run' in piece) {
        const life = this.#life;
        await piece.run().catch((error: unknown) => life === this.#life && piece.failed(error));
        continue;
      }
      const pieces = [piece];
      for (let next = this.#waiting[0]; next && 'call' in next; next = this.#waiting[0]) {
        pieces.push(next);
        this.#waiting.shift();
      }
      await this.#sampleTogether(pieces);
    }
    this.#running = null;
  }

  async #sampleTogether(pieces: readonly Sampling[]): Promise<void> {
    const life = this.#life;
    const outcomes = await this.#sample(pieces.map(({ call }) => call));
    if (life === this.#life) pieces.forEach(({ done }, i) => done(outcomes[i] ?? { error: new Error('no outcome') }));
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
