/** An engine that samples many sequences at a time: every step gives each of them a token, and takes the longer the more there are. */
import type { VirtualTime } from './virtualTime.ts';

interface Sequence {
  /** The engine's step at which it is whole. */
  readonly end: number;
  readonly done: () => void;
}

export class DecodingEngine {
  #sequences: Sequence[] = [];
  /** Steps since it began, in parts. */
  #step = 0;
  #since = 0;
  #turn = 0;
  /** Most sequences that there were at a time. */
  most = 0;

  /** `milliseconds`: of a step with so many sequences. */
  constructor(
    private readonly time: VirtualTime,
    private readonly milliseconds: (sequences: number) => number,
  ) {}

  decode(tokens: number): Promise<void> {
    this.#advance();
    return new Promise((done) => {
      this.#sequences.push({ end: this.#step + tokens, done });
      this.most = Math.max(this.most, this.#sequences.length);
      this.#schedule();
    });
  }

  #advance(): void {
    const now = this.time.now();
    if (this.#sequences.length > 0) this.#step += (now - this.#since) / this.milliseconds(this.#sequences.length);
    this.#since = now;
  }

  /** Wakes when the first is whole, unless another begins before. */
  #schedule(): void {
    this.#turn += 1;
    const turn = this.#turn;
    const first = this.#sequences.reduce((least, { end }) => Math.min(least, end), Number.POSITIVE_INFINITY);
    if (first === Number.POSITIVE_INFINITY) return;
    void this.time.sleep((first - this.#step) * this.milliseconds(this.#sequences.length)).then(() => {
      if (turn !== this.#turn) return;
      this.#advance();
      const over = this.#sequences.filter(({ end }) => end <= this.#step + 1e-6);
      this.#sequences = this.#sequences.filter(({ end }) => end > this.#step + 1e-6);
      for (const { done } of over) done();
      this.#schedule();
    });
  }
}
