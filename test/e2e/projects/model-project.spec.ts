/** A project for a model that is not shipped: it opens without it and says what to do; a folder takes its place, and it trains. */
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { goTo } from '../support/places.ts';
import { expect, LONG, test } from '../support/test.ts';
import { TRAINING } from '../support/workbench.ts';

const micro = join(import.meta.dirname, '../../../public/models/micro');

test(
  'GSM8K duo opens without a model, says how to get one, and trains on a folder in its place',
  { tag: LONG },
  async ({ workbench, page }, info) => {
    await workbench.open();
    await workbench.openShipped(/^GSM8K duo/);
    await expect(page.getByText('or choose a folder of yours there')).toBeVisible();
    await workbench.closeMessage();
    await expect(page.getByText('is a model of the Hub that is not here yet')).toBeVisible();
    const folder = info.outputPath('in-its-place');
    await cp(micro, folder, { recursive: true });
    await page.getByLabel('Use a folder…').setInputFiles(folder);
    await expect(workbench.editors.setting('Base model')).toHaveValue('in-its-place');
    await expect(page.getByRole('button', { name: 'Delete “in-its-place” from this browser' })).toBeVisible();
    await goTo(page, 'Training');
    await workbench.button('Train').click();
    await expect.poll(() => workbench.iteration(), TRAINING).toBeGreaterThan(0);
    // In the middle of an iteration, or behind one: it stands still, and a step goes to an iteration's end.
    await workbench.button('Pause').click();
    await workbench.untilPhase('Paused');
    const before = await workbench.iteration();
    await workbench.button('Step').click();
    await expect.poll(() => workbench.iteration(), TRAINING).toBe(before + 1);
    await workbench.untilPhase('Paused');
    await workbench.stop();
  },
);

test('Stories duo opens from the gallery, fetches its base and begins to play', { tag: LONG }, async ({ workbench, page }) => {
  await workbench.open();
  const fetched = page.waitForResponse((response) => response.url().endsWith('/models/stories/model.safetensors'));
  await workbench.openShipped(/^Stories duo/);
  await workbench.closeMessage();
  await goTo(page, 'Training');
  await expect(workbench.editors.setting('Base model')).toHaveValue('stories');
  await workbench.button('Train').click();
  expect((await fetched).ok()).toBe(true);
  // Of an iteration that takes minutes on a busy machine, its first messages are enough.
  await expect(page.getByText(/[1-9][\d,]* tokens sampled/).first()).toBeVisible(TRAINING);
  await workbench.stop();
});
