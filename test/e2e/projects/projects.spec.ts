/** Several projects, links, lessons, files dropped on the page, and one project in two tabs. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { baseFolder, readFolder } from '../../../headless/kit/folders.ts';
import { zipFiles } from '../../../src/core/formats/archive.ts';
import type { Files } from '../../../src/core/formats/files.ts';
import { carriedFiles } from '../../../src/core/share/carried.ts';
import { Workbench } from '../support/workbench.ts';
import { expect, LONG, test } from '../support/test.ts';
import { editedEnvironment, smallProject } from '../support/projects.ts';

/** Drops a file somewhere on the page, as from the desktop. */
async function drop(page: Page, name: string, content: Uint8Array | string): Promise<void> {
  const bytes = [...(typeof content === 'string' ? new TextEncoder().encode(content) : content)];
  const transfer = await page.evaluateHandle(
    ([title, body]) => {
      const data = new DataTransfer();
      data.items.add(new File([Uint8Array.from(body)], title));
      return data;
    },
    [name, bytes] as const,
  );
  const target = page.getByRole('banner');
  for (const type of ['dragenter', 'dragover']) await target.dispatchEvent(type, { dataTransfer: transfer });
  await expect(page.getByText('Drop to open')).toBeVisible();
  await target.dispatchEvent('drop', { dataTransfer: transfer });
  await expect(page.getByText('Drop to open')).toBeHidden();
}

const rename = async (workbench: Workbench, name: string): Promise<void> => {
  await workbench.projectName.fill(name);
  await workbench.projectName.press('Enter');
};

