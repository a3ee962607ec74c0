/** What a person can click or type into now, as the browser draws it. */
import type { Page } from 'playwright';

export interface Control {
  /** Its middle, in pixels of the window. */
  readonly x: number;
  readonly y: number;
  /** What it is and what it is called, for people who read of it. */
  readonly name: string;
  readonly field: boolean;
  /** Whether it takes any text or number, and is a part of the place that is open. */
  readonly writable: boolean;
}

/** All that is visible, enabled and not behind something else, in the order of the page; what leads out of the page is left out. */
export function controlsOf(page: Page): Promise<Control[]> {
  return page.evaluate(() => {
    const all = document.querySelectorAll<HTMLElement>(
      'button, a[href], input, textarea, select, summary, [role="tab"], [role="option"], [role="menuitem"], [role="row"], [role="slider"], [tabindex="0"]',
    );
    const found: Control[] = [];
    for (const element of all) {
      const { left, top, width, height } = element.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      if (width < 2 || height < 2 || x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) continue;
      if (element.matches(':disabled, [aria-disabled="true"], [type="file"]')) continue;
      // Another site, or a file: a click would end the session.
      const address = element instanceof HTMLAnchorElement ? element.getAttribute('href') : null;
      if (address !== null && !address.startsWith('#')) continue;
      const there = document.elementFromPoint(x, y);
      if (!there || !(element === there || element.contains(there) || there.contains(element))) continue;
      const field = element.matches('textarea, select, input:not([type="checkbox"], [type="radio"], [type="range"])');
      const said = element.getAttribute('aria-label') ?? element.textContent ?? '';
      const name = `${element.role ?? element.localName} “${said.trim().slice(0, 50)}”`;
      const writable =
        field && element.closest('.panel') !== null && !element.matches('select, [type="search"], [role="combobox"], [aria-haspopup]');
      found.push({ x, y, name, field, writable });
    }
    return found;
  });
}
