/** Learning from a teacher in the page: a kept run is chosen, its pupils train, and Inspect adds up what they were trained on. */
import { smallProject } from '../support/projects.ts';
import { goTo } from '../support/places.ts';
import { expect, LONG, test } from '../support/test.ts';
import { TRAINING } from '../support/workbench.ts';

const number = (text: string | null): number => Number((text ?? '').replace('−', '-'));

test('a kept run teaches a new one: chosen in one edit, its KL is drawn, and its share adds up', { tag: LONG }, async ({
  workbench,
  page,
}) => {
  const { charts, editors } = workbench;
  await workbench.open(smallProject({ iterations: 2, checkpointEvery: 1 }));
  await workbench.trainToTheEnd();

  const teachers = page.getByRole('group', { name: 'Teachers', exact: true });
  const field = (name: string) => teachers.getByRole('combobox', { name, exact: true });
  const choose = async (name: string, option: RegExp): Promise<void> => {
    await field(name).click();
    await page.getByRole('option', { name: option }).click();
  };
  await test.step('one edit chooses the run with its adapters, and an earlier iteration stays chosen', async () => {
    await editors.openTab('Training');
    await teachers.getByRole('button', { name: 'Add a teacher' }).click();
    await choose('Teacher', /^Small team · 2$/);
    await expect(field('After iteration')).toHaveValue('2');
    await expect(teachers.getByRole('status')).toHaveCount(0);
    await choose('After iteration', /^1$/);
    await expect(field('After iteration')).toHaveValue('1');
    await expect(field('After iteration')).toBeEnabled();
    // Quick edits join into one step; there are never more than those made here.
    let steps = 0;
    for (; (await teachers.getByRole('button', { name: /^Remove the teacher/ }).count()) > 0; steps += 1) await workbench.undo();
    expect(steps).toBeLessThanOrEqual(3);
    for (let step = 0; step < steps; step += 1) await workbench.redo();
    await expect(field('Teacher')).toHaveValue(/^Small team · 2$/);
    await expect(field('After iteration')).toHaveValue('1');
    await choose('After iteration', /^2$/);
    await expect(field('After iteration')).toHaveValue('2');
  });

  await test.step('the pupils train, and how far they are from the teacher is drawn', async () => {
    await workbench.trainToTheEnd();
    await charts.showTable('KL to the teacher');
    await expect.poll(async () => (await charts.rows('KL to the teacher')).length, TRAINING).toBe(2);
  });

  await test.step('the microscope adds the teacher’s share to what was trained on', async () => {
    await goTo(page, 'Inspect');
    const microscope = page.getByRole('article', { name: /^Episode \d+/ });
    await microscope.getByRole('group', { name: 'Tokens sampled by planner' }).getByRole('button').first().focus();
    const from = microscope.getByRole('region', { name: 'What the teacher adds' });
    await expect(from.getByTestId('taught-formula')).toHaveText(/log pteacher − log pstudent/);
    const [reward, share, sum, recorded] = await Promise.all([
      microscope.getByTestId('trained').textContent().then(number),
      from.getByTestId('teacher-share').textContent().then(number),
      from.getByTestId('taught-sum').textContent().then(number),
      from.getByTestId('taught-recorded').textContent().then(number),
    ]);
    expect(share, 'two teams that are not the same').not.toBe(0);
    expect(Math.abs(sum - recorded)).toBeLessThan(1e-4 * (1 + Math.abs(recorded)));
    expect(Math.abs(reward + share - sum), 'as rounded on screen').toBeLessThan(0.02);
    await expect(microscope.getByRole('alert')).toHaveCount(0);
  });
});
