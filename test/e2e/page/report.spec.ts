/** When something goes wrong at a person's desk: what happened, as a text to send, and a page that restores nothing. */
import { readFile } from 'node:fs/promises';
import { violations } from '../support/axe.ts';
import { smallProject } from '../support/projects.ts';
import { expect, test } from '../support/test.ts';

test('a report says what happened, and what a person wrote only when it is ticked; a safe start restores nothing and loses nothing', async ({
  workbench,
  page,
}) => {
  await workbench.open({ ...smallProject({ iterations: 1 }), name: 'Mine alone' });
  await workbench.trainToTheEnd();
  await workbench.importFile('broken.json', '{"version": 1, "half');
  await workbench.closeMessage();

  const dialogue = page.getByRole('dialog', { name: 'What happened' });
  const report = dialogue.getByRole('textbox', { name: /^The report/ });
  await test.step('it names versions, backend and faults, and quotes nobody', async () => {
    await page.keyboard.press('Control+K');
    await page.keyboard.type('what happened');
    await page.keyboard.press('Enter');
    await expect(report).toHaveValue(/- version: \d/);
    await expect(report).toHaveValue(/- backend: (?:wasm|webgpu)/);
    await expect(report).toHaveValue(/\d run loading\n- \S+ run finished/);
    await expect(report).toHaveValue(/\d E_\w+/);
    await expect(report).not.toHaveValue(/Mine alone|half/);
    expect(await violations(page)).toEqual([]);
  });
  await test.step('what is ticked is shown, and saved as it is shown', async () => {
    await dialogue.getByRole('checkbox', { name: 'The open project' }).check();
    await expect(report).toHaveValue(/"name": "Mine alone"/);
    const downloading = page.waitForEvent('download');
    await dialogue.getByRole('button', { name: 'Save as a file' }).click();
    const file = await (await downloading).path();
    expect(await readFile(file, 'utf8')).toBe(await report.inputValue());
  });
  await test.step('a safe start opens as at a first visit', async () => {
    await dialogue.getByRole('link', { name: 'Open the page without what it kept' }).click();
    const line = page.getByRole('complementary', { name: 'Safe start' });
    await expect(line).toBeVisible();
    await expect(workbench.projectName).toHaveValue('Planner and solver');
    await expect(workbench.statusLine).not.toContainText('Finished');
    await line.getByRole('link', { name: 'Open as usual' }).click();
    await expect(line).toHaveCount(0);
    await expect(workbench.projectName).toHaveValue('Mine alone');
  });
});
