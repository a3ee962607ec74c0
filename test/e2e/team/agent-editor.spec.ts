/** The agent editor: what a prompt may name, the tokens it comes to, templates, settings and files. */
import type { Locator } from '@playwright/test';
import { expect, LONG, test } from '../support/test.ts';

test('a prompt is a plain field until somebody means to write, who goes on where they were in the editor', { tag: LONG }, async ({
  workbench,
  page,
}) => {
  const fetched: string[] = [];
  let release = (): void => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/assets\/monaco-[^/]*\.js$/, async (route) => {
    fetched.push(route.request().url());
    await held;
    await route.continue();
  });
  await workbench.open();
  const prompt = workbench.editors.prompt('planner');
  await workbench.team.select('Planner');
  const panel = workbench.editors.panel('Agent');
  await expect(page.getByRole('group', { name: 'Tokens planner would be given' })).toBeVisible();
  expect(fetched).toEqual([]);

  await workbench.editors.replaceText(prompt, 'Say {role}, then ');
  await expect(panel.locator('pre .prompt-placeholder')).toHaveText('{role}');
  await expect.poll(() => fetched.length).toBe(1);
  await page.keyboard.type('{se');
  release();
  await expect(page.getByRole('option', { name: /^\{sees\}/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await page.keyboard.type('!');
  await expect(page.getByRole('group', { name: 'Tokens planner would be given' })).toContainText(/Say.planner,.then.*!/);
});

test('an agent is edited: its prompt with the tokens it comes to, its template, settings and files', { tag: LONG }, async ({
  workbench,
  page,
}) => {
  await workbench.open();
  await test.step('a prompt names what changes, and the tokens it comes to are those of the recorded run', async () => {
    const { editors, team, episodes } = workbench;
    const panel = editors.panel('Agent');
    await team.select('Solver');

    // The same tokens as the episode reader shows, for the same episode.
    const tokens = page.getByRole('group', { name: 'Tokens solver would be given' });
    await expect(tokens).toContainText('planner: 1+4');
    await expect(panel.getByText('26 of 1024 tokens, 12 for the answer')).toBeVisible();
    await expect(panel.getByText('Iteration 40, episode 0')).toBeVisible();
    const read = (await episodes.promptOf('Solver')).replaceAll(/\s+/g, '');
    for (const line of await segmentTexts(tokens)) expect(read).toContain(line);

    await panel.getByText('demonstrations', { exact: true }).click();
    await expect(panel.getByText('Problem 0', { exact: true })).toBeVisible();
    await expect(tokens).toContainText('example: a demonstration');
    await panel.getByRole('button', { name: 'Next problem' }).click();
    await expect(panel.getByText('Problem 1', { exact: true })).toBeVisible();

    // A brace offers what there is; what stands for somebody follows the team.
    const prompt = editors.prompt('solver');
    await editors.replaceText(prompt, 'Trust ');
    await page.keyboard.type('{se');
    await expect(page.getByRole('option', { name: /^\{sees\}/ })).toBeVisible();
    await page.keyboard.press('Enter');
    await page.keyboard.type('.');
    await expect(tokens).toContainText(/Trust.planner\./);
    await team.select('Planner');
    await team.role.fill('thinker');
    await team.role.press('Enter');
    await team.select('Solver');
    await expect(tokens).toContainText(/Trust.thinker\./);

    // A slip is told, and mended.
    await editors.replaceText(prompt, 'You are {rolle}, {"not": "this"}.');
    await expect(panel.getByText('“{rolle}” is no placeholder, so the agent reads it as written.')).toBeVisible();
    await expect(tokens).toContainText(/You.are.\{rolle\}/);
    await panel.getByRole('button', { name: 'Replace it with {role}' }).click();
    await expect(tokens).toContainText(/You.are.solver,.\{"not":."this"\}\./);
    await expect(panel.getByRole('button', { name: /^Replace it with/ })).toBeHidden();

    await panel.getByLabel('Max new tokens', { exact: true }).fill('1020');
    await expect(panel.getByText(/tokens too many: a run would be refused/)).toBeVisible();
  });

  await test.step('the model’s chat template is chosen, and the preview is the conversation that it lays out', async () => {
    const { editors, team } = workbench;
    await workbench.undoAll();
    await editors.openTab('Training');
    await editors.setting('Layout of prompts').click();
    await page.getByRole('option', { name: 'the model’s chat template' }).click();
    await team.select('Solver');
    const tokens = page.getByRole('group', { name: 'Tokens solver would be given' });
    await expect(tokens).toContainText(/chat template.*‹im_start›user:.*planner: .*‹im_start›assistant:/s);
  });

  await test.step('templates, settings and files: each marked, explained and one step to undo', async () => {
    const { editors, team } = workbench;
    await workbench.undoAll();
    const panel = editors.panel('Agent');
    await team.select('Solver');
    const prompt = editors.prompt('solver');
    await expect(page.getByRole('group', { name: 'Tokens solver would be given' })).toBeVisible();
    await panel.getByRole('button', { name: 'Template' }).press('Enter');
    await page.getByRole('menuitem', { name: /^Critic/ }).click();
    await workbench.closeMessage();
    await expect(panel).toContainText(/Name.the.weakest.point/);
    await expect(panel.getByLabel('Max new tokens', { exact: true })).toHaveValue('128');
    await workbench.undo();
    await expect(panel).toContainText(/Compute.the.answer\./);
    await expect(workbench.button('Undo')).toBeDisabled();

    await panel.getByRole('combobox', { name: 'Way to sample' }).click();
    await page.getByRole('option', { name: /^Exploring/ }).click();
    await expect(panel.getByLabel('Temperature', { exact: true })).toHaveValue('1.3');
    await panel.getByRole('button', { name: /^Changed; the default is 1\. Reset “Temperature”/ }).click();
    await expect(panel.getByRole('combobox', { name: 'Way to sample' })).toHaveValue('Default');
    await panel.getByRole('button', { name: 'Only Solver learns' }).click();
    await expect(panel.getByLabel('Frozen', { exact: true })).not.toBeChecked();
    await team.select('Planner');
    await expect(panel.getByLabel('Frozen', { exact: true })).toBeChecked();
    await panel.getByRole('button', { name: 'Everybody learns' }).click();
    await expect(panel.getByLabel('Frozen', { exact: true })).not.toBeChecked();
    // The preview above it would push it away while it comes.
    await expect(page.getByRole('group', { name: 'Tokens planner would be given' })).toBeVisible();
    await panel.getByRole('button', { name: 'About “Temperature”' }).press('Enter');
    await expect(page.getByRole('dialog', { name: 'About “Temperature”' })).toContainText('gconfig.temperature');
    await page.keyboard.press('Escape');

    // A role profile of MARFT, dropped, with what has no place here said.
    await team.select('Solver');
    const profile = [{ role: 'checker', prompt: '<|im_start|>system: Check {role}.<|im_end|>\n', with_answer: true, device: 'cuda:0' }];
    await dropFile(panel.getByRole('textbox', { name: 'Label' }), 'checker.json', JSON.stringify(profile));
    const message = page.getByRole('alert').filter({ hasText: 'Taken over' });
    await expect(message).toContainText('“device” has no place in a project');
    await expect(message).toContainText('still called “solver”');
    await workbench.closeMessage();
    await expect(prompt).toBeVisible();
    await expect(panel).toContainText(/Check.\{\{role\}\}\./);

    // Out as a file with all settings, into another agent.
    const downloading = page.waitForEvent('download');
    await panel.getByRole('button', { name: 'File' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Download the agent' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('solver.json');
    await team.select('Planner');
    const choosing = page.waitForEvent('filechooser');
    await panel.getByRole('button', { name: 'File' }).press('Enter');
    await page.getByRole('menuitem', { name: /^Open an agent or profile/ }).click();
    await (await choosing).setFiles(await download.path());
    await expect(page.getByRole('alert').filter({ hasText: 'Taken over' })).toContainText('in the file it is “solver”');
    await expect(panel).toContainText(/Check.\{\{role\}\}\./);
  });
});

/** Texts of the segments without spaces, as the tokens have them. */
async function segmentTexts(tokens: Locator): Promise<string[]> {
  const texts = await tokens.locator('[class*=tokens]').allTextContents();
  return texts.slice(0, -1).map((text) => text.replaceAll(/\s+/g, ''));
}

/** Drops a file as the browser does it. */
async function dropFile(target: Locator, name: string, content: string): Promise<void> {
  const dataTransfer = await target.page().evaluateHandle(
    ([file, text]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text ?? ''], file ?? '', { type: 'application/json' }));
      return transfer;
    },
    [name, content],
  );
  await target.dispatchEvent('dragover', { dataTransfer });
  await target.dispatchEvent('drop', { dataTransfer });
}
