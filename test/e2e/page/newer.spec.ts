/** Two builds at one address: what a newer one keeps in the browser is named by an older one, and left as it is. */
import { violations } from '../support/axe.ts';
import { goTo } from '../support/places.ts';
import { smallProject } from '../support/projects.ts';
import { expect, LONG, test } from '../support/test.ts';

const CONSENT = 'marft-workbench.consent';
const NEWER = JSON.stringify({ version: 2, agreed: { 'a hash': 'in another form' } });

test('a newer workbench’s projects and consent are named and left alone, and nothing is called full', async ({ workbench, page }) => {
  await page.goto('/');
  await expect(workbench.projectName).toHaveValue('Planner and solver');
  // As a newer tab does beside this one, which has to let go of the database.
  await page.evaluate(
    ([key, text]) =>
      new Promise<void>((resolve, reject) => {
        localStorage.setItem(key!, text!);
        const opening = indexedDB.open('marft-workbench-projects', 2);
        opening.onblocked = () => reject(new Error('the older page holds the database'));
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          opening.result.close();
          resolve();
        };
      }),
    [CONSENT, NEWER],
  );
  await page.reload();
  const alerts = page.getByRole('alert').filter({ hasText: 'A newer version of the workbench wrote' });
  await expect(alerts.filter({ hasText: 'your projects in this browser' })).toContainText('Nothing of it was changed.');
  await expect(alerts.filter({ hasText: 'which code you agreed to run' })).toContainText('format 2; this version reads up to 1');
  await expect(alerts).toHaveCount(2);
  expect(await violations(page)).toEqual([]);
  await workbench.projectName.fill('Written by an older page');
  await workbench.projectName.blur();
  await page.waitForTimeout(1000); // edits are written after 400 ms
  await expect(page.getByText('storage is full')).toHaveCount(0);
  expect(await page.evaluate((key) => localStorage.getItem(key), CONSENT)).toBe(NEWER);
  const versions = await page.evaluate(async () => (await indexedDB.databases()).map(({ name, version }) => `${name} ${version}`));
  expect(versions).toContain('marft-workbench-projects 2');
  // The edit is in local storage, so it outlasts a reload.
  await page.reload();
  await expect(workbench.projectName).toHaveValue('Written by an older page');
});

test('a run whose card a newer workbench wrote is named, can be saved, and is not offered to be deleted', { tag: LONG }, async ({
  workbench,
  page,
}) => {
  await workbench.open(smallProject({ iterations: 1 }));
  await workbench.trainToTheEnd();
  const written = await page.evaluate(async () => {
    const own = await (await navigator.storage.getDirectory()).getDirectoryHandle('marft-workbench');
    const runs = (await own.getDirectoryHandle('runs')) as unknown as { values(): AsyncIterable<FileSystemDirectoryHandle> };
    for await (const run of runs.values()) {
      const file = await run.getFileHandle('card.json');
      const text = (await (await file.getFile()).text()).replace('{', '{ "format": 2,');
      const writing = await file.createWritable();
      await writing.write(text);
      await writing.close();
      return text;
    }
    return null;
  });
  expect(written).not.toBeNull();
  await page.reload();
  await goTo(page, 'Runs');
  const broken = page.getByRole('region', { name: '1 run cannot be read.' });
  await expect(broken).toContainText('A newer version of the workbench wrote card.json (format 2; this version reads up to 1).');
  await expect(broken.getByRole('button')).toHaveText(['Download as it is']);
  await expect(workbench.problems.filter({ hasText: 'keeps nothing for long' })).toHaveCount(0);
});
