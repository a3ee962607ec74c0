/** Editing prompts and the environment's code in Monaco, and what mistakes in the code come to. */
import { expect, LONG, test } from '../support/test.ts';
import { arithmeticSource, editedEnvironment, lineOf, smallProject } from '../support/projects.ts';
import { TRAINING } from '../support/workbench.ts';

test('the next run uses an edited prompt and an edited environment', async ({ workbench, page }) => {
  const { editors, team, episodes } = workbench;
  await workbench.open(smallProject({ iterations: 1 }));
  await workbench.trainToTheEnd();
  expect(await episodes.promptOf('Planner')).toContain('Write only the expression.');
  await expect(workbench.run.getByText('edited since run')).toBeHidden();

  await team.select('Planner');
  await editors.replaceText(editors.prompt('planner'), 'Say it with flowers.');
  await expect(workbench.run.getByText('edited since run')).toBeVisible();
  await test.step('whoever comes by with Tab edits nothing, whoever writes indents, and Escape lets them leave', async () => {
    const { environment } = editors;
    const { keyboard } = page;
    const line = editors.panel('Environment').locator('.view-line', { hasText: 'Arithmetic word problems' });
    await editors.openTab('Environment');
    await environment.focus();
    await expect(page.getByText('Tab leaves the editor', { exact: true })).toBeVisible();
    const before = (await line.textContent()) ?? '';
    await keyboard.press('Tab');
    await expect(environment).not.toBeFocused();
    expect(await line.textContent()).toBe(before);
    await line.click({ position: { x: 20, y: 8 } });
    await keyboard.press('Tab');
    // Spaces are all it adds, which `toHaveText` does not tell apart.
    await expect.poll(() => line.textContent()).not.toBe(before);
    await keyboard.press('Escape');
    await keyboard.press('Tab');
    await expect(environment).not.toBeFocused();
  });
  await editors.writeEnvironment(editedEnvironment('how many?`', 'how many, please?`'));
  await workbench.trainToTheEnd();

  const prompt = await episodes.promptOf('Planner');
  expect(prompt).toContain('Say it with flowers.');
  expect(prompt).not.toContain('Write only the expression.');
  expect(await episodes.promptOf('Solver'), 'the other agent keeps its own').toContain('Compute the answer.');
  await expect(workbench.run.getByText('edited since run')).toBeHidden();
  await expect(episodes.transcript).toContainText('how many, please?');

  await workbench.showRun('Run 1 · Small team');
  expect(await episodes.promptOf('Planner'), 'a past run keeps what it was run with').toContain('Write only the expression.');
});

test('an edit can be undone, and one problem tried before any training', { tag: LONG }, async ({ workbench, page }) => {
  await workbench.open();
  await test.step('an edit can be undone with the header’s button once the editor is left', async () => {
    const { editors, team } = workbench;
    await team.select('Planner');
    await editors.replaceText(editors.prompt('planner'), 'Something else.');
    await workbench.undo();
    await expect(editors.panel('Agent')).toContainText(/Write.only.the.expression\./);
    await expect(workbench.button('Undo')).toBeDisabled();
  });

  await test.step('one problem can be tried in the editor, before any training', async () => {
    const { editors } = workbench;
    await editors.writeEnvironment(
      editedEnvironment('  reset({ split, random }) {', "  reset({ split, random }) {\n    console.log('a problem is drawn');"),
    );
    await workbench.button('Try one problem').click();
    const trial = page.getByRole('region', { name: 'One problem, step by step' });
    await expect(trial.getByRole('row', { name: /^Observation/ })).toContainText('how many?');
    await expect(trial.getByRole('row', { name: /^planner says/ })).toBeVisible();
    await expect(trial.getByRole('row', { name: /^solver says/ })).toContainText(/=\d+/);
    await expect(trial.getByRole('row', { name: /^Reward/ })).toContainText('1');
    await expect(trial).toContainText('ended by the environment');
    await workbench.button('To the beginning').click();
    await expect(trial).toContainText('a problem is drawn');
  });
});

test('what is wrong in the environment is shown at its line, and the page stays usable', { tag: LONG }, async ({ workbench, page }) => {
  await workbench.open(smallProject({ iterations: 1 }));
  await test.step('an endless loop in step() ends at its limit; the page stays usable and past runs stay', async () => {
    const { editors, charts } = workbench;
    await workbench.trainToTheEnd();
    const loop = '    for (;;) if (messages.length < 0) break;';
    const source = editedEnvironment('  step({ state, messages }) {', `  step({ state, messages }) {\n${loop}`);
    await editors.writeEnvironment(source);
    await workbench.train();
    await workbench.untilPhase('Failed');
    const problem = workbench.run.getByRole('alert', { name: 'Problems' });
    await expect(problem).toContainText('The code looked like an endless loop');
    await expect(problem).toContainText('in step()');
    await expect(problem).toContainText(`Line ${lineOf(source, loop)}`);

    await workbench.showRun('Run 1 · Small team');
    await charts.showTable('Reward');
    expect((await charts.rows('Reward'))[0]).toHaveProperty('iteration', 1);
    await expect(problem, 'the failure belongs to the run that failed').toBeHidden();

    await workbench.button('Revert to built-in').click();
    await workbench.train();
    await workbench.untilPhase('Finished');
    await expect(page.getByRole('alert', { name: 'Problems' })).toBeHidden();
    expect(arithmeticSource).not.toContain(loop);
    await expect(workbench.episodes.options.first()).toBeVisible(TRAINING);
  });

  await test.step('a syntax error in the environment is shown at its line, and the run ends with the same message', async () => {
    const { editors } = workbench;
    const broken = editedEnvironment('reset({ split, random }) {', 'reset({ split, random } {');
    const line = lineOf(broken, 'reset({ split, random } {');
    await workbench.begin(smallProject({ iterations: 1 }));
    await editors.writeEnvironment(broken);
    const problem = editors.panel('Environment').getByRole('alert', { name: 'Problems' });
    await expect(problem).toContainText('E_ENV_SYNTAX');
    await expect(problem).toContainText(`Line ${line}`);
    await expect(problem).toContainText(/The code cannot be read/);

    await workbench.train();
    await workbench.untilPhase('Failed');
    await expect(workbench.run.getByRole('alert', { name: 'Problems' })).toContainText(`Line ${line}`);

    await workbench.button('Revert to built-in').click();
    await expect(problem).toBeHidden();
    await workbench.trainToTheEnd();
    await expect(page.getByRole('alert', { name: 'Problems' })).toBeHidden();
  });

  await test.step('an error thrown by the environment names the line where it was thrown', async () => {
    const { editors } = workbench;
    const thrown = "    throw new Error('no problems today');";
    const source = editedEnvironment('  reset({ split, random }) {', `  reset({ split, random }) {\n${thrown}`);
    await workbench.begin(smallProject({ iterations: 1 }));
    await editors.writeEnvironment(source);
    await workbench.train();
    await workbench.untilPhase('Failed');
    const problem = workbench.run.getByRole('alert', { name: 'Problems' });
    await expect(problem).toContainText('no problems today');
    await expect(problem).toContainText(`Line ${lineOf(source, thrown)}`);
  });

  await test.step('a reward that is no number ends the run with a message that says so', async () => {
    await workbench.begin({
      ...smallProject(),
      environment: { file: 'nan.ts', source: editedEnvironment('reward: said === state.answer ? 1 : 0', 'reward: Number.NaN') },
    });
    await workbench.agree();
    await workbench.train();
    await workbench.untilPhase('Failed');
    await expect(workbench.run.getByRole('alert', { name: 'Problems' })).toContainText(/reward/i);
  });
});
