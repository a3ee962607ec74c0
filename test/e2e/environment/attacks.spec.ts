/** Code from outside: not run before somebody agreed, and harmless when somebody did. */
import { linkHash } from '../../../src/core/share/share.ts';
import { ATTACKS } from '../../integration/session/sandbox/attackTable.ts';
import { violations } from '../support/axe.ts';
import { countEvaluations, evaluations } from '../support/evaluations.ts';
import { editedEnvironment, smallProject } from '../support/projects.ts';
import { TRAINING } from '../support/workbench.ts';
import { expect, LONG, test } from '../support/test.ts';

/** Attacks that the check at load does not hold against the module, because an honest one may refuse what it asks. */
const SEEN_WHEN_TRIED = ['E_ENV_THROW', 'E_ENV_RESULT'];

function projectWith(name: string, source: string) {
  return { ...smallProject({ iterations: 1 }), name, environment: { file: 'stranger.ts', source, dataset: null } };
}

test('code from a file runs only after somebody has read it and agreed', async ({ workbench, page }) => {
  const { editors } = workbench;
  const environment = editors.panel('Environment');
  const notice = 'This environment came from outside and is held back';
  const source = editedEnvironment('how many?`', 'how many, stranger?`');
  await workbench.open(projectWith('A present', source));

  await test.step('the code is shown, and nothing runs while it is', async () => {
    await expect(workbench.consent).toContainText('“A present” brings its own environment');
    await expect(workbench.consent).toContainText(/stranger\.ts · \d+ lines · \d+\.\d KB/);
    await expect(workbench.consent.getByRole('textbox', { name: /^Code to read/ })).toBeVisible();
    await expect(workbench.consent).toContainText('It cannot reach the network');
    expect(await violations(page)).toEqual([]);
  });
  await test.step('a click in the moment in which other code comes in its place lets neither run', async () => {
    await expect(workbench.consent.getByRole('button', { name: 'Run it' })).toBeEnabled();
    const other = projectWith('A swap', editedEnvironment('how many?`', 'how many, thief?`'));
    await workbench.consent.evaluate(
      async (dialogue, hash) => {
        window.location.hash = hash;
        await new Promise<void>((resolve) => {
          const look = () => dialogue.textContent.includes('A swap') && resolve();
          new MutationObserver(look).observe(dialogue, { subtree: true, childList: true, characterData: true });
        });
        [...dialogue.querySelectorAll('button')].at(-1)?.click();
      },
      linkHash(other, [], { carryCode: true }),
    );
    await expect(workbench.consent).toContainText('A swap');
    await workbench.consent.getByRole('button', { name: 'Keep it closed' }).click();
    await workbench.closeMessage();
    await workbench.openKept('A present');
    await workbench.consent.getByRole('button', { name: 'Keep it closed' }).click();
  });

  const isHeld = async (): Promise<void> => {
    await editors.openTab('Environment');
    await expect(environment).toContainText(notice);
    await expect(environment).not.toContainText('loads');
    await expect(environment.getByRole('button', { name: 'Try one problem' })).toBeDisabled();
    await expect(workbench.button('Train')).toBeDisabled();
    await expect(workbench.button('Train')).toHaveAccessibleDescription(/review it before you train/);
    await expect(workbench.statusLine).toContainText('Environment code held back');
  };
  await test.step('kept closed, it is held back everywhere, and says so', isHeld);
  expect(await violations(page)).toEqual([]);
  await test.step('edited, it still is', async () => {
    await editors.replaceText(editors.environment, `${source}\n// looked at`);
    await isHeld();
  });
  await test.step('reloaded, it still is', async () => {
    await workbench.untilKept('// looked at');
    await page.reload();
    await expect(workbench.projectName).toHaveValue('A present');
    await isHeld();
  });
  await test.step('another project in its place runs, and this one opened again is still held back', async () => {
    await workbench.importFile('good.json', JSON.stringify(smallProject({ iterations: 1 })));
    await workbench.closeMessage();
    await expect(environment.getByRole('status').filter({ hasText: 'loads' })).toBeVisible();
    await workbench.openKept('A present');
    await workbench.consent.getByRole('button', { name: 'Keep it closed' }).click();
    await isHeld();
  });
  await test.step('agreed to twice in one moment, it is looked at once', async () => {
    await countEvaluations(page, ['how many, stranger?', 'export default']);
    await environment.getByRole('button', { name: 'Review the code' }).click();
    const run = workbench.consent.getByRole('button', { name: 'Run it' });
    await expect(run).toBeEnabled();
    expect(await evaluations(page)).toEqual({});
    await run.dblclick();
    await expect(environment.getByRole('status').filter({ hasText: 'loads' })).toBeVisible();
    await expect(environment).not.toContainText(notice);
    await expect(environment).toContainText('Keeps nothing between calls');
    expect(await evaluations(page)).toMatchObject({ load: 1 });
    expect(Object.values(await evaluations(page)).filter((times) => times > 1)).toEqual([]);
  });
  await test.step('it is remembered, and trains', async () => {
    await page.reload();
    await expect(workbench.projectName).toHaveValue('A present');
    await workbench.trainToTheEnd();
    await expect(workbench.consent).toBeHidden();
  });
});

test('the worst attacks end with an error that says what happened, and a good environment trains after them', { tag: LONG }, async ({
  workbench,
}) => {
  const { editors } = workbench;
  const panel = editors.panel('Environment');
  await workbench.open();
  await editors.openTab('Environment');
  await expect(panel.getByRole('status').filter({ hasText: 'loads' })).toBeVisible();
  for (const { group, tries, source, code, says } of ATTACKS.filter(({ worst }) => worst)) {
    await test.step(`${group}: ${tries}`, async () => {
      await workbench.importFile('attack.json', JSON.stringify(projectWith(tries, source)));
      // The message goes after seconds, which a busy page may need to show the code: it is closed first.
      await workbench.closeMessage();
      await workbench.agree();
      if (SEEN_WHEN_TRIED.includes(code)) {
        await expect(panel.getByRole('status').filter({ hasText: 'loads' })).toBeVisible(TRAINING);
        await panel.getByRole('button', { name: 'Try one problem' }).click();
      }
      const problem = panel.getByRole('alert', { name: 'Problems' }).filter({ hasText: code }).first();
      await expect(problem).toBeVisible(TRAINING);
      await expect(problem).toContainText(says);
      if (/Line \d+/.test((await problem.textContent()) ?? '')) await expect(panel.locator('.squiggly-error').first()).toBeAttached();
      await expect(workbench.projectName, 'the page answers').toHaveValue(tries);
    });
  }
  await workbench.importFile('good.json', JSON.stringify(smallProject({ iterations: 1 })));
  await workbench.closeMessage();
  await expect(panel.getByRole('status').filter({ hasText: 'loads' })).toBeVisible();
  await workbench.trainToTheEnd();
});
