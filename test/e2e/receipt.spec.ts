/** What an update did to its tokens: none for a run recorded before, and after one more iteration a receipt. */
import AxeBuilder from '@axe-core/playwright';
import { readFile } from 'node:fs/promises';
import { goTo } from './support/places.ts';
import { expect, test } from './support/test.ts';
import { TRAINING } from './support/workbench.ts';

test('a learning receipt appears after one iteration, and leads to its tokens', async ({ workbench, page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await workbench.open();
  await goTo(page, 'Inspect');
  await page.getByRole('tab', { name: 'Learning receipt', exact: true }).click();
  await expect(page.getByText('This iteration has no learning receipt')).toBeVisible();
  await workbench.button('Train one iteration').click();

  const receipt = page.getByRole('region', { name: 'Learning receipt', exact: true });
  for (const agent of ['Planner', 'Solver']) {
    const card = receipt.getByRole('listitem', { name: agent, exact: true });
    await expect(card).toContainText(/took \d optimiser steps?/, TRAINING);
    await expect(card).toContainText(/\d+ weakened tokens? became .+ (likely|rounding)/);
    await expect(card).toContainText(/predicted \+\d.*, actual [+−]\d/);
  }
  const bars = receipt.getByRole('figure', { name: 'What became of the tokens', exact: true });
  await expect(bars.getByRole('img', { name: /^Planner: .*weakened: \d+ tokens?/ })).toBeVisible();

  // The first dot is the token that was pushed down hardest; it moves the cursor, and the episode's tokens follow.
  await receipt.getByRole('application', { name: /^Push against change of \d+ tokens/ }).press('ArrowRight');
  await expect(receipt.getByRole('figure', { name: 'Push against change' })).toContainText(/episode \d+, token \d+ · push −/);
  await expect(receipt.locator('[data-token][aria-current="true"]')).toHaveAccessibleName(/^“.+”, weakened, Δ log-prob [+−0]/);

  expect((await new AxeBuilder({ page }).include('[aria-label="Learning receipt"]').analyze()).violations).toEqual([]);

  await bars.getByRole('button', { name: /save and more/ }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Save as SVG' }).click();
  const svg = await readFile(await (await downloading).path(), 'utf8');
  expect(svg).toMatch(/weakened \d+/);
  expect(svg).not.toContain('var(');
});
