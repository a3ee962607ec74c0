/**
 * What the trainer tells the library, held here until it is on disk: a library that ends in between is followed by another,
 * which is told the rest again. What is large is held in small numbers; rows and words are all held.
 */
import type { WriterEvent, KeptUpTo, Numbered } from './protocol.ts';

/** Most events of each large kind that are held, the newest; those before them were said once. */
const MOST: Partial<Record<WriterEvent['type'], number>> = { episodes: 16, adapters: 16, checkpoint: 2, safety: 1 };

/** The trainer's end of the way to the library. */
export type OutboxPort = Pick<MessagePort, 'postMessage' | 'close'> & {
  onmessage: ((event: MessageEvent<KeptUpTo>) => void) | null;
};

export class Outbox {
  #port: OutboxPort | null = null;
  #held: Numbered[] = [];
  #last = 0;
  /** The number up to which the library has done what it could. */
  #seen = 0;
  readonly #waiting = new Set<() => void>();

  /** Whether there is anybody to tell. */
  get connected(): boolean {
    return this.#port !== null;
  }

  /** Whether the library has done what it could with all that it was told: written it, or said why not. */
  get isSettled(): boolean {
    return this.#port === null || this.#seen >= this.#last;
  }

  /** The way to the library, or to the one that follows it; null where nothing is kept any more. */
  connect(port: OutboxPort | null): void {
    if (this.#port) this.#port.onmessage = null;
    this.#port = port;
    if (!port) this.#held = [];
    else {
      port.onmessage = ({ data }) => this.#acknowledged(data);
      this.#seen = (this.#held[0]?.seq ?? this.#last + 1) - 1;
      for (const numbered of this.#held) port.postMessage(numbered);
    }
    this.#tell();
  }

  post(event: WriterEvent): void {
    if (!this.#port) return;
    this.#last += 1;
    const numbered: Numbered = { seq: this.#last, event };
    this.#held.push(numbered);
    const most = MOST[event.type];
    if (most !== undefined) {
      const same = this.#held.filter((held) => held.event.type === event.type);
      if (same.length > most) this.#held = this.#held.filter((held) => held !== same[0]);
    }
    this.#port.postMessage(numbered);
  }

  /** Resolves once {@link isSettled}. */
  async settled(): Promise<void> {
    while (!this.isSettled) await new Promise<void>((resolve) => this.#waiting.add(resolve));
  }

  #acknowledged({ seen, kept }: KeptUpTo): void {
    this.#seen = Math.max(this.#seen, seen);
    this.#held = this.#held.filter(({ seq }) => seq > kept);
    this.#tell();
  }

  #tell(): void {
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
  }
}
