/** A centralised critic and its hidden state, as they are set and shown, and kinds of critic side by side. */
import { violations } from '../support/axe.ts';
import { goTo } from '../support/places.ts';
import { expect, LONG, test } from '../support/test.ts';
import { TRAINING } from '../support/workbench.ts';

test('what a critic alone is told is shown, and critics of every kind stand side by side', { tag: LONG }, async ({ workbench, page }) => {
  await workbench.open();
  await workbench.openShipped(/^Three posts and an inspector/);
  await goTo(page, 'Inspect');
  await test.step('the hidden state stands below the prompt, apart from what the agent read', async () => {
    const message = page.locator('[data-message]').first();
    await message.getByText(/^Prompt, \d+ tokens/).click();
    await expect(message).toContainText(/The critic alone read, \d+ tokens.*state: inspector.at the (hill|harbour|mill)/);
  });
  await test.step('the fitted critics and the run’s own have bias, spread and a squared error', async () => {
    await page.getByRole('tab', { name: 'Critic check', exact: true }).click();
    await page.getByRole('textbox', { name: 'Continuations each' }).fill('4');
    await page.getByRole('textbox', { name: 'Fit critics on' }).fill('32');
    await page.getByRole('checkbox', { name: 'with adapters too' }).check();
    await page.getByRole('button', { name: 'Play on', exact: true }).click();
    const rows = page.getByRole('table', { name: 'Kinds of critic, side by side' }).locator('tbody tr');
    await expect(rows).toHaveCount(8, TRAINING);
    for (const name of ['Centralised, with the hidden state too', 'With adapters, with the hidden state too'])
      await expect(rows.filter({ hasText: name })).toContainText(/24.*[+−]?\d.* … .*\(.* … .*\)/);
    expect(await violations(page)).toEqual([]);
  });
});
