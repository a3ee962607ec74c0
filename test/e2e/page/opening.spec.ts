/** What a person sees before they have done anything. */
import type { Locator } from '@playwright/test';
import { expect, test } from '../support/test.ts';
import { firstBytes, screenBytes } from '../support/size.ts';

test('the page opens with the default team and a recorded run, and says what to do', async ({ workbench, page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await workbench.open();
  await test.step('the page opens with the default team and says what to do', async () => {
    await expect(page).toHaveTitle('Planner and solver · MARFT Workbench');
    await expect(workbench.projectName).toHaveValue('Planner and solver');
    await expect(workbench.team.agent('Planner')).toBeVisible();
    await expect(workbench.team.agent('Solver')).toBeVisible();
    await expect(workbench.team.connection('planner', 'solver')).toBeAttached();
    await expect(workbench.editors.prompt('planner')).toBeVisible();
    await expect(workbench.button('Train')).toBeEnabled();
    await expect(workbench.button('Stop')).toBeDisabled();
    await expect(workbench.phase).toHaveText(/^Ready\./);
  });

  await test.step('at 1440 pixels the run’s name is not cut off', async () => {
    const picker = page.getByRole('combobox', { name: 'Run on screen' });
    await expect(picker).toHaveValue('Planner and solver (recorded)');
    expect(await picker.evaluate((field) => field.scrollWidth <= field.clientWidth)).toBe(true);
  });

  await test.step('a recorded run is on screen at once, marked as recorded', async () => {
    await expect(workbench.run.getByText('recorded', { exact: true })).toBeVisible();
    await expect(workbench.charts.all.getByRole('application', { name: /^Reward\. sampled, train from/ })).toBeVisible();
    await workbench.charts.showTable('Reward');
    const rewards = (await workbench.charts.rows('Reward')).flatMap((row) => row['sampled, train'] ?? []);
    expect(rewards.length).toBeGreaterThanOrEqual(20);
    expect(rewards[0], 'the recorded team ends better than it began').toBeGreaterThan(rewards.at(-1)!);

    await expect(workbench.episodes.options.first()).toBeVisible();
    await expect(workbench.episodes.message('Planner')).toBeVisible();
    await expect(workbench.episodes.message('Solver')).toBeVisible();
    await expect(workbench.episodes.tokens('solver').first()).toBeVisible();
  });

  await test.step('one sentence says what this is, and what is not understood at once is explained by keyboard and by a click', async () => {
    await expect(page.getByRole('complementary', { name: 'For newcomers' })).toContainText(/^MARFT is .*; here you .*\./);
    for (const [name, says] of [
      ['recorded', 'A replay'],
      [/^needs [\d.]+ MB of memory/, 'not the size of a download'],
    ] as const) {
      const word = workbench.run.getByRole('button', { name });
      const card = page.getByRole('dialog', { name });
      await word.focus();
      await expect(card).toContainText(says);
      await page.keyboard.press('Escape');
      await expect(card).toBeHidden();
      await word.click();
      await expect(card).toContainText(says);
      await page.keyboard.press('Escape');
    }
  });

  await test.step('nothing of it was fetched that nobody has asked for', () => {
    expect(asked).toContain('/recorded/planner-solver/metrics.jsonl');
    expect(asked.filter((path) => /checkpoints|adapters|monaco|\/editor-/.test(path))).toEqual([]);
  });

  await test.step('in small windows a message is seen with its tokens, and both agents are; of the run only its controls stay in view', async () => {
    const usual = page.viewportSize()!;
    const right = async (part: Locator): Promise<number> => {
      const { x, width } = (await part.boundingBox())!;
      return x + width;
    };
    for (const size of [
      { width: 1366, height: 768 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize(size);
      await expect(async () => {
        expect(await right(workbench.team.agent('Solver'))).toBeLessThanOrEqual(await right(page.locator('[data-stage="canvas"]')));
        await workbench.episodes.reader.scrollIntoViewIfNeeded();
        const token = (await workbench.episodes.tokens('planner').first().boundingBox())!;
        const foot = (await workbench.episodes.transcript.getByRole('group', { name: 'Token', exact: true }).boundingBox())!;
        expect(token.y + token.height, 'above what is at the foot').toBeLessThanOrEqual(foot.y);
      }, `at ${size.width} by ${size.height}`).toPass();
    }
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await expect(workbench.button('Train')).toBeInViewport();
    await expect(page.getByRole('combobox', { name: 'Run on screen' })).not.toBeInViewport();
    await page.setViewportSize(usual);
  });
});

test('what is fetched before anything lazy stays within its budget', async ({ request }) => {
  const { scripts, styles } = await firstBytes(request);
  expect(scripts, 'the entry is named in the HTML').toBeGreaterThan(50_000);
  // docs/performance.md says what is in it. A part that only one place or one click needs is to be imported lazily.
  expect(scripts).toBeLessThanOrEqual(350_000);
  expect(styles).toBeLessThanOrEqual(60_000);
});

test('what is fetched until the charts show stays within its budget', async ({ request }) => {
  const { bytes, requests } = await screenBytes(request);
  expect(bytes, 'there is more than the entry').toBeGreaterThan(500_000);
  // Of bench/page/slowLink.ts, which measures what it comes to.
  expect(bytes).toBeLessThanOrEqual(900_000);
  expect(requests).toBeLessThanOrEqual(60);
});
