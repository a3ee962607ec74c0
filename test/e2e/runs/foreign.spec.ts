/** Runs that something else trained: what their files hold is looked at, agents are named, and what was recorded is read. */
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { unzipFiles } from '../../../src/core/formats/archive.ts';
import { formatNumber, formatSigned } from '../../../src/page/kit/figures/format.ts';
import { violations } from '../support/axe.ts';
import { goTo } from '../support/places.ts';
import { startedPage } from '../support/started.ts';
import { expect, LONG, test } from '../support/test.ts';
import { TRAINING } from '../support/workbench.ts';

const GOLDEN = join(import.meta.dirname, '../../golden/imports');

const dialogueOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Open a run of another trainer' });

/** A copy of a golden folder as a trainer leaves it, without what only tests read. */
async function copyOf(folder: string, to: string): Promise<string> {
  await cp(join(GOLDEN, folder), to, { recursive: true, filter: (path) => !path.endsWith('.expected.json') });
  return to;
}

/** Chooses a file or a folder in Runs, as a person does. */
async function choose(page: Page, what: 'A file, or several' | 'A folder', path: string): Promise<void> {
  await goTo(page, 'Runs');
  // The header has one, too, for who is new here.
  await page.getByRole('button', { name: 'Open a run of another trainer…' }).last().click();
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('menuitem', { name: what, exact: true }).click();
  await (await choosing).setFiles(path);
}

/** How many of them the dialogue says have a fact. */
const counted = (dialogue: Locator, fact: string): Locator =>
  dialogue
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${fact}$`) })
    .locator('xpath=following-sibling::dd');

/** Reads it all, and waits until it is on screen. */
async function open(page: Page): Promise<void> {
  const dialogue = dialogueOf(page);
  await dialogue.getByRole('button', { name: 'Open the run' }).click();
  await expect(dialogue).toBeHidden(TRAINING);
  await expect(page.getByRole('tab', { name: 'Microscope' })).toHaveAttribute('aria-selected', 'true', TRAINING);
}

test('a run of TRL is opened from a terminal, its agent named, and the advantage that TRL wrote is read', async ({
  workbench,
  page,
}, info) => {
  const folder = await copyOf('trl', info.outputPath('run/completions'));
  const served = await startedPage('--open', join(folder, '..'));
  try {
    const rows = JSON.parse(await readFile(join(GOLDEN, 'trl/completions_00002.expected.json'), 'utf8')) as {
      readonly completion: string;
      readonly advantage: number;
    }[];
    const dialogue = dialogueOf(page);
    await page.goto(served.said);

    await test.step('the page says what the files hold and what they do not', async () => {
      await expect(dialogue.getByText('TRL, 2 files')).toBeVisible(TRAINING);
      await expect(dialogue.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('run');
      await expect(dialogue.getByText('16 episodes, 16 messages')).toBeVisible();
      await expect(counted(dialogue, 'advantages')).toHaveText('all');
      await expect(counted(dialogue, 'tokens')).toHaveText('unknown');
      expect(new URL(page.url()).search, 'a reload does not open it again').toBe('');
    });

    await test.step('who speaks is said by a person', async () => {
      await dialogue.getByRole('textbox', { name: 'Role of You are brief.' }).fill('writer');
      await dialogue.getByRole('textbox', { name: 'Name', exact: true }).click();
      await expect(dialogue.getByRole('region', { name: /first episode/ })).toContainText('writer');
      await open(page);
    });

    await test.step('each episode has the advantage of its row', async () => {
      await expect(page.getByText('8 episodes · ')).toBeVisible();
      await expect(workbench.episodes.transcript.getByRole('region', { name: 'writer, turn 0', exact: true })).toContainText(
        `advantage ${formatSigned(rows[0]?.advantage)}`,
      );
      await expect(workbench.shownRun).toHaveValue(/^run · /);
    });

    await test.step('on a phone the episodes stand above the view, and both are there', async () => {
      await page.setViewportSize({ width: 390, height: 844 });
      for (const part of [page.getByRole('columnheader', { name: 'Reward' }), workbench.episodes.transcript])
        await expect.poll(async () => (await part.boundingBox())?.height ?? 0).toBeGreaterThan(10);
      await page.getByRole('tab', { name: 'Trainer’s report' }).click();
      await expect(page.getByText('Groups whose advantages sum to 0')).toBeVisible();
      await expect(page.getByText('unknown. Needs tokens.').first()).toBeVisible();
      await page.getByText('All steps', { exact: true }).click();
      await expect(page.getByRole('status').filter({ hasText: '2 steps. Counted over 16 episodes: 16 messages.' })).toBeVisible();
    });
  } finally {
    await served.end();
  }
});

test('which agent and which token: a run of prime-rl has the numbers of its token export', { tag: LONG }, async ({ workbench, page }) => {
  await workbench.open();
  await choose(page, 'A folder', join(GOLDEN, 'prime-rl'));
  const dialogue = dialogueOf(page);
  await expect(dialogue.getByText('prime-rl, 6 files')).toBeVisible(TRAINING);
  await expect(counted(dialogue, 'tokens')).toHaveText('all');
  await expect(counted(dialogue, 'reward of the team')).toHaveText('unknown');
  await dialogue.getByRole('textbox', { name: 'Role of agent_3' }).fill('unnamed');
  await dialogue.getByRole('textbox', { name: 'Name', exact: true }).click();
  await expect(dialogue.getByRole('combobox', { name: 'Whom unnamed hears' })).toBeVisible();
  await open(page);

  // Step 2 has no rollouts: its newest episode is the first sequence of the export.
  const [line = ''] = (await readFile(join(GOLDEN, 'prime-rl/token_exports/step_2/rank_0.jsonl'), 'utf8')).split('\n');
  const sequence = JSON.parse(line) as {
    readonly token_ids: readonly number[];
    readonly loss_mask: readonly boolean[];
    readonly advantages: readonly number[];
    readonly inference_logprobs: readonly number[];
  };
  const first = sequence.loss_mask.indexOf(true);
  const tokens = workbench.episodes.tokens('unnamed');
  await expect(tokens).toHaveText(sequence.token_ids.slice(first).map((id) => `#${id}`));
  await tokens.first().focus();
  const details = page.getByRole('group', { name: 'Token', exact: true });
  await expect(details).toContainText(formatSigned(sequence.advantages[first]));
  await expect(details).toContainText(formatNumber(sequence.inference_logprobs[first]));

  await page.getByRole('tab', { name: 'Trainer’s report' }).click();
  await expect(page.getByRole('heading', { name: 'What this trainer did to its tokens' })).toBeVisible();
});

