/**
 * What a person asks of runs while they go on. Requests reach the run that was started last, at once, also while it still
 * loads or waits for the one before it to end; only one run is ever at work.
 */

/** What a run should do next; `step`: one iteration, then pause. */
export type Request = 'run' | 'pause' | 'step' | 'stop';

/** The requests to one run; its loop reads them between iterations. */
export class RunControl {
  #request: Request;
  #changed: () => void = () => {};

  constructor(paused: boolean) {
    this.#request = paused ? 'pause' : 'run';
  }

  request(): Request {
    return this.#request;
  }

  /** A stopped run stays stopped. */
  ask(request: Request): void {
    if (this.#request === 'stop') return;
    this.#request = request;
    this.#changed();
  }

  /** Called when an iteration begins, which is what a `step` was for. */
  beginIteration(): void {
    if (this.#request === 'step') this.#request = 'pause';
  }

  /** Resolves at the next request. */
  next(): Promise<void> {
    return new Promise((resolve) => {
      this.#changed = resolve;
    });
  }
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
