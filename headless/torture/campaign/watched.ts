/**
 * Trials of a row with bounds, each in a process of its own that is ended when it hangs. The time that counts is the processor's, so that
 * a busy machine fails nothing; what goes beyond a bound is tried once more, with a fresh memory or what its first trial loaded at hand.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Bounds, TortureRow, TrialOutcome } from '../row.ts';

/** What a child answers. */
export interface Watched {
  readonly outcome: TrialOutcome;
  /** Of the processor. */
  readonly milliseconds: number;
  /** The most that the process ever held. */
  readonly megabytes: number;
}

/** On the wall, after which a process counts as hanging: loading all samples comes before the first trial. */
const HANGS = 60_000;

/** A process that answers each seed with what its trial came to. */
export const forkTrials = (id: string): ChildProcess =>
  fork(fileURLToPath(new URL('watchedChild.ts', import.meta.url)), [id], {
    execArgv: ['--import', 'tsx', '--max-old-space-size=1024'],
    serialization: 'advanced',
  });

export class WatchedTrials {
  readonly #id: string;
  readonly #bounds: Bounds;
  #child: ChildProcess | undefined;

  constructor({ id }: Pick<TortureRow, 'id'>, bounds: Bounds) {
    this.#id = id;
    this.#bounds = bounds;
  }

  async trial(seed: number): Promise<TrialOutcome> {
    const { milliseconds, megabytes } = this.#bounds;
    const slow = (said: Watched): boolean => said.milliseconds > milliseconds;
    const large = (said: Watched): boolean => said.megabytes > megabytes;
    let said = await this.#ask(seed);
    if (large(said)) this.close();
    if (slow(said) || large(said)) said = await this.#ask(seed);
    // A fresh process loads its samples first, and that is not the trial's time.
    if (slow(said)) said = await this.#ask(seed);
    if (said.outcome.kind !== 'survived') return said.outcome;
    if (slow(said)) return { kind: 'failed', what: `It took ${Math.round(said.milliseconds)} ms of the processor.` };
    if (large(said)) return { kind: 'failed', what: `Its process held ${Math.round(said.megabytes)} MB.` };
    return said.outcome;
  }

  close(): void {
    this.#child?.removeAllListeners();
    this.#child?.kill('SIGKILL');
    this.#child = undefined;
  }

  #ask(seed: number): Promise<Watched> {
    const child = (this.#child ??= forkTrials(this.#id));
    return new Promise((resolve) => {
      const ended = (what: string): void => {
        clearTimeout(watchdog);
        this.close();
        resolve({ outcome: { kind: 'failed', what }, milliseconds: 0, megabytes: 0 });
      };
      const watchdog = setTimeout(() => ended('It hung, and was ended.'), HANGS);
      child.once('exit', (code, signal) => ended(`Its process ended: ${signal ?? code}.`));
      child.once('message', (said: Watched) => {
        clearTimeout(watchdog);
        child.removeAllListeners();
        resolve(said);
      });
      child.send(seed);
    });
  }
}
