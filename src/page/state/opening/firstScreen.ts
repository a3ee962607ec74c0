/**
 * When what is seen first is on screen. Whatever nobody looks at yet waits for that: over a slow link it would take the bandwidth of what
 * somebody does. Whoever asks for a part sooner has it sooner.
 */

/** Where nobody says that the screen is there, as parts may be missing or never come. Milliseconds. */
const AT_LATEST = 30_000;

let tell: () => void = () => undefined;
const shown = new Promise<void>((resolve) => (tell = resolve));
// Without a page there is no screen to wait for.
if (typeof document === 'undefined') tell();

/** Says that it is. */
export const tellFirstScreen = (): void => tell();

/** Resolves once it is, after half a minute at the latest. */
export async function firstScreen(): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, AT_LATEST)));
  await Promise.race([shown, late]);
  clearTimeout(timer);
}

/** Does `work` once the first screen is there and the page has nothing else to do, `timeout` milliseconds later at the latest; returns how to call it off. */
export function whenIdle(work: () => void, timeout = 4000): () => void {
  let off = false;
  const now = (): void => {
    if (!off) work();
  };
  void firstScreen().then(() => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(now, { timeout });
    else setTimeout(now, 1000);
  });
  return () => {
    off = true;
  };
}
