/** A challenge on the built page: by its link, with a real team, until somebody is named; what it cost is what was played, and is kept. */
import { LOST } from '../../../src/core/challenges/challenges.ts';
import { challengesText as words } from '../../../src/words/words.ts';
import { violations } from '../support/axe.ts';
import { expect, LONG, test } from '../support/test.ts';

test('lost episodes are asked about within a budget, somebody is named, and the proof says who it was', { tag: LONG }, async ({ page }) => {
  await page.goto('/#place=learn&part=challenges');
  const open = page.getByRole('region', { name: words.caseTitle(words.names.row, 1) });
  await open.getByRole('button', { name: words.begin }).click();
  const lost = open.getByRole('region', { name: words.lost });
  await expect(lost.getByRole('listitem')).toHaveCount(LOST, { timeout: 60_000 });

  const value = open.getByRole('button', { name: `${words.tool.value.name}: ${words.price(4)}` });
  await expect(value, 'nothing is chosen yet').toBeDisabled();
  await lost
    .getByRole('button', { name: words.message(2, 'second') })
    .first()
    .click();
  await value.click();
  await expect(open.getByText(/^Episode 1, message 2 \(second\): from before it, \d of 4 continuations win\.$/)).toBeVisible();
  await expect(open.getByText(words.budget(4, 48), { exact: true })).toBeVisible();
  await expect(open.getByRole('button', { name: `${words.tool.shapley.name}: ${words.price(64)}` }), 'beyond the budget').toBeDisabled();
  expect(await violations(page)).toEqual([]);

  await page.reload();
  await open.getByRole('button', { name: words.begin }).click();
  await expect(open.getByText(words.budget(4, 48), { exact: true }), 'a reload gives nothing back').toBeVisible({ timeout: 60_000 });

  await open.getByRole('radio', { name: 'second' }).check();
  await open.getByRole('button', { name: words.nameButton('second') }).click();
  await expect(open.getByText(words.spent(4 + LOST))).toBeVisible({ timeout: 60_000 });
  await expect(open.getByRole('table').getByRole('row')).toHaveCount(LOST + 1);
  await expect(page.getByRole('region', { name: words.score }).locator('[data-who=you]')).toContainText(/[01] of 1/);
  expect(await violations(page)).toEqual([]);
  await open.getByRole('button', { name: words.next(2) }).click();
  await expect(page.getByRole('region', { name: words.caseTitle(words.names.row, 2) })).toBeVisible();
});
