/** The runs place: a sweep through the queue, its comparison and export, a fork, labels, and deleting with undo. */
import { readFile } from 'node:fs/promises';
import { unzipFiles } from '../../../src/core/formats/archive.ts';
import { violations } from '../support/axe.ts';
import { expect, test } from '../support/test.ts';
import { readExported } from '../support/exported.ts';
import { goTo } from '../support/places.ts';
import { smallProject } from '../support/projects.ts';

test('two credit strategies over two seeds are queued, compared and exported; runs are forked, named and deleted', async ({
  workbench,
  page,
}) => {
  await workbench.open(smallProject({ iterations: 1, episodes: 2, checkpointEvery: 1 }));
  await goTo(page, 'Runs');

  await workbench.button('New sweep…').click();
  const dialogue = page.getByRole('dialog', { name: 'New sweep' });
  const setting = dialogue.getByRole('combobox', { name: 'Setting to vary' });
  await expect(setting).toBeFocused();
  await expect(page.getByRole('option')).toHaveCount(0);
  await setting.click();
  await page.keyboard.press('Escape'); // the list first, not the dialogue with all that was typed
  await expect(page.getByRole('option')).toHaveCount(0);
  await setting.fill('credit strategy');
  await page.getByRole('option', { name: 'Credit strategy' }).click();
  await dialogue.getByRole('checkbox', { name: 'per step' }).check();
  await dialogue.getByRole('textbox', { name: 'or these seeds' }).fill('1, 2');
  await expect(dialogue.getByRole('status')).toContainText('2 settings × 2 seeds = 4 runs');
  await dialogue.getByRole('button', { name: 'Queue 4 runs' }).click();

  const queue = page.getByRole('tabpanel', { name: /^Queue/ });
  await expect(queue.getByText('4 of 4 done')).toBeVisible({ timeout: 60_000 });
  await expect(queue.getByRole('row', { name: /Credit strategy: equal/ })).toContainText('2');

  await queue.getByRole('button', { name: /^Compare / }).click();
  const compare = page.getByRole('tabpanel', { name: 'Compare 4' });
  await expect(compare.getByRole('row', { name: /^Credit strategy/ })).toHaveText(/equal\s*per step/);
  const curves = compare.locator('figure[data-metric="reward/mean"]');
  await expect(curves).toBeVisible();
  // A group looks alike beside its chart and in the tables, and its settings have columns.
  await expect(curves.getByRole('list', { name: 'Settings' })).toHaveText(/equal.*per step/);
  const dashes = await compare
    .locator('svg[data-dash]')
    .evaluateAll((all) => [...new Set(all.map((one) => one.getAttribute('data-dash')))]);
  expect(dashes).toHaveLength(2);
  await expect(compare.getByRole('table', { name: 'Results' }).getByRole('columnheader', { name: 'Credit strategy' })).toBeVisible();
  expect(await violations(page)).toEqual([]);

  const downloading = page.waitForEvent('download');
  await compare
    .getByRole('button', { name: /^Export the best adapters of/ })
    .first()
    .click();
  const exported = await readExported(await (await downloading).path());
  expect([...exported.adapters.keys()]).toEqual(['planner', 'solver']);
  const table = page.waitForEvent('download');
  await compare.getByRole('button', { name: 'CSV' }).click();
  expect((await table).suggestedFilename()).toBe('results.csv');

  await page.getByRole('tab', { name: 'All runs' }).click();
  const grid = page.getByRole('treegrid', { name: 'Runs' });
  await grid.getByRole('row', { name: /per step, seed 2/ }).click();
  const about = page.getByRole('region', { name: 'About the run' });
  const episodes = page.waitForEvent('download');
  await about.getByRole('button', { name: 'Episodes as…' }).click();
  await page.getByRole('menuitem', { name: /^TRL completions/ }).click();
  const completions = unzipFiles(new Uint8Array(await readFile(await (await episodes).path())));
  expect(Object.keys(completions)).toEqual(['completions/completions_00001.jsonl']);
  await about.getByRole('button', { name: 'Fork…' }).click();
  await page
    .getByRole('dialog', { name: /^Fork / })
    .getByRole('button', { name: 'Change something first' })
    .click();
  await expect(workbench.run).toContainText('Forking from Credit strategy per step, seed 2');
  await workbench.trainToTheEnd();
  await expect(workbench.run).not.toContainText('Forking from');

  // The keyboard alone: to the fork under its parent, a name, and away with it and back.
  await goTo(page, 'Runs');
  await grid.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  await expect(grid.locator('[aria-level="2"]')).toHaveCount(1);
  await page.keyboard.press('F2');
  await page.keyboard.type('My fork');
  await page.keyboard.press('Enter');
  await expect(grid.getByRole('row', { name: /My fork/ })).toBeVisible();
  await page.keyboard.press('Delete');
  await expect(grid.getByRole('row', { name: /My fork/ })).toHaveCount(0);
  await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click();
  await expect(grid.getByRole('row', { name: /My fork/ })).toBeVisible();
});
