/**
 * What a person asks of runs while they go on. Requests reach the run that was started last, at once, also while it still
 * loads or waits for the one before it to end; only one run is ever at work.
 */

/** What a run should do next; `step`: one iteration, then pause. */
export type Request = 'run' | 'pause' | 'step' | 'stop';

/** The requests to one run; its loop reads them between iterations, and within one whether it is held. */
export class RunControl {
  #request: Request;
  #changed: () => void = () => {};
  /** Whether an iteration is under way, and whether it is to be gone through to its end although a pause follows. */
  #within = false;
  #stepping = false;

  constructor(paused: boolean) {
    this.#request = paused ? 'pause' : 'run';
  }

  request(): Request {
    return this.#request;
  }

  /** A stopped run stays stopped. */
  ask(request: Request): void {
    if (this.#request === 'stop') return;
    this.#stepping = this.#within && request === 'step';
    // The iteration under way is the one that is meant.
    this.#request = this.#stepping ? 'pause' : request;
    this.#changed();
  }

  /** Called when an iteration begins, which is what a `step` was for. */
  beginIteration(): void {
    this.#within = true;
    this.#stepping = this.#request === 'step';
    if (this.#stepping) this.#request = 'pause';
  }

  endIteration(): void {
    this.#within = false;
    this.#stepping = false;
  }

  /** Whether the iteration under way is to stand still. */
  get held(): boolean {
    return this.#within && this.#request === 'pause' && !this.#stepping;
  }

  /** Resolves at the next request. */
  next(): Promise<void> {
    return new Promise((resolve) => {
      this.#changed = resolve;
    });
  }
}

/** A session's gate, shut while `control` holds the iteration; `told` hears when it shuts and when it opens. */
export function holding(control: RunControl, told: (held: boolean) => void): () => Promise<void> {
  let shut: Promise<void> | null = null;
  const wait = async (): Promise<void> => {
    told(true);
    while (control.held) await control.next();
    told(false);
    shut = null;
  };
  // However many come to it, they wait for one opening.
  return async () => {
    if (control.held || shut) await (shut ??= wait());
  };
}

/** One run after the other: starting one stops those before it, and it begins when they have ended. */
export class RunQueue {
  #last: RunControl | null = null;
  #ended: Promise<void> = Promise.resolve();
  /** Runs that have not ended. */
  #open = 0;

  /** `onCrash` hears what a run throws; the next one begins all the same. */
  constructor(private readonly onCrash: (error: unknown) => void) {}

  /** `run` must look at its control before it does anything, because it may have been stopped while it waited. */
  start(paused: boolean, run: (control: RunControl) => Promise<void>): void {
    this.#last?.ask('stop');
    const control = new RunControl(paused);
    this.#last = control;
    this.#open += 1;
    this.#ended = this.#ended
      .then(() => run(control))
      .catch(this.onCrash)
      .finally(() => {
        this.#open -= 1;
      });
  }

  /** Whether a run is at work, or waits to be. */
  get busy(): boolean {
    return this.#open > 0;
  }

  ask(request: Request): void {
    this.#last?.ask(request);
  }
}
