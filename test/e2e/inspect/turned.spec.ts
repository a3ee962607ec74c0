/** Who saved and who spoiled the episodes of an iteration: asked in the background, called off, and told with intervals. */
import { violations } from '../support/axe.ts';
import { goTo } from '../support/places.ts';
import { expect, LONG, test } from '../support/test.ts';
import { TRAINING } from '../support/workbench.ts';

test('an iteration’s episodes are asked about, what is known stands there when it is called off, and each agent has its share', {
  tag: LONG,
}, async ({ workbench, page }) => {
  const view = page.getByRole('region', { name: 'Who saved, who spoiled', exact: true });
  await workbench.open();
  await goTo(page, 'Inspect');
  await page.getByRole('tab', { name: 'Saved, spoiled' }).click();
  await expect(view).toContainText('Nobody was asked yet who saved and who spoiled');
  await expect(view).toContainText('At most 1536 continuations of 16 episodes.');

  await test.step('called off, it says of how many episodes it tells', async () => {
    await view.getByRole('button', { name: 'Who saved, who spoiled?' }).click();
    await expect(view).toContainText(/[1-9]\d* of 16 episodes;/, TRAINING);
    await view.getByRole('button', { name: 'Cancel' }).click(TRAINING);
    await expect(view).toContainText(/It ended before all was played: this is what [1-9]\d* of 16 episodes tell/, TRAINING);
  });

  await test.step('each agent and the environment’s chance has its share, with an interval', async () => {
    await view.getByRole('textbox', { name: 'Episodes' }).fill('8');
    await view.getByRole('textbox', { name: 'Continuations' }).fill('8');
    await view.getByRole('button', { name: 'Who saved, who spoiled?' }).click();
    await expect(view).toContainText(/\d+ of at most 192 continuations were played/, TRAINING);
    const rows = view.getByRole('table').getByRole('row');
    await expect(rows).toHaveCount(4);
    for (const name of ['Planner', 'Solver', 'The environment’s chance'])
      await expect(rows.filter({ hasText: name })).toContainText(/\d+ % \(\d+ % to \d+ %\)/);
    expect(await violations(page)).toEqual([]);
  });
});
