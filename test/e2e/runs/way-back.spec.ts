/** What ends in the middle is told, and there is a way back: workers that end without a word, a full disk, a host without headers. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { editedEnvironment, smallProject } from '../support/projects.ts';
import { expect, LONG, test } from '../support/test.ts';
import { TRAINING, Workbench } from '../support/workbench.ts';

/** Ends a worker of the page from within, which no event tells of. */
async function endWorker(page: Page, script: RegExp): Promise<void> {
  const worker = page.workers().findLast((each) => script.test(each.url()));
  expect(worker, `a worker of ${script}`).toBeDefined();
  await worker!.evaluate(() => self.close());
}

/** Iterations of `metrics.jsonl` of the one kept run, as it lies on the browser's disk. */
async function keptIterations(page: Page): Promise<number[]> {
  const metrics = await page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const runs = await (await root.getDirectoryHandle('marft-workbench')).getDirectoryHandle('runs');
    for await (const folder of (runs as unknown as { values(): AsyncIterable<FileSystemDirectoryHandle> }).values())
      return (await (await folder.getFileHandle('metrics.jsonl')).getFile()).text();
    return '';
  });
  return metrics
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { iteration: number }).iteration);
}

test('a trainer, a library and a lane that end without a word are told, started again, and the run is whole', { tag: LONG }, async ({
  workbench,
  page,
}) => {
  // So that the engine has lanes on any machine.
  page.on('worker', (worker) => {
    void worker.evaluate(() => Object.defineProperty(navigator, 'hardwareConcurrency', { value: 3 })).catch(() => undefined);
  });
  // So long that it is under way when both have ended, however late that is noticed.
  await workbench.open(smallProject({ iterations: 100_000, checkpointEvery: 5 }));
  await workbench.train();
  await workbench.untilIteration(3);

  await endWorker(page, /library/);
  await expect(workbench.run).toContainText('What keeps runs in this browser stopped unexpectedly and was started again', TRAINING);
  await endWorker(page, /trainer/);
  await expect(workbench.run).toContainText(
    /The trainer worker stopped unexpectedly\. It was started again, and the run goes on from/,
    TRAINING,
  );

  await workbench.untilIteration((await workbench.iteration()) + 7);
  await endWorker(page, /lane/);
  await expect(workbench.run).toContainText(/A worker of the engine stopped: it ended without a word/, TRAINING);

  await workbench.untilIteration((await workbench.iteration()) + 5);
  await workbench.stop();
  const last = await workbench.iteration();
  // It is said to be stopped when it is on the disk, so nothing is waited for here.
  expect(await keptIterations(page)).toEqual(Array.from({ length: last + 1 }, (_, iteration) => iteration));
  await expect(workbench.problems).toBeHidden();
});

test('leaving in the middle of a run is asked about, and at its end it is not', { tag: LONG }, async ({ workbench, page }) => {
  await workbench.open(smallProject({ iterations: 100_000 }));
  await workbench.train();
  await workbench.untilIteration(1);
  const asked = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await workbench.stop();
  await page.close({ runBeforeUnload: true });
  await expect.poll(() => page.isClosed()).toBe(true);
});

test('a disk that is full when the page opens is told', async ({ workbench, page, baseURL }) => {
  const browser = await page.context().newCDPSession(page);
  const origin = new URL(baseURL ?? '').origin;
  await browser.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1000 });
  await workbench.open();
  const told = workbench.problems.filter({ hasText: 'so nothing is stored: runs will be gone when this tab closes' });
  await expect(told).toBeVisible(TRAINING);
  await browser.send('Storage.overrideQuotaForOrigin', { origin });
  await page.reload();
  await expect(workbench.button('Train')).toBeVisible();
  await expect(told).toBeHidden();
});

