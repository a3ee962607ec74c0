/** Tabs of one browser with one profile on the disk, and what must not happen in any of them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Locator, Page } from 'playwright';
import { stoppedParts } from '../browser/invariants.ts';
import { openProfile } from '../browser/profile.ts';

/** What a busy machine may need for a run of seconds, milliseconds. */
export const PATIENCE = 120_000;
/** What it may need until something that was done is on screen, or on the disk. */
export const SOON = 60_000;

export const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Asks until the answer is true, and throws `wanted`, with what `seen` says, where it is not in time. */
export async function until(
  wanted: string,
  holds: () => Promise<boolean>,
  { patience = SOON, seen = async () => '' }: { readonly patience?: number; readonly seen?: () => Promise<unknown> } = {},
): Promise<void> {
  for (const end = Date.now() + patience; !(await holds()); await wait(100))
    if (Date.now() > end) throw new Error(`${wanted}, not within ${patience / 1000} s ${JSON.stringify(await seen())}`);
}

export class Tabs {
  readonly #troubles: string[] = [];
  #pages: Page[] = [];

  constructor(
    readonly context: BrowserContext,
    readonly url: string,
    first: Page,
  ) {
    context.on('weberror', (error) => this.#troubles.push(`uncaught: ${error.error().message}`));
    this.#hold(first);
  }

  #hold(page: Page): Page {
    page.on('crash', () => this.#troubles.push('a page crashed'));
    page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined));
    this.#pages.push(page);
    return page;
  }

  /** In the order in which they were opened. */
  get pages(): readonly Page[] {
    return this.#pages;
  }

  get first(): Page {
    return this.#pages[0] as Page;
  }

  /** Opens one more. */
  async another(): Promise<Page> {
    const page = this.#hold(await this.context.newPage());
    page.setDefaultTimeout(PATIENCE);
    await page.goto(`${this.url}/?lang=en`);
    await isOpen(page);
    return page;
  }

  /** Closes one as a person does: what waits to be written is written. */
  async close(page: Page): Promise<void> {
    this.#pages = this.#pages.filter((other) => other !== page);
    const closed = page.waitForEvent('close');
    await page.close({ runBeforeUnload: true });
    await closed;
  }

  /** Keeps one busy from now on: it does not answer, and when it is closed the browser ends it without a word. */
  async keepBusy(page: Page): Promise<void> {
    await page.evaluate((longest) => {
      setTimeout(() => {
        for (const end = performance.now() + longest; performance.now() < end; );
      });
    }, SOON);
  }

  /** Opens one in the place of another: in a profile without any tab the browser would end. */
  async anew(page: Page): Promise<Page> {
    const blank = await this.context.newPage();
    await this.close(page);
    const opened = await this.another();
    await blank.close();
    return opened;
  }

  /** Throws what no tab may do: an error that nobody caught, a part that stopped working. */
  async check(): Promise<void> {
    for (const page of this.#pages) for (const place of await stoppedParts(page)) this.#troubles.push(`“${place}” stopped working`);
    if (this.#troubles.length > 0) throw new Error(this.#troubles.join('; '));
  }
}

/** Does `work` in a profile of its own, with the page open in its one tab. */
export async function inTabs<T>(url: string, work: (tabs: Tabs) => Promise<T>): Promise<T> {
  const profile = mkdtempSync(join(tmpdir(), 'torture-tabs-'));
  try {
    const { context, page } = await openProfile(profile, url);
    try {
      const tabs = new Tabs(context, url, page);
      const result = await work(tabs);
      await tabs.check();
      return result;
    } finally {
      await context.close();
    }
  } finally {
    await remove(profile);
  }
}

/** A browser that ends may still write for a moment, and beside what was just removed. */
async function remove(folder: string): Promise<void> {
  for (let left = 40; ; left -= 1) {
    try {
      return rmSync(folder, { recursive: true, force: true });
    } catch (error) {
      if (left === 0) throw error;
    }
    await wait(250);
  }
}

/** Resolves when it can be trained. */
export async function isOpen(page: Page): Promise<void> {
  await button(page, 'Train').or(button(page, 'Stop')).first().waitFor();
}

export async function reload(page: Page): Promise<void> {
  await page.reload();
  await isOpen(page);
}

export const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });

/** Goes to a place of the page by its rail. */
export async function goTo(page: Page, place: 'Team' | 'Training' | 'Runs'): Promise<void> {
  const there = page.getByRole('navigation', { name: 'Places' }).getByRole('button', { name: place, exact: true });
  if ((await there.getAttribute('aria-current')) === null) await there.click();
}

/** All that stands in alerts, and in the messages of the corner. */
export const told = async (page: Page): Promise<string> => (await page.getByRole('alert').allInnerTexts()).join(' ');