test('projects are begun, kept apart, renamed, deleted and brought back; files of every kind are dropped', async ({ workbench, page }) => {
  const { team } = workbench;
  const list = page.getByRole('dialog', { name: 'Projects' });
  await workbench.open();
  await rename(workbench, 'First');
  await team.add();
  await workbench.openShipped(/^Relay with a weak runner/);
  await expect(page.getByText('“First” is kept under Projects.')).toBeVisible();
  await workbench.closeMessage();
  await expect(workbench.button('Undo'), 'a history of its own').toBeDisabled();
  await expect(workbench.shownRun).toHaveValue('Relay with a weak runner (recorded)');
  await rename(workbench, 'Second');

  await workbench.projectMenu(/^Projects…/);
  await list.getByRole('button', { name: 'Open First' }).click();
  await workbench.closeMessage();
  await expect(team.agents).toHaveCount(3);
  await workbench.undo();
  await expect(team.agents).toHaveCount(2);
  await workbench.redo();

  await workbench.projectMenu(/^Projects…/);
  await list.getByRole('button', { name: 'What to do with Second' }).click();
  await page.getByRole('menuitem', { name: 'Delete', exact: true }).click();
  await expect(list.getByRole('button', { name: 'Open Second' })).toBeHidden();
  await list.getByRole('button', { name: 'Undo' }).click();
  await list.getByRole('button', { name: 'What to do with Second' }).click();
  await page.getByRole('menuitem', { name: 'Rename…', exact: true }).click();
  await page.keyboard.insertText('Relay');
  await page.keyboard.press('Enter');
  await expect(list.getByRole('button', { name: 'Open Relay' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(workbench.projectName).toHaveValue('First');
  await expect(team.agents).toHaveCount(3);

  const project = JSON.stringify({ ...smallProject(), name: 'Dropped' });
  await drop(page, 'run.zip', zipFiles({ 'project.json': new TextEncoder().encode(project), 'run.json': new Uint8Array(3) }));
  await expect(workbench.projectName).toHaveValue('Dropped');
  await expect(page.getByText('was taken out of run.zip')).toBeVisible();
  await workbench.closeMessage();
  await drop(page, 'roles.json', JSON.stringify([{ role: 'alone', prompt: 'Do all.', with_answer: true }]));
  await expect(team.agents).toHaveCount(1);
  await workbench.closeMessage();
  await drop(page, 'photo.png', Uint8Array.from([137, 80, 78, 71, 0, 1]));
  await expect(workbench.problems).toContainText('“photo.png” cannot be opened.');
  await drop(page, 'sums.jsonl', '{"question":"1+1?","answer":"2"}\n{"question":"2+2?","answer":"4"}\n');
  await expect(page.getByRole('dialog', { name: /^Problems from/ })).toContainText('2 rows, 2 columns');
});

test('a link opens the same project elsewhere, its code held back; a broken one says why', async ({
  workbench,
  page,
  context,
  browser,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const source = editedEnvironment('boxes', 'bags');
  await workbench.open({ ...smallProject(), name: 'Shared', environment: { ...smallProject().environment, source } });
  await workbench.agree();
  await workbench.projectMenu(/^Share link…/);
  const dialogue = page.getByRole('dialog', { name: 'Share a link' });
  await expect(dialogue.getByRole('status')).toHaveText(/^\d\.\d kB; nothing is uploaded/);
  await dialogue.getByRole('button', { name: 'Copy link' }).click();
  await expect(dialogue.getByRole('button', { name: 'Copied' })).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toBe(await dialogue.getByRole('textbox', { name: 'Link' }).inputValue());

  const elsewhere = await browser.newContext();
  const other = new Workbench(await elsewhere.newPage());
  await other.page.goto(link);
  await expect(other.projectName).toHaveValue('Shared');
  expect(new URL(other.page.url()).hash, 'it is taken out of the address').toBe('');
  await other.agree();
  await other.page.goto(link.slice(0, -20));
  await expect(other.problems).toContainText('The link could not be opened.');
  await expect(other.problems).toContainText('E_LINK_DAMAGED');

  await test.step('a base that only this browser has is named by the link, and goes along in a file', async () => {
    const brings = (target: Workbench) => target.page.getByRole('dialog', { name: 'The project brings a base model' });
    const onMine = { ...smallProject(), name: 'On my base', team: { ...smallProject().team, base: 'mine' } };
    await page.keyboard.press('Escape');
    await workbench.importFile('mine.zip', Buffer.from(zipFiles(carriedFiles(onMine, { mine: readFolder(baseFolder('micro')) }) as Files)));
    await expect(brings(workbench)).toContainText(/mine: \d+ kB, fingerprint [0-9a-f]{12}…/);
    await brings(workbench).getByRole('button', { name: 'Keep it and open' }).click();
    await expect(page.getByText('Its base “mine” is kept in this browser.')).toBeVisible();
    await workbench.projectMenu(/^Share link…/);
    await expect(dialogue).toContainText(/“mine” \(\d+ kB, fingerprint [0-9a-f]{12}…\) is only in this browser/);
    const named = await dialogue.getByRole('textbox', { name: 'Link' }).inputValue();
    const downloading = page.waitForEvent('download');
    await dialogue.getByRole('button', { name: 'Download with its base' }).click();
    const carried = await readFile(await (await downloading).path());

    await other.page.goto('about:blank');
    await other.page.goto(named);
    await expect(other.projectName).toHaveValue('On my base');
    await expect(other.problems).toContainText(/There is no base model “mine” here\. .* a fingerprint that begins with [0-9a-f]{12}/);
    await other.importFile('on-my-base-with-base.zip', carried);
    await brings(other).getByRole('button', { name: 'Keep it and open' }).click();
    await expect(other.page.getByText('Its base “mine” is kept in this browser.')).toBeVisible();
    await expect(other.problems).toBeHidden();
    await other.trainToTheEnd();
  });
  await elsewhere.close();
});

test('a teacher’s link shows a task, hides and locks the rest, and can be left', { tag: LONG }, async ({ workbench, page }) => {
  await workbench.open(smallProject());
  await workbench.projectMenu(/^Teacher’s link…/);
  const dialogue = page.getByRole('dialog', { name: 'Teacher’s link' });
  await dialogue.getByRole('textbox', { name: 'Title' }).fill('Learning rates');
  await dialogue.getByRole('textbox', { name: 'Task' }).fill('Which one is best?');
  for (const name of ['Environment', 'Runs', 'Learn', 'Project menu', 'Settings that cannot be changed'])
    await dialogue.getByRole('checkbox', { name, exact: true }).uncheck();
  await dialogue.getByRole('radio', { name: 'Only this' }).check();
  await dialogue.getByRole('combobox', { name: 'Choose what may be changed' }).fill('Learning rate');
  await page.getByRole('option', { name: 'Learning rate', exact: true }).first().click();
  const link = await dialogue.getByRole('textbox', { name: 'Link' }).inputValue();

  await page.goto('about:blank');
  await page.goto(link);
  const lesson = page.getByRole('region', { name: 'Lesson' });
  await expect(lesson).toContainText('Which one is best?');
  await expect(page.getByText('open in another tab'), 'this tab is alone').toBeHidden();
  await expect(page.getByRole('navigation', { name: 'Places' }).getByRole('button')).toHaveText(['Team', 'Training', 'Inspect']);
  await expect(workbench.button('Project')).toBeHidden();
  await workbench.team.add();
  await expect(page.getByRole('alert').filter({ hasText: 'This lesson keeps' })).toBeVisible();
  await expect(workbench.team.agents).toHaveCount(2);
  await workbench.editors.openTab('Training');
  await expect(workbench.editors.setting('Seed')).toBeHidden();
  await workbench.editors.set({ 'Learning rate': 0.001 });
  await expect(workbench.button('Undo')).toBeEnabled();

  await page.reload();
  await expect(lesson, 'a reload stays in the lesson').toBeVisible();
  await lesson.getByRole('button', { name: 'Leave teaching view' }).click();
  await expect(lesson).toBeHidden();
  await expect(workbench.editors.setting('Seed')).toBeEnabled();
  await expect(workbench.button('Project')).toBeVisible();
});

test('a second tab on one project is told; its edits are a copy, or it takes the project over', { tag: LONG }, async ({
  workbench,
  page,
  context,
}) => {
  await workbench.open();
  await rename(workbench, 'Twice');
  await workbench.untilKept('"name":"Twice"');
  const second = new Workbench(await context.newPage());
  await second.page.goto('/');
  const told = (at: Page) => at.getByText('This project is open in another tab. What you change here is saved as a copy.');
  await expect(told(second.page)).toBeVisible();
  await expect(second.projectName).toHaveValue('Twice');
  await second.button('Take over here').click();
  await expect(told(second.page)).toBeHidden();
  await expect(told(page)).toBeVisible();
  await workbench.team.add();
  await expect(workbench.projectName).toHaveValue('Twice (copy)');
  await expect(told(page)).toBeHidden();
  await expect(second.projectName).toHaveValue('Twice');
  await expect(second.team.agents).toHaveCount(2);
});
