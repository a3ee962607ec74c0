/** Questions to the lab about a recorded run: who earned the reward, and what states were worth. */
import { readFile } from 'node:fs/promises';
import { violations } from '../support/axe.ts';
import { goTo } from '../support/places.ts';
import { expect, test, LONG } from '../support/test.ts';

/** A second term that is below zero is written `− 0.02`. */
const numbers = (text: string): number[] => (text.match(/(?:− ?)?\d+\.\d+/g) ?? []).map(signed);
const signed = (text: string): number => Number(text.replace(/− ?/, '-'));

test('shares add up to what training brought, and the critic is held against playing on', { tag: LONG }, async ({ workbench, page }) => {
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
    const [shares, worths] = (await added.innerText()).replace(/^[^]*?Σφ = /, '').split('; ');
    const [planner, solver, sum] = numbers(shares!);
    // v(N) − v(∅) = whole − empty = gain: here the minus in between is the page's own.
    const [, whole, empty, gain] = /= (\S+) − (\S+) = (\S+)$/.exec(worths!.trim())!.map((part) => signed(part.replaceAll(/[()]/g, '')));
    expect(gain, 'the recorded team has learnt').toBeGreaterThan(0);

    const table = view.getByRole('table', { name: 'Coalitions' });
    const rewards = async () => (await table.getByRole('row').locator('td:last-child').allTextContents()).map(Number);
    await table.getByRole('button', { name: 'Sort by Mean reward' }).click();
    await expect(table.getByRole('columnheader', { name: 'Mean reward' })).toHaveAttribute('aria-sort', 'ascending');
    expect(await rewards()).toEqual((await rewards()).toSorted((a, b) => a - b));
    expect(await rewards()).toHaveLength(4);

    // The shares again, from the four coalitions, which are written to three digits.
    const worth = new Map<string, number>();
    for (const row of await table
      .getByRole('row')
      .filter({ has: page.locator('td') })
      .all()) {
      const [who, , reward] = await row.locator('td').allTextContents();
      worth.set(who!, signed(reward!));
    }
    const of = (who: string): number => worth.get(who) ?? Number.NaN;
    const [nobody, onlyPlanner, onlySolver, both] = [of('nobody (∅)'), of('Planner'), of('Solver'), of('Planner, Solver (all)')];
    expect(planner).toBeCloseTo((onlyPlanner - nobody + both - onlySolver) / 2, 2);
    expect(solver).toBeCloseTo((onlySolver - nobody + both - onlyPlanner) / 2, 2);
    expect(sum).toBeCloseTo(both - nobody, 2);
    expect([whole, empty, gain]).toEqual([expect.closeTo(both, 2), expect.closeTo(nobody, 2), expect.closeTo(both - nobody, 2)]);

    await view.getByRole('button', { name: 'Shapley values: save and more' }).click();
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: 'Save as SVG' }).click()]);
    const svg = await readFile(await download.path(), 'utf8');
    expect(svg).toContain('Planner');
    expect(svg, 'nothing of the page is needed').not.toMatch(/var\(|class=/);
    expect(await violations(page, '[role="tabpanel"]')).toEqual([]);
  });

  await test.step('the critic against the tree', async () => {
    await page.getByRole('tab', { name: 'Critic check' }).click();
    const view = page.getByRole('region', { name: 'Critic against tree', exact: true });
    await view.getByRole('textbox', { name: 'Episodes', exact: true }).fill('2');
    await view.getByRole('textbox', { name: 'Continuations each' }).fill('4');
    await expect(view.getByText('152 rollouts')).toBeVisible();
    await view.getByRole('button', { name: 'Play on' }).click();
    const points = view.getByRole('button', { name: /^(Planner|Solver), episode \d+, message \d/ });
    await expect(points).toHaveCount(4, { timeout: 30_000 });
    await points.first().focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect(points.nth(1)).toHaveAttribute('aria-current', 'true');
    await expect.poll(() => new URL(page.url()).hash).toContain('message=1');
    await expect(view.getByRole('table', { name: /^Tree of episode \d+/ })).toBeVisible();
    expect(await violations(page, '[role="tabpanel"]')).toEqual([]);
  });
});
