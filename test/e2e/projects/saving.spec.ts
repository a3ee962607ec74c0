/** The project outlives the tab: kept in the browser, or downloaded and opened again. */
import { readFile } from 'node:fs/promises';
import { GROUND } from '../../../scripts/page/gallery.ts';
import { unzipFiles } from '../../../src/core/formats/archive.ts';
import { filesUnder } from '../../../src/core/formats/files.ts';
import { parseCard } from '../../../src/core/gallery/card.ts';
import { galleryFault } from '../../../src/core/gallery/folder.ts';
import { parseDocument } from '../../../src/core/document/parse.ts';
import { expect, LONG, test } from '../support/test.ts';
import { endlessProject, smallProject } from '../support/projects.ts';

test('edits, the chosen backend and the colours survive a reload', async ({ workbench, page }) => {
  await test.step('edits survive a reload', async () => {
    const { team, editors } = workbench;
    await workbench.open();
    await workbench.projectName.fill('My experiment');
    await workbench.projectName.press('Enter');
    await team.add();
    await team.toggleHearing('Solver');
    await editors.replaceText(editors.prompt('agent'), 'Check the answer twice.');
    await editors.set({ Seed: 7 });
    await workbench.button('Switch to dark colours').click();
    await editors.setting('Backend').click();
    await page.getByRole('option', { name: 'Plain JavaScript (TensorFlow.js)' }).click();

    await page.reload();
    await expect(workbench.projectName).toHaveValue('My experiment');
    await expect(editors.setting('Seed'), 'the reload came back to the same place').toHaveValue('7');
    await expect(editors.setting('Backend')).toHaveValue('Plain JavaScript (TensorFlow.js)');
    await expect(workbench.button('Switch to light colours')).toBeVisible();
    await team.select('agent');
    await expect(team.connection('solver', 'agent')).toBeAttached();
    await expect(editors.panel('Agent')).toContainText(/Check.the.answer.twice\./);
    await expect(workbench.button('Undo'), 'a reload begins a new history').toBeDisabled();
  });
});

