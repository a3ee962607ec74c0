/** A clock that stands still while anything is computed and jumps to the next event when nothing is: seconds of waiting cost none. */

interface Event {
  readonly at: number;
  readonly wake: () => void;
}

/** Turns of this process's event loop in which nothing is awaited, asked or woken, after which everybody waits for the clock. */
const QUIET_TURNS = 12;

export class VirtualTime {
  /** Milliseconds. */
  #now = 0;
  /** Whatever happens: a request, an answer, somebody woken. */
  #happened = 0;
  #events: Event[] = [];

  now = (): number => this.#now;

  /** Says that somebody is at work. */
  stir(): void {
    this.#happened += 1;
  }

  sleep = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      this.stir();
      let left = false;
      const over = (end: () => void) => (): void => {
        if (left) return;
        left = true;
        this.stir();
        end();
      };
      const given = over(() => reject(signal?.reason as Error));
      if (signal?.aborted) given();
      else {
        signal?.addEventListener('abort', given, { once: true });
        const woken = over(() => {
          signal?.removeEventListener('abort', given);
          resolve();
        });
        this.#add({ at: this.#now + Math.max(0, milliseconds), wake: woken });
      }
    });

  /** Lets time pass until `work` is done. */
  async run<T>(work: Promise<T>): Promise<T> {
    let settled = false;
    const end = () => {
      settled = true;
    };
    void work.then(end, end);
    while (!settled) {
      await this.#quiet();
      const next = this.#events.pop();
      if (!next) continue;
      this.#now = Math.max(this.#now, next.at);
      next.wake();
    }
    return work;
  }

  async #quiet(): Promise<void> {
    for (let turns = 0, seen = this.#happened; turns < QUIET_TURNS; turns += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      if (this.#happened !== seen) turns = 0;
      seen = this.#happened;
    }
  }

  /** Latest first; those of one time in the order in which they were asked for. */
  #add(event: Event): void {
    let [low, high] = [0, this.#events.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#events[middle]?.at ?? 0) > event.at) low = middle + 1;
      else high = middle;
    }
    this.#events.splice(low, 0, event);
  }
}
