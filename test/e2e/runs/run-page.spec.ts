/** A run as one HTML file: saved by a person, then opened from the disk without a network, and held against the run's own files. */
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { formatNumber, formatSigned } from '../../../src/page/kit/figures/format.ts';
import { recordedText } from '../../../headless/kit/run/recorded.ts';
import { parseRows } from '../../../src/core/formats/runs/rolloutFile.ts';
import { RECORDED_ITERATION, shownEpisodes } from '../support/recorded.ts';
import { expect, test } from '../support/test.ts';

/** Chooses in the dialogue and saves the file under its name. */
async function saved(page: Page, which: string, path: string): Promise<string> {
  await page.getByRole('region', { name: 'Run', exact: true }).getByRole('button', { name: 'Episodes as…' }).click();
  await page.getByRole('menuitem', { name: /^One HTML file…/ }).click();
  const dialogue = page.getByRole('dialog', { name: 'The run as one HTML file' });
  await dialogue.getByRole('radio', { name: which }).check();
  const downloading = page.waitForEvent('download');
  await dialogue.getByRole('button', { name: 'Save', exact: true }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/-seed-1\.html$/);
  await download.saveAs(path);
  await expect(dialogue).toBeHidden();
  return path;
}

test('a run leaves as one file, which shows its numbers without the workbench and without a network', async ({ workbench, page }, info) => {
  await workbench.open();
  const path = await saved(page, 'All', info.outputPath('run.html'));
  const context = await page.context().browser()!.newContext({ offline: true });
  const reader = await context.newPage();
  const [asked, troubles]: string[][] = [[], []];
  reader.on('request', (request) => asked!.push(request.url()));
  reader.on('console', (message) => troubles!.push(message.text()));
  reader.on('pageerror', (error) => troubles!.push(error.message));
  const address = pathToFileURL(path).href;
  await reader.goto(address);

  await test.step('its curves show what was measured, by pointer and by key', async () => {
    const rows = parseRows(recordedText('planner-solver', 'metrics.jsonl'), 'metrics.jsonl');
    const chart = reader.getByRole('figure', { name: 'Entropy', exact: true });
    await chart.getByRole('group', { name: /arrow keys/ }).focus();
    await reader.keyboard.press('End');
    await reader.keyboard.press('ArrowLeft');
    const row = rows.find(({ iteration }) => iteration === 39)!;
    await expect(chart.getByRole('status')).toHaveText(
      `iteration 39Planner ${formatNumber(row['actor/planner/entropy'])}Solver ${formatNumber(row['actor/solver/entropy'])}`,
    );
    await expect(reader.getByRole('figure', { name: 'Reward', exact: true }).getByRole('status')).toContainText(
      `sampled, train ${formatNumber(row['reward/mean'])}`,
    );
  });

  await test.step('an episode’s tokens and the sum of an advantage are the rollout’s', async () => {
    const wrong = shownEpisodes().find(({ reward }) => reward === 0)!;
    await expect(reader.getByRole('combobox', { name: 'Iteration' })).toHaveValue(String(RECORDED_ITERATION));
    await reader.getByRole('button', { name: new RegExp(`^Episode ${wrong.episode}, wrong`) }).click();
    await reader.getByRole('combobox', { name: 'Colour tokens by' }).selectOption('advantage');
    for (const message of wrong.messages) {
      const tokens = reader.getByRole('group', { name: `Tokens sampled by ${message.role}` }).getByRole('button');
      await expect(tokens).toHaveCount(message.response_ids.length);
      const labels = await tokens.evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label') ?? ''));
      expect(labels.map((label) => label.slice(label.lastIndexOf(' ') + 1))).toEqual(message.advantages.map(formatSigned));
    }
    await reader.getByRole('group', { name: 'Tokens sampled by planner' }).getByRole('button').first().focus();
    await reader.keyboard.press('ArrowRight');
    const advantage = wrong.messages[0]!.advantages[1]!;
    const panel = reader.getByRole('complementary', { name: 'Token' });
    for (const what of ['sum', 'recorded'])
      await expect(panel.locator(`[data-sum=${what}]`)).toHaveText(advantage.toFixed(6).replace('-', '−'));
    await expect(panel.locator('[data-channel=logprob] dd')).toContainText(formatNumber(wrong.messages[0]!.logprobs[1]));
  });

  expect(await reader.locator('meta[http-equiv=Content-Security-Policy]').getAttribute('content')).toContain("default-src 'none'");
  expect(asked, 'it asks for nothing but itself').toEqual([address]);
  expect(troubles).toEqual([]);
  await context.close();
});
