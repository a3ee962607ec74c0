/**
 * Chromium's file system now and then does not answer: of some forty end-to-end runs of half a minute, with thousands of
 * questions each on two busy cores, about five waited for ever for one of them, and with them the end of a run. Asked
 * again, it answered.
 */

/** How long an answer is waited for before the same is asked again, milliseconds: far longer than a busy disk needs. */
const PATIENCE = 4000;
/** How often the same is asked. */
const MOST = 4;

/**
 * The first answer to `ask`, which is asked anew while none comes; `drop` gets what comes too late, where that must be let go of.
 * Rejects as `ask` does, and with a `TimeoutError` when it was asked four times in vain. Asking twice must do no harm.
 */
export function answered<T>(ask: () => Promise<T>, drop: (late: T) => void = () => undefined): Promise<T> {
  return new Promise((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let asked = 0;
    let over = false;
    const settle = (how: () => void): void => {
      clearTimeout(timer);
      over = true;
      how();
    };
    const again = (): void => {
      if (asked === MOST) return settle(() => reject(new DOMException(`no answer in ${(PATIENCE * MOST) / 1000} s`, 'TimeoutError')));
      asked += 1;

      timer = setTimeout(again, PATIENCE);
      ask().then(
        (value) => (over ? drop(value) : settle(() => resolve(value))),
        (error: unknown) => settle(() => reject(error as Error)),
      );
    };
    again();
  });
}
