/** Messages held against others in their place: a set of settings, trained on, and the terms of its advantages. */
import { goTo } from '../support/places.ts';
import { smallProject } from '../support/projects.ts';
import { expect, LONG, test } from '../support/test.ts';

const number = (text: string | null): number => Number((text ?? '').replace('−', '-'));

for (const [name, set] of [
  ['C3', /^C3 /],
  ['COMA', /^COMA/],
  ['Difference rewards', /^Difference rewards/],
] as const)
  test(`${name} is chosen as a set of settings and trained by; the microscope’s terms sum to what is recorded`, { tag: LONG }, async ({
    workbench,
    page,
  }) => {
    await workbench.open(smallProject({ iterations: 4 }));
    await workbench.editors.openTab('Training');
    const panel = workbench.editors.panel('Training');
    await panel.getByRole('button', { name: /^Presets/ }).click();
    await page.getByRole('menuitem', { name: set }).click();
    await expect(panel.getByRole('button', { name: /^Presets/ })).toContainText(name);
    await workbench.trainToTheEnd();
    await expect(workbench.problems).toHaveCount(0);
    await goTo(page, 'Inspect');
    await page.getByText('All in memory', { exact: true }).click();
    const table = page.getByRole('grid', { name: 'Episodes that can be read' });
    const byReward = table.getByRole('columnheader', { name: 'Reward' });
    await expect(async () => {
      await byReward.getByRole('button').click();
      await expect(byReward).toHaveAttribute('aria-sort', 'descending', { timeout: 1000 });
    }).toPass();
    await table.focus();
    await page.keyboard.press('Home');
    const microscope = page.getByRole('article', { name: /^Episode \d+/ });
    let most = 0;
    for (const agent of ['planner', 'solver']) {
      await microscope
        .getByRole('group', { name: `Tokens sampled by ${agent}` })
        .getByRole('button')
        .first()
        .focus();
      const from = microscope.getByRole('region', { name: 'Where its advantage comes from' });
      await expect(from.getByRole('alert')).toHaveCount(0);
      const sum = number(await from.getByTestId('sum').textContent());
      expect(Math.abs(sum - number(await from.getByTestId('recorded').textContent()))).toBeLessThanOrEqual(1e-5);
      await expect(from.getByTestId('formula')).toHaveText(/^A\d+ = Qsaid − Qothers = /);
      most = Math.max(most, Math.abs(sum));
    }
    expect(most, 'of the best episode some message was better than what stands in its place').toBeGreaterThan(0);
  });
