/** A lane's end of what is lent to it: what its runs wait for, and what waits behind them. */
import type { Wish } from '../executors/wasm/lending.ts';

interface Waiting {
  readonly granted: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

const idOf = ({ key, form }: Wish): string => `${form} ${key}`;

export class Wishes {
  readonly #waiting = new Map<string, Waiting>();
  /** Runs that wait, or have what they waited for and have not used it yet. */
  #runs = 0;

  /** `idle`: nothing waits any more. */
  constructor(
    readonly post: (wishes: readonly Wish[]) => void,
    readonly idle: () => void,
  ) {}

  get waiting(): boolean {
    return this.#runs > 0;
  }

  /** Resolves when all are granted, to what ends the waiting; throws what went wrong with one. */
  async wish(wishes: readonly Wish[]): Promise<() => void> {
    const fresh = wishes.filter((wish) => !this.#waiting.has(idOf(wish)));
    for (const wish of fresh) this.#waiting.set(idOf(wish), newWaiting());
    const granted = wishes.flatMap((wish) => this.#waiting.get(idOf(wish))?.granted ?? []);
    this.#runs += 1;
    const used = (): void => {
      this.#runs -= 1;
      if (this.#runs === 0) this.idle();
    };
    if (fresh.length > 0) this.post(fresh);
    // All, so that nothing is still being made for a run that has failed.
    const failed = (await Promise.allSettled(granted)).find((result) => result.status === 'rejected');
    if (!failed) return used;
    used();
    throw failed.reason;
  }

  /** Does what grants a wish; whoever waits for it fails if that does. */
  grant<T>(wish: Wish, work: () => T): T {
    try {
      const value = work();
      this.#settle(wish)?.resolve();
      return value;
    } catch (error) {
      this.refuse(wish, error);
      throw error;
    }
  }

  refuse(wish: Wish, error: unknown): void {
    this.#settle(wish)?.reject(error);
  }

  #settle(wish: Wish): Waiting | undefined {
    const waiting = this.#waiting.get(idOf(wish));
    this.#waiting.delete(idOf(wish));
    return waiting;
  }
}

function newWaiting(): Waiting {
  let resolve = (): void => {};
  let reject = (_error: unknown): void => {};
  const granted = new Promise<void>((granting, failing) => {
    resolve = granting;
    reject = failing;
  });
  return { granted, resolve, reject };
}
