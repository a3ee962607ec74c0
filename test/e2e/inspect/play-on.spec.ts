/** A run of another trainer is brought a base, its adapters and an environment, and is played on as one's own. */
import { mkdir, writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectRoot } from '../../../headless/kit/folders.ts';
import { unzipFiles } from '../../../src/core/formats/archive.ts';
import { violations } from '../support/axe.ts';
import { goTo } from '../support/places.ts';
import { RECORDED_ITERATION, shownEpisodes } from '../support/recorded.ts';
import { expect, LONG, test } from '../support/test.ts';
import { TRAINING } from '../support/workbench.ts';

const PROMPTS: Readonly<Record<string, string>> = { planner: 'Write only the expression.', solver: 'Compute the answer.' };

/** The recorded run as somebody's script may write rollouts: texts and rewards, and one episode of another environment. */
const rows = (): string =>
  [
    ...shownEpisodes()
      .slice(0, 8)
      .flatMap(({ episode, problem, reward, messages }) =>
        messages.map((message) => ({
          ...{ step: RECORDED_ITERATION, episode, agent: message.role, reward, completion: message.text },
          prompt: [
            { role: 'system', content: PROMPTS[message.role] },
            { role: 'user', content: problem },
            ...messages.filter((_, at) => message.sees.includes(at)).map(({ role, text }) => ({ role, content: text })),
          ],
        })),
      ),
    { step: RECORDED_ITERATION, episode: 99, agent: 'planner', reward: 1, completion: 'Paris', prompt: 'What is the capital of France?' },
  ]
    .map((row) => `${JSON.stringify(row)}\n`)
    .join('');

test(
  'an imported run is played on with what a person brings, which is checked and said first',
  { tag: LONG },
  async ({ workbench, page }, info) => {
    const folder = info.outputPath('checkpoint-39');
    const adapters = unzipFiles(new Uint8Array(readFileSync(join(projectRoot, 'public/recorded/planner-solver/adapters/39.zip'))));
    for (const [path, bytes] of Object.entries(adapters)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), bytes);
    }
    await workbench.open();

    await test.step('imported alone it says what it lacks, and where to bring it', async () => {
      await goTo(page, 'Runs');
      await page.getByRole('button', { name: 'Open a run of another trainer…' }).first().click();
      const file = page.waitForEvent('filechooser');
      await page.getByRole('menuitem', { name: 'A file' }).click();
      await (await file).setFiles({ name: 'theirs.jsonl', mimeType: 'application/json', buffer: Buffer.from(rows()) });
      const dialogue = page.getByRole('dialog');
      await dialogue.getByRole('button', { name: 'Open the run', exact: true }).click();
      await expect(dialogue).toHaveCount(0);
      await page.getByRole('tab', { name: 'Edit and replay' }).click();
      await expect(page.getByRole('status').filter({ hasText: 'This needs a model and an environment' })).toBeVisible();
      await page.getByRole('button', { name: 'Bring what replays need…' }).click();
    });

    const dialogue = page.getByRole('dialog', { name: /^What replays of / });
    await test.step('who speaks has to be said; then all of it is checked', async () => {
      const start = dialogue.getByRole('button', { name: 'Find the problems and keep this' });
      await expect(start).toBeDisabled();
      await expect(dialogue).toContainText('Choose the project whose environment it is.');
      await dialogue.getByRole('combobox', { name: 'Environment, data and settings' }).click();
      await page.getByRole('option', { name: /^The open project/ }).click();
      await expect(dialogue).toContainText('Say who speaks: adapters, or the base itself.');
      await dialogue.getByText('Adapters', { exact: true }).click();
      const chooser = page.waitForEvent('filechooser');
      await dialogue.getByRole('button', { name: 'Choose their folder…' }).click();
      await (await chooser).setFiles(folder);
      await expect(dialogue).toContainText('“checkpoint-39”: 2 adapters');
      await dialogue.getByRole('textbox', { name: 'After iteration' }).fill('39');
      expect(await violations(page)).toEqual([]);
      await start.click();
      await expect(dialogue).toContainText('The environment gives the recorded reward in 8 of 8 episodes.', TRAINING);
      await expect(dialogue).toContainText('The problems of 8 of 9 episodes (88.9 %) are known to the environment');
      await expect(dialogue).toContainText(/adapters of “checkpoint-39” after iteration 39 \(planner, solver\)/);
      await expect(dialogue).toContainText('all that was read, in its order, for 16 of 16 messages.');
      await expect(start, 'what is at work has ended').toBeEnabled();
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press('Escape');
    });

    await test.step('an episode is edited and replayed, under the statement of what played it', async () => {
      const said = page.getByRole('note').filter({ hasText: 'Replays use: environment' });
      await expect(said).toContainText('base micro; adapters of “checkpoint-39” after iteration 39');
      const view = page.getByRole('region', { name: 'Edit and replay' });
      await view.getByRole('textbox', { name: / says instead/ }).fill('1+1');
      await view.getByRole('button', { name: 'Play on', exact: true }).click();
      await expect(view).toContainText('Played by the team that was brought (adapters after iteration 39)', TRAINING);
      expect(await violations(page)).toEqual([]);
    });

    await test.step('an episode of another environment cannot, and says why', async () => {
      await workbench.episodes.transcript.page().getByRole('grid', { name: 'Episodes that can be read' }).focus();
      await page.keyboard.press('End');
      await expect(page.getByRole('status').filter({ hasText: 'This episode cannot be replayed' })).toBeVisible();
    });

    await test.step('it comes back with the page, and goes when it is taken away', async () => {
      await page.reload();
      await page.getByRole('tab', { name: 'Shapley' }).click();
      await page.getByRole('note').getByRole('button', { name: 'Details…' }).click();
      await dialogue.getByRole('button', { name: 'Take it away' }).click();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('status').filter({ hasText: 'This needs a model and an environment' })).toBeVisible();
    });
  },
);
