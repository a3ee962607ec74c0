/**
 * What the trainer tells the library, held here until it is on disk: a library that ends in between is followed by another,
 * which is told the rest again. Rows and words are all held, of what is large the newest: a library is back within seconds, in which
 * a small team takes many checkpoints, and a large one hardly any.
 */
import { WAIT_MOST } from '../../src/runs/owed.ts';
import type { WriterEvent, KeptUpTo, Numbered } from './protocol.ts';

/** Most events of each large kind that are held; those before them were said once. */
const MOST: Partial<Record<WriterEvent['type'], number>> = { episodes: WAIT_MOST, adapters: WAIT_MOST, safety: 1 };
/** Most bytes of checkpoints, of which the two newest are held in any case. */
const CHECKPOINT_BYTES = 64 * 2 ** 20;

/** Most rows that are ahead of what the library has done: what is behind them takes memory, and goes with a page that ends. */
const AHEAD_MOST = 64;

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
  /** Numbers of the rows behind that, ascending. */
  #ahead: number[] = [];
  readonly #waiting = new Set<() => void>();

  /** Whether there is anybody to tell. */
  get connected(): boolean {
    return this.#port !== null;
  }

  /** Whether the library has done what it could with all that it was told: written it, or said why not. */
  get isSettled(): boolean {
    return this.#port === null || this.#seen >= this.#last;
  }

  /** Whether the library is so far behind, on a slow disk, that a run had better wait until all is settled. */
  get isBehind(): boolean {
    return this.#ahead.length > AHEAD_MOST;
  }

  /** The way to the library, or to the one that follows it; null where nothing is kept any more. */
  connect(port: OutboxPort | null): void {
    if (this.#port) this.#port.onmessage = null;
    this.#port = port;
    if (!port) [this.#held, this.#ahead] = [[], []];
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
    if (event.type === 'metrics') this.#ahead.push(this.#last);
    this.#drop(event.type);
    this.#port.postMessage(numbered);
  }

  /** Resolves once {@link isSettled}. */
  async settled(): Promise<void> {
    while (!this.isSettled) await new Promise<void>((resolve) => this.#waiting.add(resolve));
  }

  /** Drops the oldest of that kind that are too many. */
  #drop(type: WriterEvent['type']): void {
    const same = this.#held.filter((held) => held.event.type === type);
    const tooMany = (): boolean =>
      type === 'checkpoint'
        ? same.length > 2 && same.reduce((sum, held) => sum + bytesOf(held), 0) > CHECKPOINT_BYTES
        : same.length > (MOST[type] ?? Number.POSITIVE_INFINITY);
    while (tooMany()) {
      const oldest = same.shift();
      this.#held = this.#held.filter((held) => held !== oldest);
    }
  }

  #acknowledged({ seen, kept }: KeptUpTo): void {
    this.#seen = Math.max(this.#seen, seen);
    this.#held = this.#held.filter(({ seq }) => seq > kept);
    this.#ahead = this.#ahead.filter((seq) => seq > this.#seen);
    this.#tell();
  }

  #tell(): void {
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
  }
}

const bytesOf = ({ event }: Numbered): number =>
  'files' in event ? Object.values(event.files).reduce((sum, { byteLength }) => sum + byteLength, 0) : 0;
