/** Tools and notes: what was answered within a message stands apart, and each note says what it earned. */
import { violations } from '../support/axe.ts';
import { goTo } from '../support/places.ts';
import { expect, LONG, test } from '../support/test.ts';
import { TRAINING } from '../support/workbench.ts';

test('answers of tools stand apart in an episode, and each of its notes says what it earned', { tag: LONG }, async ({
  workbench,
  page,
}) => {
  await workbench.open();
  await workbench.openShipped(/^A notebook/);
  await goTo(page, 'Inspect');
  // Of the recorded episodes the first has a reader who guessed.
  await page
    .getByRole('row', { name: /green owl gossip: anim/ })
    .first()
    .click();
  await test.step('the notebook’s answer is no token of the reader’s', async () => {
    const answer = page.locator('[data-tool]').first();
    await expect(answer).toHaveText(/^=.+;$/);
    await expect(answer).toHaveAttribute(
      'title',
      /A tool’s answer to “\w+\?”: \d+ tokens?, not the agent’s\. No loss, credit, KL or entropy\./,
    );
    await expect(page.locator('[data-message]').filter({ has: answer })).toContainText(/1 call answered, \d+ tokens?/);
  });
  await test.step('every note has its worth, with an interval', async () => {
    await page.getByRole('tab', { name: 'Notes', exact: true }).click();
    const view = page.getByRole('region', { name: 'What notes earned', exact: true });
    await expect(view).toContainText('Nobody asked yet what the notes of this episode earned.');
    await view.getByRole('textbox', { name: 'Continuations' }).fill('8');
    await view.getByRole('button', { name: 'What did the notes earn?' }).click();
    await expect(view).toContainText(/Episode \d+ of iteration \d+, played on by/, TRAINING);
    const rows = view.getByRole('table').getByRole('row').filter({ hasText: 'Scout' });
    for (const row of await rows.all()) await expect(row).toContainText(/[+−]?\d[\d.]* \(95 %: .+ to .+\).*\(8 pairs\)/, TRAINING);
    expect(await rows.count()).toBeGreaterThan(0);
    expect(await violations(page)).toEqual([]);
  });
});
