/**
 * The tests' own `test`: a page opened on the workbench, which fails when the page logged an error, threw one, or asked
 * the server for something that is not there. Tests that run in one worker have one page, emptied between them.
 */
import { test as base, expect } from '@playwright/test';
import { inSample, LONG } from '../../../scripts/testing/sample.ts';
import { heard } from './heard.ts';
import { KeptPage, type PageOptions } from './keptPage.ts';
import { Workbench } from './workbench.ts';

interface Fixtures {
  /** Skips a long test that is not in this run's sample. */
  readonly sample: void;
  /** Driver of the page; the test opens it. */
  readonly workbench: Workbench;
}

export const test = base.extend<Fixtures, { readonly keptPage: KeptPage }>({
  sample: [
    async ({ browserName: _ }, use, info) => {
      info.skip(info.tags.includes(LONG) && !inSample(info.title), 'long, and not in the sample: npm run test:all');
      await use();
    },
    { auto: true },
  ],
  keptPage: [
    async ({ browser }, use, { project }) => {
      const kept = await KeptPage.open(browser, project.use as PageOptions);
      await use(kept);
      await kept.context.close();
    },
    { scope: 'worker' },
  ],
  context: ({ keptPage }, use) => use(keptPage.context),
  page: async ({ keptPage }, use) => {
    await use(await keptPage.page());
    await keptPage.empty();
  },
  workbench: async ({ page }, use) => {
    page.setDefaultTimeout(30_000); // a click that cannot happen need not use up the test's time
    const troubles = heard(page);
    await use(new Workbench(page));
    page.removeAllListeners();
    expect(troubles, 'errors the page logged, threw or was answered with').toEqual([]);
  },
});

export { expect, LONG };
