/**
 * Being asked to end: while a command heeds signals, the first ends it where it can be gone on from, the second at once. A
 * process heeds nothing while its one thread is busy, so this is for what comes to rest by itself: not for code that is only read
 * or loaded, which may never end and which Ctrl+C then ends as any program.
 */
import { constants } from 'node:os';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
export type StopSignal = (typeof SIGNALS)[number];

export class Stop {
  #signal: StopSignal | null = null;
  readonly #listeners = SIGNALS.map((signal) => [signal, () => this.#heard(signal)] as const);

  /** `asked` hears of the first signal. */
  constructor(private readonly asked: (signal: StopSignal) => void) {}

  /** Signals are heeded from now on; returns what ends that. */
  heed(): () => void {
    for (const [signal, listener] of this.#listeners) process.on(signal, listener);
    return () => {
      for (const [signal, listener] of this.#listeners) process.off(signal, listener);
    };
  }

  /** The first signal that came; null while nobody has asked. */
  get signal(): StopSignal | null {
    return this.#signal;
  }

  #heard(signal: StopSignal): void {
    if (this.#signal !== null) process.exit(exitCode(signal));
    this.#signal = signal;
    this.asked(signal);
  }
}

/** With which a command ends that `signal` has ended, as shells count it. */
export const exitCode = (signal: StopSignal): number => 128 + constants.signals[signal];
