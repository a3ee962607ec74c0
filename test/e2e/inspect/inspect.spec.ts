/** The inspect place: finding an episode, a link that leads to one token, and episodes that stay pinned. */
import { goTo } from '../support/places.ts';
import { expect, test } from '../support/test.ts';

test('an episode is found, pinned and linked to down to the token', async ({ workbench, page }) => {
  await workbench.open();
  await goTo(page, 'Inspect');
  const table = page.getByRole('grid', { name: 'Episodes that can be read' });
  const rows = table.getByRole('row').filter({ has: page.getByRole('button', { name: /^(Pin|Unpin) episode/ }) });
  const rewards = async (): Promise<number[]> =>
    (
      await table
        .getByRole('img', { name: /^(right|wrong)$/ })
        .locator('..')
        .allTextContents()
    ).map(Number);

  await test.step('filtered and sorted, over all iterations', async () => {
    await page.getByText('All in memory', { exact: true }).click();
    await page.getByRole('textbox', { name: 'Find in problems and messages' }).fill('EGGS');
    await expect(page.getByRole('status').filter({ hasText: /^24 of 160 episodes · 19 of 24 right · mean reward 0.792$/ })).toBeVisible();
    for (const row of await rows.allTextContents()) expect(row).toContain('eggs');
    await table.getByRole('button', { name: 'Reward' }).click();
    await expect(table.getByRole('columnheader', { name: 'Reward' })).toHaveAttribute('aria-sort', 'ascending');
    const ascending = await rewards();
    expect(ascending).toEqual(ascending.toSorted((a, b) => a - b));
    expect(ascending[0]).toBe(0);
    await page.getByRole('button', { name: 'Filters', exact: true }).click();
    await page.getByRole('textbox', { name: 'Least reward' }).fill('0.5');
    await expect(page.getByRole('status').filter({ hasText: /^19 of 160 episodes · 19 of 19 right · mean reward 1$/ })).toBeVisible();
    const least = await rewards();
    expect(least.length).toBeGreaterThan(0);
    expect(Math.min(...least)).toBeGreaterThanOrEqual(0.5);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Clear filters' }).click();
  });

  const first = (name: RegExp) => rows.first().getByRole('button', { name });
  await test.step('pinned by key, and read to a token by keys', async () => {
    await table.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await expect(first(/^Unpin episode/), 'it stands first').toHaveCount(1);
    await page.keyboard.press('m');
    await page.keyboard.press('t');
    await expect(workbench.episodes.tokens('planner').nth(1)).toBeFocused();
  });

  await test.step('a reload of the address leads to the same token, and the pin is there', async () => {
    await expect.poll(() => new URL(page.url()).hash).toMatch(/&iteration=\d+&episode=\d+&message=0&token=1$/);
    const { hash } = new URL(page.url());
    await expect.poll(() => workbench.episodes.tokenNumbers()).toHaveProperty('Log-prob');
    const numbers = await workbench.episodes.tokenNumbers();
    expect(Object.keys(numbers).length, 'all channels of the token').toBeGreaterThan(8);
    await page.reload();
    await expect.poll(() => workbench.episodes.tokenNumbers()).toEqual(numbers);
    expect(new URL(page.url()).hash).toBe(hash);
    await first(/^Unpin episode/).click();
    await expect(first(/^Pin episode/)).toHaveCount(1);
  });

  await test.step('a link to a run that is not here says so and changes nothing', async () => {
    const { hash } = new URL(page.url());
    await page.evaluate(() => (window.location.hash = '#place=inspect&run=elsewhere&iteration=3'));
    await expect(page.getByRole('alert').filter({ hasText: 'The run of this link is not here' })).toContainText('elsewhere');
    await page.goBack();
    await expect.poll(() => new URL(page.url()).hash).toBe(hash);
  });
});
