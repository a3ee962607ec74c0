/**
 * The built page in Firefox, driven by WebDriver BiDi: what a person does first, from a host that sends no headers. One test, since a Firefox takes
 * longer to start than all of its steps. Without a Firefox it is skipped (`scripts/testing/browser.ts` says where one is looked for).
 */
import { expect, test } from '@playwright/test';
import { findFirefox } from '../../scripts/testing/browser.ts';
import { lessonsText } from '../../src/words/words.ts';
import { readExported } from '../e2e/support/exported.ts';
import { PlainHost } from '../e2e/support/plainHost.ts';
import { goTo, type PlaceName } from '../e2e/support/places.ts';
import { smallProject } from '../e2e/support/projects.ts';
import { notRefused, OWN_WORKER } from '../e2e/support/trusted.ts';
import { Workbench } from '../e2e/support/workbench.ts';

test.skip(findFirefox() === undefined, 'there is no Firefox here (Debian: apt-get install firefox-esr)');

test('Firefox opens the page, trains, keeps the run, exports it, teaches, and does without network', async ({ browser }) => {
  const host = new PlainHost();
  await host.start();
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const workbench = new Workbench(page);
  const troubles: string[] = [];
  page.on('console', (message) => {
    const { url, lineNumber } = message.location();
    if (message.type() === 'error') troubles.push(`console: ${message.text()} (${url}:${lineNumber})`);
  });
  page.on('pageerror', (error) => {
    // So Firefox tells of what was still being fetched when a page was left, or when there was no network: the page is not at fault.
    if (!/^Failed to load ‘[^’]*’\. A ServiceWorker (?:intercepted the request|passed a promise)/.test(error.message))
      troubles.push(`uncaught: ${error.stack ?? error.message}`);
  });
  try {
    await test.step('it opens, the recorded run is drawn, and the next visit is isolated', async () => {
      await page.goto(host.url);
      await expect(workbench.charts.all.getByRole('application', { name: /^Reward\./ })).toBeVisible();
      // The page does not load itself again under a person's hands, and to Firefox whatever a test asks of it is a person's hand.
      await page.evaluate(() => navigator.serviceWorker.ready);
      await page.reload();
      await expect(workbench.button('Train')).toBeEnabled();
      expect(await page.evaluate(() => globalThis.crossOriginIsolated)).toBe(true);
    });

    await test.step('it goes to every place', async () => {
      for (const place of ['Environment', 'Training', 'Inspect', 'Runs', 'Learn', 'Team'] satisfies PlaceName[]) {
        await goTo(page, place);
        await expect(page.getByRole('region', { name: place, exact: true }).or(workbench.run).first()).toBeVisible();
        await expect(page.getByText('Opening…')).toHaveCount(0);
      }
    });

    await test.step('it trains on the WASM kernels', async () => {
      await workbench.importFile('project.json', JSON.stringify(smallProject({ iterations: 3 })));
      await workbench.closeMessage();
      await workbench.trainToTheEnd();
      await expect(workbench.statusLine).toContainText(/wasm \(/);
      await expect(workbench.statusLine).not.toContainText('tfjs');
    });

    await test.step('a reload keeps the run', async () => {
      await page.reload();
      await expect(workbench.run.getByText('kept', { exact: true })).toBeVisible();
      await expect(workbench.shownRun).toHaveValue(/^Small team · /);
      await expect(workbench.episodes.options.first()).toBeVisible();
    });

    await test.step('what it exports is whole', async () => {
      const download = await workbench.export();
      const exported = await readExported(await download.path());
      expect(exported.metrics.map(({ iteration }) => iteration)).toEqual([0, 1, 2, 3]);
      expect(exported.adapters.size).toBe(2);
    });

    await test.step('a lesson opens', async () => {
      await page.goto(`${host.url}#lesson=lamas&step=agent`);
      const panel = page.getByRole('complementary', { name: lessonsText.lesson(1), exact: true });
      await expect(panel).toHaveAttribute('aria-busy', 'false');
      await expect(panel.getByRole('heading', { level: 3 })).toBeVisible();
    });

    await test.step('without network it opens', async () => {
      await expect(workbench.statusLine, 'every file is kept').toContainText('works offline', { timeout: 60_000 });
      await host.stop();
      await page.reload();
      await expect(workbench.button('Train')).toBeEnabled();
      await expect(workbench.charts.all.getByRole('application', { name: /^Reward\./ })).toBeVisible();
      await goTo(page, 'Runs');
      await expect(page.getByRole('treegrid', { name: 'Runs' }).getByRole('row', { name: /Small team/ })).toBeVisible();
    });
    expect(troubles, 'errors the page logged or threw').toEqual([]);

    await test.step('no element and no script comes from a text', async () => {
      expect(await notRefused(page)).toEqual([OWN_WORKER]);
    });
  } finally {
    await context.close();
    await host.stop();
  }
});