/** The built page on a host that sends no headers but a file's type, whose every page has been tampered with. */
async function bareHost(from: string): Promise<{ readonly url: string; readonly server: Server }> {
  const injected = '<script>globalThis.injected = true</script><img src="x:" onerror="globalThis.injected = true"></body>';
  const served = async (path: string): Promise<{ readonly type: string; readonly body: Buffer | string }> => {
    if (path === '/frame') return { type: 'text/html', body: '<!doctype html><iframe src="/" style="width:1300px;height:850px"></iframe>' };
    const answer = await fetch(new URL(path, from));
    const type = answer.headers.get('content-type') ?? '';
    const bytes = Buffer.from(await answer.arrayBuffer());
    return { type, body: type.startsWith('text/html') ? bytes.toString().replace('</body>', injected) : bytes };
  };
  const server = createServer((request, response) => {
    void served(request.url ?? '/').then(({ type, body }) => response.setHeader('content-type', type).end(body));
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return { url: `http://localhost:${(server.address() as AddressInfo).port}`, server };
}

test('on a host without headers an injected script does not run, and a framed page lets no code from outside run', async ({
  page,
  baseURL,
}) => {
  const { url, server } = await bareHost(baseURL ?? '');
  try {
    const refused: string[] = [];
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) refused.push(message.text());
    });
    await page.goto(url);
    await expect(new Workbench(page).button('Train')).toBeVisible();
    expect(await page.evaluate(() => 'injected' in globalThis)).toBe(false);
    expect(refused.filter((text) => text.includes('script')).length, 'both were refused').toBeGreaterThanOrEqual(2);
    expect(
      refused.filter((text) => text.includes('frame-ancestors')),
      'nothing is said where it is ignored',
    ).toEqual([]);

    await page.goto(`${url}/frame`);
    const frame = page.frameLocator('iframe');
    const dialogue = page.waitForEvent('filechooser');
    await frame.getByRole('button', { name: 'Project', exact: true }).click();
    await frame.getByRole('menuitem', { name: /^Open…/ }).click();
    const project = {
      ...smallProject({ iterations: 1 }),
      environment: { file: 'stranger.ts', source: editedEnvironment('how many?`', 'how many, stranger?`') },
    };
    await (await dialogue).setFiles({ name: 'p.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(project)) });
    const consent = frame.getByRole('dialog', { name: 'Run this project’s environment code?' });
    await expect(consent.getByRole('alert')).toContainText('This page is shown inside another one');
    await expect(consent.getByRole('button', { name: 'Run it' })).toBeHidden();
    const own = consent.getByRole('link', { name: 'Open in its own tab' });
    await expect(own, 'with the project in the address').toHaveAttribute('href', new RegExp(`^${url}/#p=`));
    await expect(own).toHaveAttribute('target', '_blank');
  } finally {
    server.close();
    server.closeAllConnections();
  }
});

test('where headers are sent no other page can frame this one', async ({ page, baseURL }) => {
  const response = await page.request.get(baseURL ?? '');
  expect(response.headers()['content-security-policy']).toContain("frame-ancestors 'none'");
});

test('a large file of problems is read beside the page, and the reading can be called off', { tag: LONG }, async ({ workbench, page }) => {
  await workbench.open();
  await workbench.editors.openTab('Environment');
  const strip = page.getByRole('region', { name: 'Data set', exact: true });
  const rows = Array.from(
    { length: 30_000 },
    (_, n) => `${JSON.stringify({ question: `how much is ${n}+1?`, answer: `#### ${n + 1}` })}\n`,
  );
  const file = { name: 'large.jsonl', mimeType: 'text/plain', buffer: Buffer.from(rows.join('')) };
  const choose = async () => {
    const chooser = page.waitForEvent('filechooser');
    await strip.getByRole('button', { name: 'Problems from a file…' }).click();
    await (await chooser).setFiles(file);
  };
  // A reader that never gets to its end, whatever the machine.
  const script = /tables\.worker/;
  await page.route(script, () => undefined);
  const held = page.waitForRequest(script);
  await choose();
  await held;
  await strip.getByRole('button', { name: 'Stop reading' }).click();
  await expect(strip.getByRole('button', { name: 'Problems from a file…' })).toBeVisible();
  await expect(workbench.problems, 'that it was called off is no problem').toBeHidden();
  await page.unroute(script);
  const reader = page.waitForEvent('worker', (worker) => script.test(worker.url()));
  await choose();
  await reader;
  await expect(page.getByRole('dialog', { name: /^Problems from/ })).toContainText('30,000', TRAINING);
});
