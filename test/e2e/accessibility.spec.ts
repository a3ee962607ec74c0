/** axe finds nothing, in every state a person spends time in; and the page can be worked without a mouse. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';
import { endlessProject } from './support/projects.ts';

/** Every violation with the elements it is about, so that a failure reads like a report. */
async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page }).analyze();
  return found.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help}: ${node.target.join(' ')}: ${node.failureSummary ?? ''}`),
  );
}

for (const scheme of ['light', 'dark'] as const) {
  test(`axe finds nothing in ${scheme} colours, at the start and with each editor open`, async ({ workbench, page }) => {
    await page.emulateMedia({ colorScheme: scheme });
    await workbench.open();
    await expect(workbench.episodes.tokens('solver').first()).toBeVisible();
    await expect(workbench.editors.prompt('planner')).toBeVisible();
    expect(await violations(page)).toEqual([]);

    await workbench.editors.openTab('Environment');
    await expect(workbench.editors.panel('Environment').getByRole('status')).toContainText('loads');
    await expect(workbench.editors.environment).toBeAttached();
    await workbench.button('Try one problem').click();
    await expect(page.getByRole('region', { name: 'One problem, step by step' })).toBeVisible();
    expect(await violations(page), 'with the environment').toEqual([]);

    await workbench.editors.set({ Seed: 5 });
    await workbench.button('More curves').click();
    await workbench.charts.showTable('Reward');
    expect(await violations(page), 'with the training settings, a table and all curves').toEqual([]);

    await workbench.editors.openTab('Engine');
    await workbench.button('Project').click();
    await page.getByRole('menuitem', { name: /^Planner and solver Sums/ }).click();
    await expect(page.getByRole('dialog', { name: 'Replace your project?' })).toBeVisible();
    expect(await violations(page), 'with the engine’s panel, and asked whether to replace the project').toEqual([]);
  });
}

test('axe finds nothing while training, nor when something went wrong', async ({ workbench, page }) => {
  await workbench.open(endlessProject());
  await workbench.train();
  await workbench.untilIteration(1);
  await workbench.episodes.tokens('planner').first().focus();
  expect(await violations(page), 'while training').toEqual([]);
  await workbench.stop();
  await workbench.importFile('broken.json', '{');
  await expect(workbench.problems).toBeVisible();
  expect(await violations(page), 'with a problem on screen').toEqual([]);
});

test('axe finds nothing at 900 pixels, where the panels stack and nothing is cut off', async ({ workbench, page }) => {
  await page.setViewportSize({ width: 900, height: 900 });
  await workbench.open();
  await expect(workbench.episodes.tokens('solver').first()).toBeVisible();
  await expect(workbench.team.agent('Planner')).toBeVisible();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(overflow, 'no sideways scrolling').toBe(0);
  expect(await violations(page)).toEqual([]);
});

test('a run can be started and read with the keyboard alone', async ({ workbench, page }) => {
  await workbench.open(endlessProject());
  await page.reload();
  await expect(workbench.button('Train')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the run' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(workbench.button('Train')).toBeFocused();
  await page.keyboard.press('Enter');
  await workbench.untilIteration(1);
  await workbench.button('Stop').press('Enter');
  await workbench.untilPhase('Stopped');
  const list = workbench.episodes.reader.getByRole('listbox', { name: 'Episodes of this iteration' });
  await list.press('ArrowDown');
  await expect(workbench.episodes.transcript).toHaveAccessibleName('Episode 1');
});
