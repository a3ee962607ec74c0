/**
 * One page for all tests of a worker. A page that starts again in the same process finds its scripts compiled, which saves two
 * fifths of its start; between two tests everything that a page or a person leaves behind is taken away, so that each test
 * begins as in a new profile.
 */
import type { Browser, BrowserContext, Page } from '@playwright/test';

/** A file of the page's own origin that runs nothing: under another origin the browser would start another process. */
const NOTHING = '/recorded/editor/index.json';

/** Without motion: a test waits for what comes, and not until it has come to rest. */
const MEDIA = { media: null, colorScheme: null, reducedMotion: 'reduce', forcedColors: null, contrast: null } as const;

export interface PageOptions {
  readonly baseURL: string;
  readonly viewport: { readonly width: number; readonly height: number };
}

export class KeptPage {
  readonly context: BrowserContext;
  readonly #options: PageOptions;
  #page: Page | undefined;
  #initScripts: { dispose(): Promise<void> }[] = [];

  private constructor(context: BrowserContext, options: PageOptions) {
    this.context = context;
    this.#options = options;
  }

  static async open(browser: Browser, options: PageOptions): Promise<KeptPage> {
    return new KeptPage(await browser.newContext(options), options);
  }

  /** The page, or another one where a test has closed it. */
  async page(): Promise<Page> {
    if (this.#page && !this.#page.isClosed()) return this.#page;
    const page = await this.context.newPage();
    await page.emulateMedia(MEDIA);
    const addInitScript = page.addInitScript.bind(page);
    page.addInitScript = async (...given) => {
      const script = await addInitScript(...given);
      this.#initScripts.push(script);
      return script;
    };
    return (this.#page = page);
  }

  /** Ends what runs in the page, then takes away what was kept, set, granted and answered in its place. */
  async empty(): Promise<void> {
    const page = await this.page();
    for (const other of this.context.pages()) if (other !== page) await other.close();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    for (const script of this.#initScripts.splice(0)) await script.dispose();
    // A test may have ended on a page that it served itself.
    const origins = [page.url()];
    await page.goto(NOTHING);
    origins.push(page.url());
    await page.evaluate(() => sessionStorage.clear());
    const browser = await this.context.newCDPSession(page);
    for (const origin of new Set(origins.map((url) => new URL(url).origin)))
      if (origin !== 'null') await browser.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
    await browser.send('Page.resetNavigationHistory');
    await browser.detach();
    await this.context.clearPermissions();
    await page.setViewportSize(this.#options.viewport);
    await page.emulateMedia(MEDIA);
    await page.mouse.move(0, 0);
  }
}
