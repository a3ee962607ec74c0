/** Warming a team up in the page: a new base from the environment's demonstrations, kept, used, and trained on. */
import type { ProjectDocument } from '../../../src/core/document/schema.ts';
import { violations } from '../support/axe.ts';
import { expect, LONG, test } from '../support/test.ts';
import { smallProject } from '../support/projects.ts';
import { TRAINING, type Workbench } from '../support/workbench.ts';

/** Settings with which a warm start takes seconds. */
function tinyProject(change: Partial<ProjectDocument['warmStart']> = {}): ProjectDocument {
  const project = smallProject();
  const tiny = { tokens: 6000, hiddenSize: 32, layers: 1, evaluateEpisodes: 8, evaluateEvery: 4, target: 1, ...change };
  return { ...project, name: 'Tiny words', warmStart: { ...project.warmStart, ...tiny } };
}

const panel = ({ editors }: Workbench) => editors.panel('Warm start');
const status = (workbench: Workbench) => panel(workbench).getByRole('status');

async function warmUp(workbench: Workbench): Promise<void> {
  await workbench.editors.openTab('Warm start');
  await panel(workbench).getByRole('button', { name: 'Warm up' }).click();
}

test('a new base in seconds: curves, used, a run on it, kept across a reload, deleted', { tag: LONG }, async ({ workbench, page }) => {
  await workbench.open(tinyProject({ target: 0.99 }));
  await warmUp(workbench);
  await expect(status(workbench)).toContainText('The tokens are used up.', TRAINING);
  const missed = panel(workbench).getByRole('region', { name: 'Why it ended below its target' });
  await expect(missed).toContainText('less than the target of 0.99. What it was shown earns');
  await missed.getByRole('button', { name: /^Set “Share right” to / }).click();
  await workbench.closeMessage();
  await expect(panel(workbench).getByLabel('Share right', { exact: true })).not.toHaveValue('0.45');
  await workbench.undo();
  await expect(panel(workbench).getByLabel('Share right', { exact: true })).toHaveValue('0.45');
  await expect(status(workbench)).toContainText(/loss \d.*reward \S+ ± \S+ sampled/);
  for (const title of ['Loss', 'Token accuracy', 'Reward'])
    await expect(panel(workbench).getByRole('img', { name: new RegExp(`^${title} over tokens, last \\d`) })).toBeVisible();
  await panel(workbench).getByText('As a table').click();
  expect(await panel(workbench).getByRole('row').count()).toBeGreaterThan(3);
  expect(await violations(page)).toEqual([]);

  await panel(workbench).getByRole('button', { name: 'Use this base' }).click();
  await expect(panel(workbench)).toContainText('The team now uses “tiny-words-base”');
  await workbench.trainToTheEnd();
  await workbench.undo();
  await expect(panel(workbench).getByRole('button', { name: 'Use this base' })).toBeVisible();
  await workbench.redo();

  await page.reload();
  await workbench.editors.openTab('Training');
  const kept = page.getByRole('group', { name: 'Kept in this browser' });
  await expect(kept).toContainText(/tiny-words-base\s*\d+ kB/);
  await expect(kept.getByRole('button', { name: 'Use “tiny-words-base”' })).toBeDisabled();
  await workbench.trainToTheEnd();
  await kept.getByRole('button', { name: 'Delete “tiny-words-base” from this browser' }).click();
  await expect(kept).toBeHidden();
});

test('a reload in the middle of a warm start says that it ended with the page', { tag: LONG }, async ({ workbench, page }) => {
  await workbench.open(tinyProject({ trains: 'adapters', tokens: 10_000_000, evaluateEvery: 0 }));
  await warmUp(workbench);
  await expect(status(workbench)).toContainText('of at most 10,000,000 tokens', TRAINING);
  page.once('dialog', (asks) => void asks.accept());
  await page.reload();
  const said = page.getByRole('alert').filter({ hasText: 'A warm start ended with the page' });
  await expect(said).toContainText('“Tiny words” was going on');
  await page.reload();
  await expect(workbench.button('Train')).toBeEnabled();
  await expect(said, 'once').toHaveCount(0);
});

test('adapters are warmed up until somebody stops it, and the next run starts from them', { tag: LONG }, async ({ workbench, page }) => {
  await workbench.open(tinyProject({ trains: 'adapters', tokens: 10_000_000, evaluateEvery: 0 }));
  await warmUp(workbench);
  await expect(status(workbench)).toContainText('of at most 10,000,000 tokens', TRAINING);
  await expect(panel(workbench).getByRole('progressbar', { name: 'Tokens of the warm start' })).toBeAttached();
  await expect(workbench.button('Train')).toHaveAttribute('aria-disabled', 'true');
  await panel(workbench).getByRole('button', { name: 'Stop and keep' }).click();
  await expect(status(workbench)).toContainText('Stopped.', TRAINING);
  const downloading = page.waitForEvent('download');
  await panel(workbench).getByRole('button', { name: 'Download' }).click();
  expect((await downloading).suggestedFilename()).toBe('tiny-words-adapters.zip');
  await panel(workbench).getByRole('button', { name: 'Train from these adapters' }).click();
  await workbench.untilPhase('Finished');
});

test('episodes of a file are learnt, and an environment without demonstrations offers that', { tag: LONG }, async ({ workbench, page }) => {
  await test.step('episodes of a file are learnt; what is wrong with them is said where they are', async () => {
    await workbench.open(tinyProject({ trains: 'adapters', tokens: 1000, evaluateEvery: 0 }));
    await workbench.editors.openTab('Warm start');
    await panel(workbench).getByRole('combobox', { name: 'Learns from' }).click();
    await page.getByRole('option', { name: 'A file of episodes' }).click();
    await expect(panel(workbench).getByRole('button', { name: 'Warm up' })).toBeDisabled();
    await expect(panel(workbench)).toContainText('Choose a file of episodes first.');
    const give = async (content: string) => {
      const dialogue = page.waitForEvent('filechooser');
      await panel(workbench).getByRole('button', { name: 'Choose a file…' }).click();
      await (await dialogue).setFiles({ name: 'said.jsonl', mimeType: 'application/jsonl', buffer: Buffer.from(content) });
      await expect(panel(workbench)).toContainText('said.jsonl');
      await panel(workbench).getByRole('button', { name: 'Warm up' }).click();
    };
    const episode = (answer: string, last = 'solver') =>
      JSON.stringify({
        observation: 'bob has 2 bags of 3 figs. how many?',
        messages: [
          { role: 'planner', text: '2*3' },
          { role: last, text: answer },
        ],
      });
    await give(`${episode('=6')}\n${episode('=6', 'verifier')}\n`);
    await expect(panel(workbench).getByRole('alert')).toContainText('Line 2 of said.jsonl has no message of “solver”', TRAINING);
    await give(`${episode('=6')}\n`);
    await expect(status(workbench)).toContainText('The tokens are used up.', TRAINING);
  });

  await test.step('an environment without demonstrations says so, and offers the other ways', async () => {
    const project = tinyProject();
    const source = `export default {
  name: 'Silent', description: '',
  reset: () => ({ state: 0, observation: 'say 1' }),
  step: ({ state }) => ({ state, observation: '', reward: 0, terminated: true, truncated: false }),
};`;
    await workbench.begin({ ...project, environment: { ...project.environment, source } });
    await workbench.agree();
    await workbench.editors.openTab('Warm start');
    await expect(panel(workbench)).toContainText('has no demonstrate()');
    await expect(panel(workbench).getByRole('button', { name: 'Warm up' })).toBeDisabled();
  });
});
