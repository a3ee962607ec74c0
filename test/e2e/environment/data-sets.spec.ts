/** Problems from a file: dropped, mapped, tried, trained on, found again, missing, replaced, removed. */
import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, LONG, test } from '../support/test.ts';
import { smallProject } from '../support/projects.ts';

const ROWS = Array.from({ length: 10 }, (_, n) => ({
  question: `bob has ${n} eggs and buys 2 more. how many?`,
  answer: `bob has ${n}+2=<<${n}+2=${n + 2}>>${n + 2} eggs.\n#### ${n + 2}`,
}));
const FILE = ROWS.map((row) => `${JSON.stringify(row)}\n`).join('');
const OTHER = 'question,answer\nhow much is 1+1?,2\nhow much is 2+2?,4\nhow much is 3+1?,4\n';

const dataset = (page: Page) => page.getByRole('region', { name: 'Data set', exact: true });
const dialogue = (page: Page) => page.getByRole('dialog', { name: /^Problems from/ });

/** Drops a file onto the environment panel, as from the desktop. */
async function drop(page: Page, name: string, content: string): Promise<void> {
  const transfer = await page.evaluateHandle(
    ([title, body]) => {
      const data = new DataTransfer();
      data.items.add(new File([body], title));
      return data;
    },
    [name, content] as const,
  );
  for (const type of ['dragenter', 'dragover', 'drop']) await dataset(page).dispatchEvent(type, { dataTransfer: transfer });
}

async function choose(page: Page, button: string, name: string, content: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await dataset(page).getByRole('button', { name: button }).click();
  await (await chooser).setFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(content) });
}

test('a dropped file is mapped, tried, trained on and found again after a reload; removing it can be undone', { tag: LONG }, async ({
  workbench,
  page,
}) => {
  const { editors } = workbench;
  await workbench.open(smallProject({ iterations: 2 }));
  await editors.openTab('Environment');
  await expect(dataset(page)).toContainText('The environment generates its problems.');
  await drop(page, 'sums.txt', FILE);

  const box = dialogue(page);
  await expect(box).toContainText('JSON Lines, one object a line: 10 rows, 2 columns.');
  await expect(box.getByRole('textbox', { name: 'Field 1' })).toHaveValue('problem');
  await expect(box.getByRole('combobox', { name: 'Part of the column of field 2' })).toHaveValue('final');
  await expect(box.getByRole('region', { name: 'Splits' }).getByRole('status')).toHaveText('8 train · 2 test');
  await box.getByRole('textbox', { name: 'Test share, %' }).fill('30');
  await box.getByRole('textbox', { name: 'Rows used (0: all)' }).fill('9');
  await expect(box.getByRole('region', { name: 'Splits' }).getByRole('status')).toHaveText('6 train · 3 test · 1 not used');
  const preview = box.getByRole('region', { name: 'Rows of the file' });
  await preview.getByRole('button', { name: 'Row 3, answer' }).focus();
  await expect(preview.getByRole('region', { name: 'All of row 3, answer' })).toContainText('#### 5');
  await preview.getByRole('button', { name: 'Rows after' }).click();
  await expect(preview.getByRole('status')).toHaveText('Rows 6 to 9 of 10');
  await expect(box.getByRole('region', { name: 'As reset() receives it' })).toContainText(/"answer": "\d+"/);
  await expect(box.getByRole('switch', { name: /Math problems from a file/ })).toBeChecked();
  await box.getByRole('textbox', { name: 'Field 1' }).fill('');
  await expect(box).toContainText('A field needs a name.');
  await expect(box.getByRole('button', { name: 'Attach', exact: true })).toBeDisabled();
  await box.getByRole('textbox', { name: 'Field 1' }).fill('problem');
  await box.getByRole('button', { name: 'Attach', exact: true }).click();
  await expect(box).toBeHidden();
  await expect(dataset(page)).toContainText('10 rows · 6 train, 3 test');
  await expect(dataset(page)).toContainText('Kept in this browser.');
  await workbench.closeMessage();

  await workbench.button('Try one problem').click();
  const trial = page.getByRole('region', { name: 'One problem, step by step' });
  await expect(trial.getByRole('row', { name: /^Observation/ })).toContainText(/bob has \d eggs and buys 2 more/);
  await expect(trial.getByRole('row', { name: /^Reward/ })).toContainText('1');

  await workbench.trainToTheEnd();
  await expect(workbench.episodes.transcript).toContainText(/bob has \d eggs and buys 2 more/);

  await page.reload();
  await editors.openTab('Environment');
  await expect(dataset(page)).toContainText('10 rows · 6 train, 3 test');
  await dataset(page).getByRole('button', { name: 'Remove the data set' }).click();
  await expect(dataset(page)).toContainText('The environment generates its problems.');
  await workbench.undo();
  await expect(dataset(page)).toContainText('10 rows · 6 train, 3 test');
});

test('a file that is missing is asked for and known from others, and one that cannot be read says at which line', { tag: LONG }, async ({
  workbench,
  page,
}) => {
  await test.step('a file that cannot be read says at which line, and changes nothing', async () => {
    await workbench.open();
    await workbench.editors.openTab('Environment');
    await choose(page, 'Problems from a file…', 'broken.jsonl', '{"a": 1}\n{"a": 2,}\n');
    await expect(dataset(page).getByRole('alert', { name: 'Problems' })).toContainText(
      'Line 2, column 9, of broken.jsonl cannot be read as JSON',
    );
    await expect(workbench.button('Undo')).toBeDisabled();
  });

  await test.step('a project whose file is not here asks for it, and knows it from others', async () => {
    const { editors } = workbench;
    const project = smallProject({ iterations: 1 });
    const named = { name: 'sums.txt', digest: createHash('sha256').update(FILE).digest('hex'), rows: 10 };
    await workbench.begin({ ...project, environment: { ...project.environment, dataset: named } });
    await workbench.train();
    await expect(workbench.problems.first()).toContainText('E_DATASET_MISSING');

    await editors.openTab('Environment');
    await expect(dataset(page)).toContainText('“sums.txt” (10 rows, SHA-256');
    await choose(page, 'Choose the file…', 'other.csv', OTHER);
    await expect(dataset(page).getByRole('alert', { name: 'Problems' })).toContainText('“other.csv” is another file');
    await choose(page, 'Choose the file…', 'renamed.jsonl', FILE);
    await expect(dataset(page)).toContainText('10 rows · 8 train, 2 test');
    await expect(workbench.problems).toHaveCount(0);
  });
});
