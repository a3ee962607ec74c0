/** A server of the Tinker protocol trains a team from the page, by way of the process that serves it. */
import { violations } from '../support/axe.ts';
import { goTo } from '../support/places.ts';
import { smallProject } from '../support/projects.ts';
import { startedPage, startedServer } from '../support/started.ts';
import { expect, LONG, test } from '../support/test.ts';
import { TRAINING } from '../support/workbench.ts';

const ENTROPY = 'A Tinker server returns no distributions: set the entropy bonus to 0.';

test('a page that is served with --forward trains on the server; one that is not says why it cannot', { tag: LONG }, async ({
  workbench,
  page,
}) => {
  const trainer = page.getByRole('combobox', { name: 'Policies are trained by' });
  const choose = async (): Promise<void> => {
    await goTo(page, 'Training');
    await trainer.click();
    await page.getByRole('option', { name: 'A server (Tinker protocol)' }).click();
  };
  const problem = (text: string | RegExp) => workbench.problems.filter({ hasText: text }).first();

  await test.step('a host that only hands out files', async () => {
    await workbench.open();
    await choose();
    await expect(page.getByText('This page has no way to a server.')).toBeVisible();
    await expect(page.getByText('npm start -- --forward http://127.0.0.1:8000')).toBeVisible();
    await expect(trainer, 'nothing else was chosen silently').toHaveValue('This computer');
  });

  const server = await startedServer();
  const served = await startedPage('--forward', server.said);
  try {
    const { said: url } = server;
    const region = page.getByRole('region', { name: 'The server' });
    await page.goto(served.said);
    await workbench.importFile('project.json', JSON.stringify(smallProject({ entropyCoef: 0.01, iterations: 1 })));
    await workbench.closeMessage();

    await test.step('what the server refuses is said before a run begins, with the way to what to change', async () => {
      await choose();
      await expect(region.getByText(`Through this page’s own address to ${url}.`)).toBeVisible();
      await expect(region.getByText(ENTROPY)).toBeVisible(TRAINING);
      expect(await violations(page)).toEqual([]);
      await workbench.train();
      await expect(problem(ENTROPY)).toBeVisible();
      await expect(page.getByText('No run on screen').first()).toBeVisible();
      await region.getByRole('button', { name: `Change it: ${ENTROPY}` }).click();
      const entropy = page.getByRole('textbox', { name: 'Entropy bonus', exact: false }).first();
      await expect(entropy).toBeFocused();
      await entropy.fill('0');
      await entropy.blur();
      await expect(region.getByText('The project can be trained there as it is.')).toBeVisible(TRAINING);
      await expect(problem(ENTROPY)).toBeHidden();
    });

    await test.step('it trains, and the run is one like any other, with what is unknown marked', async () => {
      await workbench.train();
      await expect(workbench.statusLine.getByText(/(?:sampling|scoring|differentiating) on the server/).first()).toBeVisible(TRAINING);
      await workbench.untilPhase('Finished');
      await expect(workbench.statusLine).toContainText(`policies on the server at ${url}`);
      await expect(workbench.run).toContainText('1 / 1 · finished');
      await expect(workbench.run).toContainText(`server ${new URL(url).host}`);
      await expect(page.locator('[data-chart=entropy]')).toContainText('Unknown: the server does not tell');
      await goTo(page, 'Inspect');
      await expect(page.getByText('4 episodes', { exact: false }).first()).toBeVisible();
      await expect(page.getByText('The episode’s tokens and where an advantage comes from')).toBeVisible();
      const info = await page.evaluate(async () => {
        const found: unknown[] = [];
        const folders = [await navigator.storage.getDirectory()];
        for (const folder of folders)
          for await (const entry of folder.values()) {
            if (entry.kind === 'directory') folders.push(entry as FileSystemDirectoryHandle);
            else if (entry.name === 'run.json') found.push(JSON.parse(await (await (entry as FileSystemFileHandle).getFile()).text()));
          }
        return found;
      });
      expect(info).toMatchObject([{ server: { url, bases: ['micro'] } }]);
    });

    await test.step('it goes on there, from where the server left it', async () => {
      await workbench.button('1 iteration more').click();
      await expect(workbench.run).toContainText('2 / 2 · finished', TRAINING);
      await expect(workbench.problems).toHaveCount(0);
    });

    await test.step('a server that is down is said to be', async () => {
      await server.end();
      await goTo(page, 'Training');
      await region.getByRole('button', { name: 'Ask again' }).click();
      await expect(region.getByText(`${url} cannot be reached`).first()).toBeVisible(TRAINING);
      await workbench.train();
      await expect(problem(`${url} cannot be reached`)).toBeVisible(TRAINING);
      await expect(workbench.run, 'no run was begun').toContainText('2 / 2 · finished');
    });

    await test.step('the choice lasts beyond the visit, and the page says when it opens that the server is gone', async () => {
      await page.reload();
      await expect(trainer).toHaveValue('A server (Tinker protocol)');
      await expect(problem(`${url} cannot be reached`)).toBeVisible(TRAINING);
    });
  } finally {
    await server.end();
    await served.end();
  }
});