test('projects bring their own run or none, however long its name; a downloaded one opens again, shipped ones are brought back', {
  tag: LONG,
}, async ({ workbench, page }) => {
  await test.step('another project brings its own run, or none; earlier runs can be chosen', async () => {
    const picker = workbench.shownRun;
    await workbench.open(smallProject({ iterations: 1 }));
    await expect(page.getByText('No run on screen').first()).toBeVisible();
    await expect(picker).toHaveValue('');
    await workbench.trainToTheEnd();
    await expect(picker).toHaveValue('Run 1 · Small team');

    await workbench.openShipped(/^Planner and solver, six problem types/);
    // The message goes by itself after seconds: it is closed before anything else is looked at.
    await workbench.closeMessage();
    await expect(picker).toHaveValue('Planner and solver, six problem types (recorded)');
    await expect(workbench.run.getByText('edited since run'), 'nothing was edited').toBeHidden();
    await expect(workbench.statusLine, 'of the run that is not on screen').not.toContainText('iteration 1/1');

    await workbench.showRun('Run 1 · Small team');
    await expect(workbench.statusLine).toContainText('iteration 1/1');
    await expect(workbench.run.getByText('of another project')).toBeVisible();
    await workbench.openShipped(/^Planner and solver Sums/);
    await workbench.closeMessage();
    await expect(picker).toHaveValue('Planner and solver (recorded)');
    await workbench.importFile('mine.json', JSON.stringify({ ...smallProject(), name: 'Mine' }));
    await workbench.closeMessage();
    await expect(page.getByText('No run on screen').first()).toBeVisible();
    expect((await workbench.runs()).toSorted(), 'none is lost').toEqual([
      'Planner and solver (recorded)',
      'Planner and solver, six problem types (recorded)',
      'Run 1 · Small team',
    ]);
  });

  await test.step('the six-type project opens from the gallery, on its own base model and environment', async () => {
    const { editors } = workbench;
    await workbench.openShipped(/^Planner and solver, six problem types/);
    await expect(workbench.projectName).toHaveValue('Planner and solver, six problem types');
    await workbench.closeMessage();
    await editors.openTab('Training');
    await expect(editors.setting('Base model')).toHaveValue('standard');
    await editors.openTab('Environment');
    await expect(page.getByText('arithmetic-six.env.ts')).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Run on screen' }), 'its recorded run is shown').toHaveValue(/six problem types/);
  });

  await test.step('it is shared as a folder for the gallery, which says what CI would refuse and passes there', async () => {
    await workbench.projectMenu(/^Share link…/);
    await page.getByRole('button', { name: 'Folder for the gallery…' }).click();
    const dialogue = page.getByRole('dialog', { name: 'Folder for the gallery' });
    const download = dialogue.getByRole('button', { name: 'Download the folder' });
    await dialogue.getByLabel('What it shows').fill('Two agents of which one becomes better.');
    await dialogue.getByLabel('What to look at first').fill('the plan of an episode.');
    await dialogue.getByLabel('Author').fill('Somebody');
    await expect(dialogue.getByRole('alert')).toContainText('has no claim for it');
    await expect(download).toBeDisabled();
    await dialogue.getByLabel('What it shows').fill('Two agents on six types of problems.');
    await expect(dialogue.getByRole('alert')).toBeHidden();
    const downloading = page.waitForEvent('download');
    await download.click();
    const files = unzipFiles(new Uint8Array(await readFile(await (await downloading).path())));
    const folder = 'planner-and-solver-six-problem-types';
    expect(galleryFault(folder, filesUnder(files, folder), GROUND)).toBeNull();
    expect(parseCard(files[`${folder}/card.json`]!, folder)).toMatchObject({ run: 'recorded/planner-solver-six', seeds: [1] });
    await page.keyboard.press('Escape');
    await expect(dialogue).toBeHidden();
  });

  await test.step('a downloaded project opens again, and the default one can be brought back', async () => {
    await workbench.begin({ ...smallProject(), name: 'Travelling team' });
    const downloading = page.waitForEvent('download');
    await workbench.projectMenu(/^Save as file/);
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('travelling-team.json');
    const text = await readFile(await download.path(), 'utf8');
    expect(parseDocument(text)).toEqual({ ...smallProject(), name: 'Travelling team' });

    await workbench.openShipped(/^Planner and solver Sums/);
    await expect(workbench.projectName).toHaveValue('Planner and solver');
    await workbench.closeMessage();
    await workbench.importFile('travelling-team.json', text);
    await expect(workbench.projectName).toHaveValue('Travelling team');
  });
});

test('a run under way stays on screen when another project is opened, which is said', { tag: LONG }, async ({ workbench, page }) => {
  await workbench.open(endlessProject());
  await workbench.train();
  await workbench.untilIteration(1);
  await workbench.openShipped(/^Planner and solver, six problem types/);
  await expect(page.getByText('The run of “Small team” continues and stays on screen.')).toBeVisible();
  await expect(workbench.shownRun).toHaveValue('Run 1 · Small team');
  await expect(workbench.run.getByText('live', { exact: true })).toBeVisible();
  await expect(workbench.run.getByText('of another project')).toBeVisible();
  await workbench.showRun('Planner and solver, six problem types (recorded)');
  await expect(workbench.statusLine).toContainText(/run under way: iteration \d+\/100000/);
  await workbench.stop();
});

test('the names of runs can be told apart, however long', { tag: LONG }, async ({ workbench, page }) => {
  const name = 'A team with a name so long that no field of a window of this size shows the whole of it, number one';
  await workbench.open({ ...smallProject({ iterations: 1 }), name });
  await workbench.trainToTheEnd();
  await expect(workbench.shownRun).toHaveAttribute('title', `Run 1 · ${name}`);
  await workbench.shownRun.click();
  const option = page.getByRole('listbox', { name: 'Run on screen' }).getByRole('option', { name: `Run 1 · ${name}` });
  await expect(option).toBeInViewport({ ratio: 1 });
  expect(
    await option.evaluate((element) =>
      [element, ...element.querySelectorAll('*')].every((each) => each.scrollWidth <= each.clientWidth + 1),
    ),
  ).toBe(true);
});
