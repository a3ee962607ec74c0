/** Which message lost an episode: one button, a sentence, and the message corrected, kept for a warm start and as a test case. */
import type { EnvironmentCase } from '../../../src/core/trial/cases.ts';
import { violations } from '../support/axe.ts';
import { goTo } from '../support/places.ts';
import { shownEpisodes } from '../support/recorded.ts';
import { expect, test } from '../support/test.ts';
import { TRAINING } from '../support/workbench.ts';

test('the message that lost an episode is named, proved by another text, and kept for a warm start and as a test case', async ({
  workbench,
  page,
}) => {
  const lost = shownEpisodes().find(({ reward }) => reward === 0)!;
  const view = page.getByRole('region', { name: 'Which message lost it?', exact: true });
  await workbench.open();
  await goTo(page, 'Inspect');
  const table = page.getByRole('grid', { name: 'Episodes that can be read' });
  await table.getByRole('button', { name: 'Reward' }).click();
  await table.focus();
  await page.keyboard.press('Home');
  await expect(workbench.episodes.transcript).toContainText(lost.problem);

  await test.step('from the lost episode one button leads there, which says what it costs at most', async () => {
    await workbench.episodes.transcript.getByRole('button', { name: 'Which message lost it?' }).click();
    await expect(view).toContainText('At most 161 continuations: 2 messages, up to 32 of each try, and a proof.');
    await view.getByRole('textbox', { name: 'Won from' }).fill('0');
    await expect(view.getByRole('button', { name: 'Which message lost it?' })).toBeDisabled();
    await expect(view).toContainText('This episode earned 0, which counts as won.');
    await view.getByRole('textbox', { name: 'Won from' }).fill('');
    await expect(view.getByRole('textbox', { name: 'Won from' })).toHaveAttribute('placeholder', '1 (the best here)');
  });

  await test.step('the planner’s plan is named, with an interval', async () => {
    await view.getByRole('button', { name: 'Which message lost it?' }).click();
    await expect(view).toContainText(/Message 1 lost it: when Planner says it anew, \d+ of \d+ continuations are won/, TRAINING);
    await expect(view).toContainText(/with the same message again 0: \+\d+ points \(95 %: \+\d+ to \+\d+\)/);
    await expect(view.getByRole('button', { name: 'Keep as demonstration' })).toBeEnabled(TRAINING);
    await expect(view).toContainText(/With “4\*9” in its place, in continuations played for this alone/);
    await expect(view.getByRole('table').getByRole('row')).toHaveCount(3);
    expect(await violations(page)).toEqual([]);
  });

  await test.step('as a test case it is two lines, what was said and what wins', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await view.getByRole('button', { name: 'Copy as test case' }).click();
    await expect(page.getByText('Test case copied')).toBeVisible();
    const copied = await page.evaluate(async () => navigator.clipboard.readText());
    const [was, is] = copied
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as EnvironmentCase);
    expect(was).toMatchObject({ reward: 0, index: lost.problem_index, messages: lost.messages.map(({ text }) => ({ text })) });
    expect(is).toMatchObject({ reward: 1, chance: { from: 0 }, messages: [{ text: '4*9' }, { text: '=36' }] });
  });

  await test.step('kept as a demonstration, it is there for a warm start, at the next visit too', async () => {
    await view.getByRole('button', { name: 'Keep as demonstration' }).click();
    await expect(page.getByText('Kept as a demonstration')).toBeVisible();
    await page.reload();
    await goTo(page, 'Training');
    await page.getByRole('tab', { name: 'Warm start' }).click();
    await page.getByRole('combobox', { name: 'Learns from' }).click();
    await page.getByRole('option', { name: 'A file of episodes' }).click();
    await workbench.button('Take the kept demonstration').click();
    await expect(page.getByText('kept demonstrations', { exact: true })).toBeVisible();
    await workbench.button('Forget them').click();
    await expect(workbench.button('Take the kept demonstration')).toHaveCount(0);
  });
});
