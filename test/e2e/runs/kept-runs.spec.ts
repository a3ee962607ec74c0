/** Runs that outlast the page: a reload in the middle of one comes back to it, and it goes on as if nothing had happened. */
import type { Page } from '@playwright/test';
import { readExported } from '../support/exported.ts';
import { goTo } from '../support/places.ts';
import { smallProject } from '../support/projects.ts';
import { expect, LONG, test } from '../support/test.ts';
import { TRAINING } from '../support/workbench.ts';

/** `metrics.jsonl` of every kept run, oldest first, as it lies on the browser's disk. */
async function keptMetrics(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const runs = await (await root.getDirectoryHandle('marft-workbench')).getDirectoryHandle('runs');
    const found: { began: number; metrics: string }[] = [];
    for await (const folder of (runs as unknown as { values(): AsyncIterable<FileSystemDirectoryHandle> }).values()) {
      const [card, metrics] = await Promise.all(
        ['card.json', 'metrics.jsonl'].map(async (file) => (await (await folder.getFileHandle(file)).getFile()).text()),
      );
      found.push({ began: (JSON.parse(card ?? '') as { began: number }).began, metrics: metrics ?? '' });
    }
    return found.sort((a, b) => a.began - b.began).map(({ metrics }) => metrics);
  });
}

test('a run that a reload interrupts is back on screen, goes on, and ends with the numbers of one that was left alone', async ({
  workbench,
  page,
}) => {
  const { charts } = workbench;
  const interrupted = page.getByRole('region', { name: 'Interrupted run' });
  await workbench.open(smallProject({ iterations: 24, checkpointEvery: 10 }));
  // By steps, and the rest an instant before the reload: a quick machine is done with it while a slow browser asks how far it is.
  for (const iteration of [1, 2, 3, 4]) {
    await workbench.button('Step').click();
    await workbench.untilIteration(iteration);
    await workbench.untilPhase('Paused');
  }
  await workbench.button('Resume').click();
  await page.reload();
  await expect(interrupted).toContainText(/The run “Small team” was interrupted at iteration \d+ of 24\. It can go on from iteration \d+/);
  await expect(workbench.run.getByText('kept', { exact: true })).toBeVisible();
  await expect(workbench.shownRun).toHaveValue(/^Small team · /);
  await charts.showTable('Reward');
  const before = (await charts.rows('Reward')).length;
  expect(before, 'its curves are here').toBeGreaterThan(3);
  await expect(workbench.episodes.options.first(), 'and its newest episodes').toBeVisible();

  await interrupted.getByRole('button', { name: 'Continue' }).click();
  await expect(interrupted).toBeHidden();
  await workbench.untilPhase('Finished');
  expect(await workbench.iteration()).toBe(24);

  await workbench.trainToTheEnd();
  // The last burst is written a moment after it is shown.
  await expect.poll(async () => (await keptMetrics(page)).map((text) => text.split('\n').length), TRAINING).toEqual([26, 26]);
  const [continued, alone] = await keptMetrics(page);
  expect(continued).toBe(alone);

  const rewards = await charts.rows('Reward');
  await page.reload();
  await goTo(page, 'Runs');
  await page
    .getByRole('treegrid', { name: 'Runs' })
    .getByRole('row', { name: /Small team/ })
    .first()
    .click();
  await page.getByRole('region', { name: 'About the run' }).getByRole('button', { name: 'Open' }).click();
  await expect(workbench.run).toContainText('24 / 24 · finished');
  await expect(interrupted, 'both are over').toBeHidden();
  await goTo(page, 'Team');
  await charts.showTable('Reward');
  await expect.poll(async () => charts.rows('Reward'), 'read from the disk, the very numbers').toEqual(rewards);
});

test('an interrupted run can be left, and is not offered again; another tab is not taken for a crash', { tag: LONG }, async ({
  workbench,
  page,
}) => {
  const interrupted = page.getByRole('region', { name: 'Interrupted run' });
  await workbench.open(smallProject({ iterations: 100_000 }));
  await workbench.train();
  await workbench.untilIteration(2);
  const other = await page.context().newPage();
  await other.goto('/');
  await expect(other.getByRole('button', { name: 'Train', exact: true })).toBeVisible();
  await other.waitForTimeout(1500); // as long as a page looks for a run that was interrupted
  await expect(other.getByRole('region', { name: 'Interrupted run' })).toBeHidden();
  await other.close();
  await page.reload();
  await interrupted.getByRole('button', { name: 'Leave it' }).click();
  await expect(interrupted).toBeHidden();
  await page.reload();
  await expect(workbench.button('Train')).toBeVisible();
  // What is kept is on screen, and what of it was interrupted is offered in the same moment.
  await goTo(page, 'Runs');
  const kept = page.getByRole('treegrid', { name: 'Runs' }).getByRole('row', { name: /Small team/ });
  await expect(kept.first()).toBeVisible();
  await expect(interrupted).toBeHidden();
});

