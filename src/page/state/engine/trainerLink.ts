import type { TrainerConnection } from './types.ts';

/** The way to the trainer: opened by the first command, and anew after it was lost. */
export class TrainerLink {
  readonly #connect: () => Promise<TrainerConnection>;
  #present: Promise<TrainerConnection> | null = null;

  constructor(connect: () => Promise<TrainerConnection>) {
    this.#connect = connect;
  }

  /** The way as it is; null while there is none. */
  get present(): Promise<TrainerConnection> | null {
    return this.#present;
  }

  open(): Promise<TrainerConnection> {
    return (this.#present ??= this.#connect());
  }

  forget(): void {
    this.#present = null;
  }

  /** Ends what is left of a worker that died. */
  close(): void {
    this.#present?.then((dead) => dead.close()).catch(() => undefined); // it never opened: nothing to close
    this.forget();
  }
}
