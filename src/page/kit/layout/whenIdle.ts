/** Does `work` once the page has nothing else to do, after four seconds at the latest. */
export function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: 4000 });
  else setTimeout(work, 1500);
}
