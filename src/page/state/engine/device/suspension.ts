/**
 * Notices that the browser, or a computer that slept, suspended the page: workers stand still with it, and what a run's
 * clock says afterwards is not the time it took. A hidden tab alone is not suspended: its workers go on.
 */

/** Time between two looks at the clock, milliseconds. Browsers slow the timers of hidden pages down to one a minute. */
const BEAT = 20_000;
/** A silence that no slowed-down timer explains, milliseconds. */
export const SILENCE = 150_000;

/** What it needs of the page. */
export interface SuspensionHosts {
  /** Milliseconds since 1970. */
  now(): number;
  every(milliseconds: number, beat: () => void): () => void;
  /** Calls back when the browser freezes the page and when it lets it go on; returns how to end that. */
  onFreeze(freeze: () => void, resume: () => void): () => void;
  /** The page stood still for so long, milliseconds. */
  told(milliseconds: number): void;
}

/** Watches from now on; returns how to end that. */
export function watchSuspension(hosts: SuspensionHosts): () => void {
  let last = hosts.now();
  const stopBeat = hosts.every(BEAT, () => {
    const now = hosts.now();
    const silence = now - last;
    last = now;
    if (silence >= SILENCE) hosts.told(silence);
  });
  let frozen: number | null = null;
  const stopFreeze = hosts.onFreeze(
    () => {
      frozen = hosts.now();
    },
    () => {
      const now = hosts.now();
      const since = frozen;
      frozen = null;
      // Told here, so that the next beat does not tell it again.
      last = now;
      if (since !== null && now - since >= 1000) hosts.told(now - since);
    },
  );
  return () => {
    stopBeat();
    stopFreeze();
  };
}

/** The page's own: by its timers and the Page Lifecycle's events. */
export const watchPage = (told: (milliseconds: number) => void): (() => void) =>
  watchSuspension({
    now: Date.now,
    every: (milliseconds, beat) => {
      const timer = setInterval(beat, milliseconds);
      return () => clearInterval(timer);
    },
    onFreeze: (freeze, resume) => {
      document.addEventListener('freeze', freeze);
      document.addEventListener('resume', resume);
      return () => {
        document.removeEventListener('freeze', freeze);
        document.removeEventListener('resume', resume);
      };
    },
    told,
  });