test('a full storage is told with what to do; the run goes on, and is kept whole once there is room again', { tag: LONG }, async ({
  workbench,
  page,
  baseURL,
}) => {
  await workbench.open(smallProject({ iterations: 100_000 }));
  await workbench.train();
  await workbench.untilIteration(3);
  const browser = await page.context().newCDPSession(page);
  const used = await page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0);
  const origin = new URL(baseURL ?? '').origin;
  await browser.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: used + 50_000 });
  await expect(workbench.problems).toContainText('This browser has no room left to keep this run; it goes on in memory.', TRAINING);
  const full = await workbench.iteration();
  await workbench.untilIteration(full + 3);
  await browser.send('Storage.overrideQuotaForOrigin', { origin });
  await expect(workbench.problems).toBeHidden(TRAINING);
  await workbench.stop();
  const last = await workbench.iteration();
  const rows = async () =>
    (await keptMetrics(page))[0]
      ?.trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { iteration: number }).iteration);
  await expect.poll(rows).toEqual(Array.from({ length: last + 1 }, (_, iteration) => iteration));
});

/** Flips a bit of the newest checkpoint of the one kept run, as a disk does; returns its iteration. */
async function damageNewest(page: Page): Promise<number> {
  return page.evaluate(async () => {
    type Folder = Pick<FileSystemDirectoryHandle, 'getDirectoryHandle'> & {
      values(): AsyncIterable<FileSystemDirectoryHandle>;
      keys(): AsyncIterable<string>;
    };
    const root = await navigator.storage.getDirectory();
    const runs = (await (await root.getDirectoryHandle('marft-workbench')).getDirectoryHandle('runs')) as unknown as Folder;
    for await (const run of runs.values()) {
      const checkpoints = (await run.getDirectoryHandle('checkpoints')) as unknown as Folder;
      const iterations: number[] = [];
      for await (const name of checkpoints.keys()) if (name.startsWith('steps_')) iterations.push(Number(name.slice('steps_'.length)));
      const newest = Math.max(...iterations);
      const adapter = await (await checkpoints.getDirectoryHandle(`steps_${newest}`)).getDirectoryHandle('planner');
      const file = await adapter.getFileHandle('adapter_model.safetensors');
      const bytes = new Uint8Array(await (await file.getFile()).arrayBuffer());
      bytes[bytes.length - 2]! ^= 1;
      const writing = await file.createWritable();
      await writing.write(bytes);
      await writing.close();
      return newest;
    }
    return -1;
  });
}

test('a run whose newest checkpoint is damaged is exported with, and goes on from, the one before it, and says so', { tag: LONG }, async ({
  workbench,
  page,
}) => {
  await workbench.open(smallProject({ iterations: 100_000, checkpointEvery: 1 }));
  await workbench.train();
  await workbench.untilIteration(3);
  await workbench.stop();
  const newest = await damageNewest(page);
  const before = newest - 1;
  expect(before).toBeGreaterThan(0);
  await page.reload();
  await expect(workbench.button('Train')).toBeVisible();
  await goTo(page, 'Runs');
  await page
    .getByRole('treegrid', { name: 'Runs' })
    .getByRole('row', { name: /Small team/ })
    .first()
    .click();
  const about = page.getByRole('region', { name: 'About the run' });

  await test.step('the export is refused, with what to do', async () => {
    await about.getByRole('button', { name: 'Export' }).click();
    const refused = page.getByRole('alert').filter({ hasText: 'is damaged' });
    await expect(refused).toContainText(
      `checkpoints/steps_${newest} is damaged: planner/adapter_model.safetensors is not what was written. Checkpoint ${before} is the last intact one: export checkpoint ${before} instead.`,
    );
    const downloading = page.waitForEvent('download');
    await refused.getByRole('button', { name: `Export checkpoint ${before} instead` }).click();
    const { run, files } = await readExported(await (await downloading).path());
    expect(run).toMatchObject({ checkpoint: before });
    expect(Object.keys(files).filter((path) => path.startsWith(`checkpoints/steps_${newest}/`))).toEqual([]);
    await workbench.closeMessage();
  });

  await test.step('opened, it stands at the one before, and goes on from there', async () => {
    await about.getByRole('button', { name: 'Open' }).click();
    const told = page.getByText(`Checkpoint ${before} is the last intact one and will be used.`).first();
    await expect(told).toBeVisible();
    await page.getByRole('button', { name: `Continue from ${before}` }).click();
    await workbench.untilIteration(newest + 1);
    await workbench.stop();
    const last = await workbench.iteration();
    const rows = async () =>
      (await keptMetrics(page))[0]
        ?.trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { iteration: number }).iteration);
    await expect.poll(rows, 'each once').toEqual(Array.from({ length: last + 1 }, (_, iteration) => iteration));
    await expect(told, 'it stays with the run').toBeVisible();
  });
});

test('a run whose files the browser has cleared is said to be gone, and exported while it is in memory', { tag: LONG }, async ({
  workbench,
  page,
}) => {
  await workbench.open(smallProject({ iterations: 1 }));
  await workbench.trainToTheEnd();
  await goTo(page, 'Runs');
  await expect(page.getByRole('treegrid', { name: 'Runs' }).getByRole('row', { name: /Small team/ })).toBeVisible();
  // As the browser does with a private window's files.
  await page.evaluate(async () => {
    const own = await (await navigator.storage.getDirectory()).getDirectoryHandle('marft-workbench');
    await own.removeEntry('runs', { recursive: true });
  });
  await goTo(page, 'Team');
  await goTo(page, 'Runs');
  const told = workbench.problems.filter({ hasText: 'This window keeps nothing for long' });
  await expect(told).toContainText('“Small team”');
  await expect(told.getByText(/^Private windows do that/), 'one line until it is unfolded').toBeHidden();
  const downloading = page.waitForEvent('download');
  await told.getByRole('button', { name: 'Export it now' }).click();
  expect((await downloading).suggestedFilename()).toMatch(/\.zip$/);
});
