/** A question under way: its asker may call it off, and the worker has a while to heed that. */
import type { Asker } from './types.ts';

export class Asking {
  /** Resolves when it is called off. */
  readonly end: Promise<null>;
  calledOff = false;
  #resolve: (end: null) => void = () => {};

  constructor(readonly by: Asker) {
    this.end = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  callOff(): void {
    this.calledOff = true;
    this.#resolve(null);
  }

  /**
   * What is waited for on the way to the worker; throws {@link CalledOff} where nobody wants the answer any more: what is
   * begun behind this could be in the way of the next question.
   */
  async still<T>(awaited: Promise<T>): Promise<T> {
    const value = await awaited;
    if (this.calledOff) throw new CalledOff();
    return value;
  }
}

class CalledOff extends Error {}

/** Whether `work` ends within `time` milliseconds, however it does. */
export async function endsWithin(work: Promise<unknown>, time: number): Promise<boolean> {
  const ended = (): boolean => true;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), time);
  });
  const first = await Promise.race([work.then(ended, ended), late]);
  clearTimeout(timer);
  return first;
}
