/** One batch under many estimators, on the recorded run: γ and λ are live, and a message chosen there is chosen everywhere. */
import { goTo } from '../support/places.ts';
import { expect, LONG, test } from '../support/test.ts';

test('λ changes GAE and nothing else; a message of the table is the cursor’s', { tag: LONG }, async ({ page }) => {
  await page.goto('./');
  await goTo(page, 'Inspect');
  await page.getByRole('tab', { name: 'Estimators' }).click();
  const cells = (name: string) =>
    page
      .locator('tr', { has: page.getByRole('rowheader', { name }) })
      .first()
      .getByRole('cell');
  const messages = cells('GAE, messages');
  const batch = cells('REINFORCE, batch');
  const [before, other] = [await messages.first().textContent(), await batch.first().textContent()];
  const lambda = page.getByRole('slider', { name: 'λ, messages' });
  await lambda.press('Home');
  await expect(messages.first()).not.toHaveText(before ?? '');
  await expect(batch.first()).toHaveText(other ?? '');
  await page.getByRole('button', { name: 'As trained' }).click();
  await expect(messages.first()).toHaveText(before ?? '');
  // No problem of this run was tried twice.
  await expect(cells('GRPO, team').first()).toContainText('Every problem was tried once');
  await page.getByRole('button', { name: 'Message 2 of Solver: read it' }).click();
  await expect(page.getByRole('columnheader', { name: 'Message 2 of Solver: read it' })).toHaveAttribute('data-current', 'true');
  await expect(page.getByRole('button', { name: 'Ask for the truth' })).toBeEnabled();
});
