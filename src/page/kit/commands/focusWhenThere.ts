/** Brings something to view that another place may have to draw first. */

/** Time between two looks, and how long to look for it, milliseconds. */
const PAUSE = 50;
const PATIENCE = 8000;

/** Scrolls to what `find` finds and focuses it, as soon as it is there and no dialogue lies over it. */
export function focusWhenThere(find: () => HTMLElement | null): void {
  const begun = performance.now();
  const look = (): void => {
    const found = document.querySelector('[aria-modal="true"]') ? null : find();
    if (found) {
      found.scrollIntoView({ block: 'center' });
      found.focus({ preventScroll: true });
    } else if (performance.now() - begun < PATIENCE) setTimeout(look, PAUSE);
  };
  look();
}