test(
  'the dialogue is clean in both colours and fits 390 pixels; a broken file says where, and nothing is kept',
  { tag: LONG },
  async ({ workbench, page }, info) => {
    const dialogue = dialogueOf(page);
    await workbench.open();

    for (const [scheme, width] of [
      ['light', 1440],
      ['dark', 390],
    ] as const)
      await test.step(`${scheme} colours, ${width} pixels`, async () => {
        await workbench.colours(scheme);
        await page.setViewportSize({ width, height: 900 });
        await choose(page, 'A folder', join(GOLDEN, 'prime-rl'));
        await expect(dialogue.getByText('8 episodes, 18 messages')).toBeVisible(TRAINING);
        expect(await violations(page, '[role=dialog]')).toEqual([]);
        const { scrollWidth, clientWidth } = await dialogue.evaluate((it) => ({
          scrollWidth: it.scrollWidth,
          clientWidth: it.clientWidth,
        }));
        expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
        await dialogue.getByRole('button', { name: 'Cancel' }).click();
        await expect(dialogue).toBeHidden();
      });
    await page.setViewportSize({ width: 1440, height: 900 });

    await test.step('a file of which no line can be read', async () => {
      const runs = await workbench.runs();
      const folder = await copyOf('verl', info.outputPath('verl'));
      const path = join(folder, 'rollouts/2.jsonl');
      const lines = (await readFile(path, 'utf8')).split('\n');
      await writeFile(path, lines.map((line) => line.slice(0, -1)).join('\n'));
      await choose(page, 'A folder', folder);
      await expect(workbench.problems).toContainText('rollouts/2.jsonl');
      await expect(workbench.problems).toContainText(/line 1/i);
      await expect(dialogue).toBeHidden();
      expect(await workbench.runs()).toEqual(runs);
    });
  },
);

test(
  'an opened run leaves as a zip, comes back from a terminal and leaves again the same to the byte',
  { tag: LONG },
  async ({ workbench, page }, info) => {
    await workbench.open();
    await choose(page, 'A file, or several', join(GOLDEN, 'trl/completions_00001.parquet'));
    await expect(dialogueOf(page).getByText('TRL, one file')).toBeVisible(TRAINING);
    await open(page);
    // But for what this browser notes of it, such as when it began.
    const exported = async () => {
      const { 'card.json': _card, ...files } = unzipFiles(new Uint8Array(await readFile(await (await workbench.export()).path())));
      return files;
    };
    const files = await exported();
    expect(Object.keys(files)).toEqual(expect.arrayContaining(['project.json', 'metrics.jsonl', 'run.json', 'rollouts/1.jsonl']));

    const folder = info.outputPath('theirs');
    for (const [path, bytes] of Object.entries(files)) {
      await mkdir(join(folder, path, '..'), { recursive: true });
      await writeFile(join(folder, path), bytes);
    }
    const served = await startedPage('--open', folder);
    try {
      await page.goto(served.said);
      await workbench.closeMessage();
      await expect(workbench.shownRun).toHaveValue(/^completions_00001 · /);
      const again = await exported();
      expect(Object.keys(again).sort()).toEqual(Object.keys(files).sort());
      for (const [path, bytes] of Object.entries(files)) expect(Buffer.compare(again[path] ?? new Uint8Array(), bytes), path).toBe(0);
    } finally {
      await served.end();
    }
  },
);
