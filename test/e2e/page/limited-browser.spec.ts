/** Browsers that lack something: the status line says what, and training works all the same. */
import { launchOptions } from '../../../scripts/testing/browser.ts';
import { expect, LONG, test } from '../support/test.ts';
import { smallProject } from '../support/projects.ts';

/** Without the flag that gives headless Chromium WebGPU, and with WebGPU off where it is on by default. */
const { args: _withWebGpu, ...plain } = launchOptions();
test.use({ launchOptions: { ...plain, args: ['--disable-features=WebGPU', '--disable-blink-features=WebGPU'] } });

test('a browser without WebGPU trains on something else and says so', async ({ workbench, page }) => {
  await workbench.open(smallProject({ iterations: 1 }));
  expect(
    await page.evaluate(async () => ('gpu' in navigator ? await navigator.gpu.requestAdapter() : null)),
    'the browser has no WebGPU',
  ).toBeNull();
  await expect(workbench.statusLine).toContainText('No WebGPU in this browser');
  await workbench.trainToTheEnd();
  await expect(workbench.statusLine).toContainText(/(wasm|cpu|webgl) \(/);
  expect((await workbench.statusLine.innerText()).match(/WebGPU/g), 'said once').toHaveLength(1);
});

test('a page that is not cross-origin isolated trains as any other', { tag: LONG }, async ({ workbench, page }) => {
  await page.route('/', async (route) => {
    const response = await route.fetch();
    const { 'cross-origin-opener-policy': _opener, 'cross-origin-embedder-policy': _embedder, ...headers } = response.headers();
    await route.fulfill({ response, headers });
  });
  await workbench.open(smallProject({ iterations: 1 }));
  expect(await page.evaluate(() => globalThis.crossOriginIsolated)).toBe(false);
  await workbench.trainToTheEnd();
  await expect(workbench.episodes.options.first()).toBeVisible();
});

test('a browser that keeps nothing says so, edits and trains', { tag: LONG }, async ({ workbench, page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      },
    });
  });
  await page.goto('/');
  const message = page.getByRole('alert').filter({ hasText: 'Not saved: this browser keeps nothing' });
  await expect(message).toContainText('Download it to keep it.');
  await workbench.closeMessage();
  await expect(workbench.statusLine).toContainText('No storage: the project is kept only while this tab is open.');
  await workbench.importFile('project.json', JSON.stringify(smallProject({ iterations: 1 })));
  await workbench.closeMessage();
  await workbench.trainToTheEnd();
  await expect(workbench.episodes.options.first()).toBeVisible();
});

test('a stored project that cannot be read is set aside, not lost', async ({ workbench, page }) => {
  await workbench.open();
  await page.evaluate(() => localStorage.setItem('marft-workbench.document', '{"version": 1, "half'));
  await page.reload();
  await expect(workbench.problems).toContainText('A project kept in this browser could not be read, so a different one was opened.');
  await expect(workbench.projectName).toHaveValue('Planner and solver');
  const downloading = page.waitForEvent('download');
  await workbench.button('Download the unread project').click();
  const stream = await (await downloading).createReadStream();
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk));
  expect(Buffer.concat(chunks).toString()).toBe('{"version": 1, "half');
});

test('without its recorded run the page says so and works', { tag: LONG }, async ({ workbench, page }) => {
  // As a static host with a single-page fallback answers for what is not there.
  await page.route('**/recorded/**', (route) => route.fulfill({ status: 200, contentType: 'text/html', body: '<!doctype html>' }));
  await workbench.open();
  await expect(page.getByText('This copy of the page came without its recorded run.').first()).toBeVisible();
  await workbench.importFile('project.json', JSON.stringify(smallProject({ iterations: 1 })));
  await workbench.closeMessage();
  await workbench.trainToTheEnd();
  await expect(workbench.episodes.options.first()).toBeVisible();
});
