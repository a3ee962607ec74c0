/** axe finds nothing, in every place and in every state a person spends time in; and the page can be worked without a mouse. */
import type { Page } from '@playwright/test';
import { LESSONS } from '../../../src/core/lessons/lesson.ts';
import { expect, LONG, test } from '../support/test.ts';
import { violations } from '../support/axe.ts';
import { goTo, type PlaceName } from '../support/places.ts';
import { endlessProject, smallProject } from '../support/projects.ts';

const PLACES: readonly PlaceName[] = ['Team', 'Environment', 'Training', 'Inspect', 'Runs', 'Learn'];

/** How many pixels of the page lie outside the window to the right. */
async function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

for (const [scheme, width, tag] of [
  ['light', 1440, undefined],
  ['dark', 1440, LONG],
  ['light', 900, LONG],
  ['dark', 900, LONG],
] as const) {
  test(`axe finds nothing in any place in ${scheme} colours at ${width} pixels`, { tag: tag ?? [] }, async ({ workbench, page }) => {
    await page.setViewportSize({ width, height: 900 });
    // Without motion, or a hint that is fading in would count as too pale.
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await workbench.open();
    await expect(workbench.episodes.tokens('solver').first()).toBeVisible();
    for (const place of PLACES) {
      await goTo(page, place);
      if (place === 'Environment') await expect(workbench.editors.panel('Environment').getByRole('status').first()).toContainText('loads');
      // Each lesson can be started once it has been fetched; in between its button changes its colours.
      if (place === 'Learn') await expect(page.locator('article[data-lesson] button:enabled')).toHaveCount(LESSONS.length);
      expect(await violations(page), place).toEqual([]);
      expect(await overflow(page), `${place}: no sideways scrolling`).toBe(0);
    }
    for (const name of ['Docs', 'Examples', 'Words', 'Keys']) {
      await page.getByRole('tab', { name, exact: true }).click();
      expect(await violations(page), name).toEqual([]);
    }
  });
}

test('axe finds nothing in what opens: bench, tables, the engine, the palette, the keys, a question', { tag: LONG }, async ({
  workbench,
  page,
}) => {
  await workbench.open();
  await workbench.editors.openTab('Environment');
  await expect(workbench.editors.panel('Environment').getByRole('status').first()).toContainText('loads');
  await workbench.button('Try one problem').click();
  await expect(page.getByRole('region', { name: 'One problem, step by step' })).toBeVisible();
  await workbench.charts.showTable('Reward');
  expect(await violations(page), 'the bench and a table').toEqual([]);

  await workbench.editors.openTab('Engine');
  await page.keyboard.press('Control+K');
  const palette = page.getByRole('combobox', { name: 'Commands, settings and words' });
  await palette.fill('clip');
  await expect(page.getByRole('option', { name: /^Clip range/ })).toBeVisible();
  await expect(page.getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
  expect(await violations(page), 'the engine and the palette').toEqual([]);
  await page.keyboard.press('Escape');
  await expect(palette).toBeHidden();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
  expect(await violations(page), 'the list of keys').toEqual([]);
});

test('axe finds nothing while training, nor when something went wrong', { tag: LONG }, async ({ workbench, page }) => {
  await workbench.open(endlessProject());
  await workbench.train();
  await workbench.untilIteration(1);
  await workbench.episodes.tokens('planner').first().focus();
  expect(await violations(page), 'while training').toEqual([]);
  await workbench.stop();
  await workbench.importFile('broken.json', '{');
  await expect(workbench.problems).toBeVisible();
  expect(await violations(page), 'with a problem on screen').toEqual([]);
});

test('at 400 pixels nothing lies outside the window', { tag: LONG }, async ({ workbench, page }) => {
  await page.setViewportSize({ width: 400, height: 800 });
  await workbench.open();
  for (const place of PLACES) {
    await goTo(page, place);
    expect(await overflow(page), place).toBe(0);
  }
  await workbench.button('Train').hover();
  const [hint, button] = [await page.getByRole('tooltip').boundingBox(), await workbench.button('Train').boundingBox()];
  expect(hint?.y, 'the hint covers nothing above the button').toBeGreaterThanOrEqual((button?.y ?? 0) + (button?.height ?? 0));
});

test('the main job by keyboard alone: open, select an agent, edit its prompt, train, read an episode, export', { tag: LONG }, async ({
  workbench,
  page,
}) => {
  const { keyboard } = page;
  await workbench.open(smallProject({ iterations: 1 }));
  await page.reload();
  await expect(workbench.button('Train')).toBeVisible();
  const tabTo = async (what: string, reached: () => Promise<boolean>): Promise<void> => {
    for (let presses = 0; presses < 40; presses += 1) {
      await keyboard.press('Tab');
      if (await reached()) return;
    }
    throw new Error(`40 times Tab did not lead to ${what}`);
  };
  const isFocused = (name: RegExp) => () =>
    page.evaluate((source) => new RegExp(source).test(document.activeElement?.getAttribute('aria-label') ?? ''), name.source);

  await test.step('a skip link leads past the header', async () => {
    await keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to the run' })).toBeFocused();
    await keyboard.press('Tab');
    await keyboard.press('Enter');
  });
  await test.step('an agent is selected, and its prompt edited', async () => {
    // The canvas is fetched after the page's own code: before it is there nothing can be reached in it.
    await expect(page.locator('[aria-label^="Agent Solver"]').first()).toBeVisible();
    await tabTo('the solver', isFocused(/^Agent Solver/));
    await keyboard.press('Enter');
    await expect(workbench.editors.prompt('solver')).toBeAttached();
    await tabTo('its prompt', isFocused(/^Prompt of solver/));
    await keyboard.press('Control+A');
    await keyboard.type('Say the sum.');
    await expect(workbench.editors.panel('Agent')).toContainText(/Say.the.sum\./);
  });
  await test.step('the run is begun and read', async () => {
    await keyboard.press('Alt+4');
    await expect(page.getByRole('navigation', { name: 'Places' }).getByRole('button', { name: 'Inspect' })).toHaveAttribute('aria-current');
    await keyboard.press('Control+Enter');
    await workbench.untilPhase('Finished');
    // Inspect draws what was read a moment after the run is over: a person presses J when there is an episode to leave.
    await expect(workbench.episodes.transcript).toHaveAccessibleName('Episode 0');
    await expect(page.getByRole('grid', { name: 'Episodes that can be read' }).getByRole('row', { selected: true })).toBeVisible();
    await keyboard.press('j');
    await expect(workbench.episodes.transcript).toHaveAccessibleName('Episode 1');
    expect(await workbench.episodes.promptOf('Solver')).toContain('Say the sum.');
  });
  await test.step('the run is exported', async () => {
    await keyboard.press('Control+K');
    // At once: what is typed before the palette is there is kept for it.
    await keyboard.type('the run controls');
    await keyboard.press('Enter');
    await expect(page.locator('#run')).toBeFocused();
    await tabTo('Export', () => page.evaluate(() => document.activeElement?.textContent === 'Export'));
    const downloading = page.waitForEvent('download');
    await keyboard.press('Enter');
    expect((await downloading).suggestedFilename()).toBe('small-team-run.zip');
  });
});
