/** The curves as they are drawn. */
import { expect, test } from './support/test.ts';
import { smallProject } from './support/projects.ts';

test('at 1440 by 900 pixels the first row of curves is seen whole, also while a run goes on', async ({ workbench, page }) => {
  const { charts } = workbench;
  expect(page.viewportSize()).toEqual({ width: 1440, height: 900 });
  /** With its numbers and its key, and not cut by the panel's edge. */
  const seenWhole = async (when: string) => {
    for (const id of ['reward', 'klRef', 'klOldNew']) await expect(charts.figure(id), `${id} ${when}`).toBeInViewport({ ratio: 1 });
  };
  await workbench.open(smallProject({ iterations: 3, evaluateEvery: 1 }));
  await workbench.trainToTheEnd();
  await expect(charts.figure('reward')).toContainText('greedy, train');
  await seenWhole('with a run and how far it is');
  await workbench.showRun('Planner and solver (recorded)');
  await expect(charts.figure('reward')).toContainText('greedy, test');
  await seenWhole('with the recorded run');
});

test('explained variance far below zero is marked at the edge, and told by pointing and by the table', async ({ workbench }) => {
  const { charts } = workbench;
  await workbench.open();
  await charts.figure('explainedVariance').scrollIntoViewIfNeeded(); // what is out of view is not drawn
  const marks = charts.figure('explainedVariance').locator('[data-beyond]');
  await expect(marks).not.toHaveCount(0);
  const marked = await marks.evaluateAll((elements) => elements.map((element) => Number(element.getAttribute('data-beyond'))));
  const name = 'Explained variance';
  const picture = charts.all.getByRole('application', { name: new RegExp(`^${name}\\.`) });
  await picture.press('Home');
  const told = charts.figure('explainedVariance').getByRole('status');
  for (let iteration = 0; iteration < marked[0]!; iteration += 1) await picture.press('ArrowRight');
  await expect(told).toHaveText(new RegExp(`^iteration ${marked[0]}`));
  await expect(told).toContainText(/−\d+(\.\d+)?, beyond the axis/);
  const value = Number(/(−[\d.]+), beyond/.exec(await told.innerText())![1]!.replace('−', '-'));
  expect(value).toBeLessThan(-1);

  await charts.showTable(name);
  const rows = await charts.rows(name);
  expect(rows.filter((row) => row['critic']! < -1).map((row) => row['iteration']!)).toEqual(marked.toReversed());
  expect(rows.find((row) => row['iteration'] === marked[0])?.['critic']).toBe(value);
});

test('credit that a compat switch loses shows as two lines apart, with a ring at every iteration', async ({ workbench }) => {
  const { charts } = workbench;
  const credit = { strategy: 'step_discount' as const, discount: 1, ownShare: 1 };
  await workbench.open(smallProject({ iterations: 3, episodes: 16, credit, compat: ['r3_lost_token_rewards'] }));
  await workbench.trainToTheEnd();
  await workbench.button('More curves').click();
  const figure = charts.figure('conservation');
  await figure.scrollIntoViewIfNeeded();
  await expect(figure).toContainText('not conserved');
  await expect(figure.locator('[data-broken]')).toHaveCount(3);
  await charts.showTable('Credit conserved');
  for (const row of await charts.rows('Credit conserved')) {
    expect(row['declared']).toBeGreaterThan(0);
    expect(row['paid']).toBe(0);
    expect(row['places not conserved']).toBeGreaterThan(0);
  }
});
