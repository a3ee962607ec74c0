/** Who saved and who spoiled, asked while a team trains: beside its curves, and in the list of runs. */
import { violations } from '../support/axe.ts';
import { goTo } from '../support/places.ts';
import { smallProject } from '../support/projects.ts';
import { expect, test } from '../support/test.ts';

test('a run that asks shows each agent’s shares with intervals, and the list of runs who has most of them', async ({ workbench, page }) => {
  await workbench.open(smallProject({ iterations: 2, episodes: 8, turned: { every: 1, won: 1 } }));
  await workbench.trainToTheEnd();
  const shares = page.getByRole('region', { name: 'Who saved, who spoiled', exact: true });
  await expect(shares).toContainText(/Of the \d+ episodes? last asked about, \d+ won\./);
  const rows = shares.getByRole('table').getByRole('row');
  await expect(rows).toHaveCount(3);
  for (const name of ['Planner', 'Solver'])
    await expect(rows.filter({ hasText: name })).toContainText(/\d+ % \(\d+ % to \d+ %\).*\d+ % \(\d+ % to \d+ %\)/s);
  await expect(workbench.charts.figure('spoiled')).toContainText('Spoiled');
  expect(await violations(page)).toEqual([]);

  await goTo(page, 'Runs');
  const run = page.getByRole('row', { name: /Small team/ });
  await expect(run.locator('[data-column="spoiled"]')).toHaveText(/^(nobody|(planner|solver) \d+ %)$/);
  await expect(
    page
      .getByRole('row', { name: /recorded/ })
      .first()
      .locator('[data-column="spoiled"]'),
  ).toHaveText('–');
});
