/** The project outlives the tab: kept in the browser, or downloaded and opened again. */
import { readFile } from 'node:fs/promises';
import { parseDocument } from '../../src/core/document/parse.ts';
import { expect, test } from './support/test.ts';
import { smallProject } from './support/projects.ts';

test('edits survive a reload', async ({ workbench, page }) => {
  const { team, editors } = workbench;
  await workbench.open();
  await workbench.projectName.fill('My experiment');
  await workbench.projectName.press('Enter');
  await team.add();
  await team.toggleHearing('Solver');
  await editors.replaceText(editors.prompt('agent'), 'Check the answer twice.');
  await editors.set({ Seed: 7 });

  await page.reload();
  await expect(workbench.projectName).toHaveValue('My experiment');
  await expect(team.connection('solver', 'agent')).toBeAttached();
  await team.select('agent');
  await expect(editors.panel('Agent')).toContainText(/Check.the.answer.twice\./);
  await editors.openTab('Training');
  await expect(editors.setting('Seed')).toHaveValue('7');
  await expect(workbench.button('Undo'), 'a reload begins a new history').toBeDisabled();
});

test('a downloaded project opens again, and the default one can be brought back', async ({ workbench, page }) => {
  await workbench.open({ ...smallProject(), name: 'Travelling team' });
  await workbench.button('Project').click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Download the project' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('travelling-team.json');
  const text = await readFile(await download.path(), 'utf8');
  expect(parseDocument(text)).toEqual({ ...smallProject(), name: 'Travelling team' });

  await workbench.button('Project').click();
  await page.getByRole('menuitem', { name: /^Planner and solver Sums/ }).click();
  await page.getByRole('dialog', { name: 'Replace your project?' }).getByRole('button', { name: 'Replace' }).click();
  await expect(workbench.projectName).toHaveValue('Planner and solver');
  await workbench.closeMessage();
  await workbench.importFile('travelling-team.json', text);
  await expect(workbench.projectName).toHaveValue('Travelling team');
});

test('the six-type project opens from the menu, on its own base model and environment', async ({ workbench, page }) => {
  const { editors } = workbench;
  await workbench.open();
  await workbench.button('Project').click();
  await page.getByRole('menuitem', { name: /^Planner and solver, six problem types/ }).click();
  await expect(workbench.projectName).toHaveValue('Planner and solver, six problem types');
  await workbench.closeMessage();
  await editors.openTab('Training');
  await expect(editors.setting('Base model')).toHaveValue('standard');
  await editors.openTab('Environment');
  await expect(page.getByText('arithmetic-six.env.ts')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Run on screen' }), 'its recorded run is shown').toHaveValue(/six problem types/);
});

test('a shipped project replaces an edited one only when asked, and Undo brings the edits back', async ({ workbench, page }) => {
  const shipped = page.getByRole('menuitem', { name: /^Planner and solver Sums/ });
  const question = page.getByRole('dialog', { name: 'Replace your project?' });
  await workbench.open();
  await workbench.button('Project').click();
  await shipped.click();
  await expect(page.getByText('A fresh project')).toBeVisible();
  await expect(question, 'nothing was edited, so nothing is asked').toBeHidden();
  await workbench.closeMessage();

  await workbench.team.add();
  await workbench.button('Project').click();
  await shipped.click();
  await expect(question).toContainText('has edits of yours');
  await question.getByRole('button', { name: 'Keep mine' }).click();
  await expect(question).toBeHidden();
  await expect(workbench.team.agents).toHaveCount(3);

  await workbench.button('Project').click();
  await shipped.click();
  await question.getByRole('button', { name: 'Replace' }).click();
  await expect(workbench.team.agents).toHaveCount(2);
  await workbench.undo();
  await expect(workbench.team.agents).toHaveCount(3);
});

test('the chosen backend and the dark colours are remembered by the browser', async ({ workbench, page }) => {
  const { editors } = workbench;
  await workbench.open();
  await workbench.button('Switch to dark colours').click();
  await editors.openTab('Training');
  await editors.setting('Backend').click();
  await page.getByRole('option', { name: 'Plain JavaScript (TensorFlow.js)' }).click();

  await page.reload();
  await expect(workbench.button('Switch to light colours')).toBeVisible();
  await editors.openTab('Training');
  await expect(editors.setting('Backend')).toHaveValue('Plain JavaScript (TensorFlow.js)');
});
