/** The page as it is served from elsewhere: isolated where its host sends no headers, there without network, and never an older version unasked. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { BELOW, PlainHost } from '../support/plainHost.ts';
import { goTo, type PlaceName } from '../support/places.ts';
import { smallProject } from '../support/projects.ts';
import { expect, test } from '../support/test.ts';
import { Workbench } from '../support/workbench.ts';

test.skip(process.env['E2E_URL'] !== undefined, 'a server that was running already has a build of its own');

/** The page's script, as its HTML names it. */
const ENTRY = /assets\/index-[\w-]+\.js/;

/** How many files the built service worker has in its list, where its manifest stands twice. */
const toBeKept = async () => {
  const worker = await readFile(join(import.meta.dirname, '../../../dist/offline.worker.js'), 'utf8');
  return new Set(Array.from(worker.matchAll(/"?url"?:\s*["`]([^"`]+)["`]/g), ([, url]) => url)).size;
};

/** Files that are kept. */
const kept = (page: Page) =>
  page.evaluate(async (below) => {
    const names = (await caches.keys()).filter((name) => name.includes('precache'));
    const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return keys.flat().map(({ url }) => new URL(url).pathname.slice(below.length));
  }, BELOW);

test('served from elsewhere the page is isolated, works without network, and offers a newer version', async ({ browser }) => {
  const host = new PlainHost();
  await host.start();
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const workbench = new Workbench(page);
  const thrown: string[] = [];
  page.on('pageerror', (error) => thrown.push(error.message));
  const pagesAsked = () => host.asked.filter((path) => path === 'index.html').length;
  try {
    await test.step('after one reload it is isolated, though its host sends no headers', async () => {
      await page.goto(host.url);
      // Nothing is asked of the page meanwhile: to a page a question of the test's is a person's hand, under which it does not reload.
      await expect.poll(pagesAsked, { timeout: 30_000 }).toBe(2);
      await expect(workbench.button('Train')).toBeEnabled();
      expect(await page.evaluate(() => globalThis.crossOriginIsolated)).toBe(true);
    });

    await test.step('the rest is fetched behind the charts', async () => {
      await expect(workbench.charts.all.getByRole('application', { name: /^Reward\./ })).toBeVisible();
      await expect.poll(() => kept(page), { timeout: 60_000 }).toContain('models/trio/model.safetensors');
      // All of them, or the network would go before the page's own script has come.
      await expect.poll(async () => (await kept(page)).length, { timeout: 60_000 }).toBe(await toBeKept());
      expect(
        (await kept(page)).filter((path) => /data-sets-.*\.js$/.test(path)),
        'the docs',
      ).toHaveLength(1);
      await expect(page.getByRole('contentinfo'), 'the page says that it may be used without network').toContainText('works offline');
      expect((await kept(page)).filter((path) => /kernels\.(?:relaxed|simd)-.*\.wasm$/.test(path))).toHaveLength(2);
      const [recording] = host.asked.filter((path) => path === 'recorded/planner-solver/metrics.jsonl');
      expect(recording).toBeDefined();
      expect(host.asked.indexOf('recorded/trio/metrics.jsonl'), 'not before what is shown').toBeGreaterThan(
        host.asked.indexOf('recorded/planner-solver/rollouts/40.jsonl.gz'),
      );
    });

    await test.step('without network it opens, goes everywhere and trains', async () => {
      await host.stop();
      await page.reload();
      await expect(workbench.charts.all.getByRole('application', { name: /^Reward\./ })).toBeVisible();
      await expect(page.getByRole('contentinfo')).toContainText('works offline');
      expect(await page.evaluate(() => globalThis.crossOriginIsolated)).toBe(true);
      for (const place of ['Environment', 'Training', 'Inspect', 'Runs', 'Learn', 'Team'] satisfies PlaceName[]) {
        await goTo(page, place);
        await expect(page.getByRole('region', { name: place, exact: true }).or(workbench.run).first()).toBeVisible();
        await expect(page.getByText('Opening…')).toHaveCount(0);
      }
      await expect(workbench.problems).toHaveCount(0);
      await workbench.importFile('project.json', JSON.stringify(smallProject({ iterations: 2 })));
      await workbench.closeMessage();
      await workbench.trainToTheEnd();
      // Software GPUs are slower than this; plain JavaScript is what it must not fall back to.
      await expect(workbench.statusLine).toContainText(/wasm \(/);
      await expect(workbench.statusLine).not.toContainText('tfjs');
    });

    await test.step('what is not kept is said to be out of reach', async () => {
      await workbench.openShipped(/^Stories/);
      await workbench.closeMessage();
      await workbench.train();
      await expect(workbench.problems).toContainText(/could not be (?:loaded|fetched)/);
      await expect(workbench.problems).toContainText(/connection/);
    });

    await test.step('a newer version is offered, and takes its place when a person says so', async () => {
      host.change = (path) => {
        if (path === 'index.html') return { from: path, text: (text) => text.replace(ENTRY, 'assets/index-newer.js') };
        if (path === 'assets/index-newer.js') return { from: entry, text: (text) => text };
        if (path === 'offline.worker.js') return { from: path, text: newer };
        return null;
      };
      const entry = await page.evaluate(
        (below) => new URL(document.querySelector<HTMLScriptElement>('script[type="module"]')!.src).pathname.slice(below.length),
        BELOW,
      );
      const newer = (text: string) =>
        text
          .replace(entry, 'assets/index-newer.js')
          .replace(
            /("?url"?:\s*["`]index\.html["`],\s*"?revision"?:\s*["`])|("?revision"?:\s*["`])(?=[0-9a-f]+["`],\s*"?url"?:\s*["`]index\.html)/,
            '$&0',
          );
      await host.start();
      await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
      const offered = page.getByText('A new version of the workbench is here');
      await expect(offered).toBeVisible({ timeout: 60_000 });
      await workbench.button('Reload now').click();
      await expect(page.locator('script[type="module"][src*="index-newer"]')).toBeAttached();
      await expect(workbench.button('Train')).toBeEnabled();
      await expect.poll(async () => (await kept(page)).filter((path) => path === entry), { timeout: 30_000 }).toEqual([]);
      await expect(offered).toHaveCount(0);
    });
    expect(thrown).toEqual([]);
    expect(
      host.asked.filter((path) => path.startsWith('/')),
      'nothing is looked for beside the folder that the page lies in',
    ).toEqual([]);
  } finally {
    await context.close();
    await host.stop();
  }
});
