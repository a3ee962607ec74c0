/** Edit and replay: a message of the recorded run is changed, its consequence becomes a branch that stays with the run. */
import { readFile } from 'node:fs/promises';
import { goTo } from '../support/places.ts';
import { expect, test } from '../support/test.ts';
import { TRAINING } from '../support/workbench.ts';

test('a wrong message costs the return; the branch can be edited again, saved, deleted and brought back, and outlasts the visit', async ({
  workbench,
  page,
}) => {
  const branches = page.getByRole('navigation', { name: 'Branches of this episode' });
  const wrong = branches.getByRole('button', { name: 'Planner says “0+0”, return −1' });
  let recorded = '';
  const result = page.getByRole('region', { name: 'What came of it' });
  const open = async () => {
    await goTo(page, 'Inspect');
    await page.getByRole('tab', { name: 'Edit and replay' }).click();
    await expect(branches).toContainText('As it was recorded');
  };
  await workbench.open();
  await open();

  await test.step('another message, sixteen continuations', async () => {
    const text = page.getByRole('textbox', { name: 'What Planner says instead' });
    await expect(text).not.toHaveValue('');
    recorded = await text.inputValue();
    await text.fill('0+0');
    await expect(page.getByText(/^3 tokens; with the \d+ of its prompt/)).toBeVisible();
    // Kept as it is, the answer would be one to another message.
    const pin = page.getByRole('switch', { name: /^Keep as it is: Solver, turn 0$/ });
    await pin.check({ force: true });
    await expect(page.getByText('stale', { exact: true })).toBeVisible();
    await pin.uncheck({ force: true });
    await workbench.button('Play on').click();
    await expect(wrong).toBeVisible(TRAINING);
    await expect(result).toContainText('Δ return −1');
    await expect(result).toContainText('95 % interval −1 to −1');
    await expect(result).toContainText('0 better, 0 the same, 16 worse');
    await expect(result).toContainText('0+0');
  });

  await test.step('the figure is saved as a drawing', async () => {
    await workbench.button('Returns with the change and without: save and more').click();
    const downloading = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: /SVG/ }).click();
    const svg = await readFile(await (await downloading).path(), 'utf8');
    expect(svg.match(/<circle/g)).toHaveLength(2 * 16 + 2);
    expect(svg).not.toContain('var(');
  });

  await test.step('a continuation is edited again: the message that was recorded makes it right', async () => {
    await workbench.button('Edit this continuation').click();
    await page.getByRole('radio', { name: /^Planner, turn 0 0\+0$/ }).check({ force: true });
    const text = page.getByRole('textbox', { name: 'What Planner says instead' });
    await expect(text).toHaveValue('0+0');
    await text.fill(recorded);
    await workbench.button('Play on').click();
    const again = branches.getByRole('button', { name: `Planner says “${recorded}”, return +1`, exact: true });
    await expect(again).toContainText('under continuation 1', TRAINING);
    await expect(result).toContainText('Δ return +1');
    await expect(result).toContainText('16 better, 0 the same, 0 worse');
  });

  await test.step('it is there at the next visit, and goes with all below it until it is brought back', async () => {
    await page.reload();
    await open();
    await expect(wrong).toBeVisible();
    await workbench.button('Delete the branch “Planner says “0+0””').click();
    await expect(branches.getByRole('listitem')).toHaveCount(1);
    await page.getByRole('alert').getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(branches.getByRole('listitem')).toHaveCount(3);
  });
});
