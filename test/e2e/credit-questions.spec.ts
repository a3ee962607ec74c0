/** Questions to the lab about a recorded run: who earned the reward, and what states were worth. */
import { readFile } from 'node:fs/promises';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { goTo } from './support/places.ts';
import { expect, test } from './support/test.ts';

const axe = async (page: Page): Promise<string[]> =>
  (await new AxeBuilder({ page }).include('[role="tabpanel"]').analyze()).violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);

const numbers = (text: string): number[] => (text.match(/−?\d+\.\d+/g) ?? []).map((number) => Number(number.replace('−', '-')));

test('shares add up to what training brought, and the critic is held against playing on', async ({ workbench, page }) => {
  await workbench.open();
  await goTo(page, 'Inspect');

  await test.step('Shapley values of the recorded team', async () => {
    await page.getByRole('tab', { name: 'Shapley' }).click();
    const view = page.getByRole('region', { name: 'Shapley values', exact: true });
    await view.getByRole('textbox', { name: 'Problems', exact: true }).fill('12');
    await expect(view.getByText('4 coalitions × 12 problems = 48 episodes')).toBeVisible();
    await view.getByRole('button', { name: 'Compute shares' }).click();
    const added = view.getByRole('region', { name: 'Do they add up?' });
    await expect(added).toBeVisible({ timeout: 30_000 });
    const [planner = 0, solver = 0, sum = 0, whole = 0, empty = 0, gain = 0] = numbers(await added.innerText());
    expect(planner + solver).toBeCloseTo(sum, 3);
    expect(whole - empty).toBeCloseTo(gain, 3);
    expect(sum).toBeCloseTo(gain, 3);
    expect(gain, 'the recorded team has learnt').toBeGreaterThan(0);

    const table = view.getByRole('table', { name: 'Coalitions' });
    const rewards = async () => (await table.getByRole('row').locator('td:last-child').allTextContents()).map(Number);
    await table.getByRole('button', { name: 'Sort by Mean reward' }).click();
    await expect(table.getByRole('columnheader', { name: 'Mean reward' })).toHaveAttribute('aria-sort', 'ascending');
    expect(await rewards()).toEqual((await rewards()).toSorted((a, b) => a - b));
    expect(await rewards()).toHaveLength(4);

    await view.getByRole('button', { name: 'Shapley values: save and more' }).click();
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: 'Save as SVG' }).click()]);
    const svg = await readFile(await download.path(), 'utf8');
    expect(svg).toContain('Planner');
    expect(svg, 'nothing of the page is needed').not.toMatch(/var\(|class=/);
    expect(await axe(page)).toEqual([]);
  });

  await test.step('the critic against the tree', async () => {
    await page.getByRole('tab', { name: 'Critic check' }).click();
    const view = page.getByRole('region', { name: 'Critic against tree', exact: true });
    await view.getByRole('textbox', { name: 'Episodes', exact: true }).fill('2');
    await view.getByRole('textbox', { name: 'Continuations each' }).fill('4');
    await expect(view.getByText('24 rollouts')).toBeVisible();
    await view.getByRole('button', { name: 'Play on' }).click();
    const points = view.getByRole('button', { name: /^(Planner|Solver), episode \d+, message \d/ });
    await expect(points).toHaveCount(4, { timeout: 30_000 });
    await points.first().focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect(points.nth(1)).toHaveAttribute('aria-current', 'true');
    await expect.poll(() => new URL(page.url()).hash).toContain('message=1');
    await expect(view.getByRole('table', { name: /^Tree of episode \d+/ })).toBeVisible();
    expect(await axe(page)).toEqual([]);
  });
});
