/** The bug museum and the paper in miniature: what they show is recorded, what they begin is trained here and told apart. */
import type { Page } from '@playwright/test';
import { violations } from '../support/axe.ts';
import { goTo } from '../support/places.ts';
import { expect, LONG, test } from '../support/test.ts';

const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test('an exhibit shows maths, code, numbers and curves; its project opens with the switch on; its comparison is queued', {
  tag: LONG,
}, async ({ workbench, page }) => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await workbench.open();
  await goTo(page, 'Learn');
  await page.getByRole('tab', { name: 'Bug museum' }).click();
  const list = page.getByRole('navigation', { name: 'Exhibits' });
  await expect(list.getByRole('button')).toHaveCount(16);
  await list.getByRole('button', { name: 'Huber sign' }).press('Enter');

  const exhibit = page.getByRole('article', { name: 'Huber sign' });
  await expect(exhibit.getByLabel('What the code did').getByText('This line is the mistake.')).toBeAttached();
  await expect(exhibit.locator('[data-row=farHigh]')).toHaveText(/V too high by 2.*−0\.1.*0/);
  await expect(exhibit.getByText(/^With the defect: [+−]?\d+ ± \d+ points\.$/)).toBeVisible();
  // Where a number is missing these words stand alone; a sentence may well say what was not measured.
  await expect(exhibit.getByText('not measured', { exact: true })).toHaveCount(0);
  expect(await violations(page)).toEqual([]);
  expect(await overflow(page)).toBe(0);

  await exhibit.getByRole('button', { name: 'Try it' }).click();
  await expect(workbench.projectName).toHaveValue('Museum: Huber sign');
  await expect(page.getByRole('switch', { name: 'Huber sign' }).or(page.getByRole('checkbox', { name: 'Huber sign' }))).toBeChecked();

  await goTo(page, 'Learn');
  await exhibit.getByRole('button', { name: 'Compare over 5 seeds' }).click();
  const live = page.getByRole('region', { name: 'Trained in this browser' });
  await expect(live.getByRole('status').first()).toHaveText('0 finished, 10 to go');
});

test('the paper in miniature has a number in every cell, says what was not verified, and trains a cell here', { tag: LONG }, async ({
  workbench,
  page,
}) => {
  await page.setViewportSize({ width: 900, height: 900 });
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await workbench.open();
  await goTo(page, 'Learn');
  await page.getByRole('tab', { name: 'Paper in miniature' }).click();
  const table = page.getByRole('table', { name: 'Reward after training' });
  await expect(table.locator('tbody td').filter({ hasText: /\d+ ± \d+ %/ })).toHaveCount(32);
  // Told apart or not by pairs, sampled and greedy: APPO and GRPO with each team, IPPO and MAPPO where there are others.
  await expect(table.getByText(/^[+−]?\d+ ± \d+ points to TPPO \(by token\)$/)).toHaveCount(20);
  const solo = page.getByRole('group', { name: /^Recorded result/ }).first();
  await expect(solo.getByRole('listitem').filter({ hasText: /: [+−]?\d+ ± \d+ points/ })).toHaveText([/^Solo, APPO/, /^Solo, GRPO/]);
  await expect(page.getByText('not verified against the PDF', { exact: true })).toHaveCount(4);
  await expect(page.getByText('not measured', { exact: true })).toHaveCount(0);
  expect(await violations(page)).toEqual([]);
  expect(await overflow(page)).toBe(0);

  await table.getByRole('button', { name: 'Run Duo with TPPO (by token) here, five seeds' }).click();
  const live = page.getByRole('region', { name: 'Duo, trained in this browser' });
  await expect(live.getByRole('status').first()).toHaveText('0 finished, 5 to go');
});
