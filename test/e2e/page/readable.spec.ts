/** Plots are high enough and agents' letters large enough to be read, in every window, at 200 % zoom, and beside a lesson. */
import type { Page } from '@playwright/test';
import { AFAR, LEAST_LETTER } from '../../../src/page/features/team/model/fitted.ts';
import { NODE_SIZE } from '../../../src/page/features/team/model/layout.ts';
import { plotBox } from '../../../src/page/kit/figures/geometry.ts';
import { lessonsText } from '../../../src/words/words.ts';
import { expect, test } from '../support/test.ts';

/** Least height of the area that curves are drawn in, pixels. */
const LEAST_PLOT = 140;

/** 360 pixels is a narrow phone. */
const ALONE = [
  [1440, 900],
  [1366, 768],
  [820, 1180],
  [360, 740],
] as const;
/** Beside a lesson, which at 1100 pixels and less stands at the foot; 683 × 384 is 1366 × 768 at 200 % zoom. */
const BESIDE = [
  [1366, 768],
  [1100, 700],
  [683, 384],
  [390, 844],
] as const;

/** Height of each chart's plot, those out of view, which are not drawn, included. */
async function plots(page: Page): Promise<Record<string, number>> {
  const pictures = await page
    .locator('figure[data-chart]')
    .evaluateAll((figures) =>
      figures.map((figure): [string, number, number] => [
        figure.getAttribute('data-chart') ?? '',
        figure.querySelector('[class*="_plot_"]')?.clientHeight ?? 0,
        figure.querySelector('.u-over')?.clientHeight ?? 0,
      ]),
    );
  return Object.fromEntries(
    pictures.map(([id, height, drawn]) => {
      const { top, bottom } = plotBox({ width: 0, height });
      if (drawn > 0) expect(drawn, `${id} is drawn as high as its picture has room for`).toBeCloseTo(bottom - top, -0.5);
      return [id, bottom - top];
    }),
  );
}

/** The texts of agents and edges with the size of their letters on the page, how far the canvas is zoomed, and how high agents are in its own pixels. */
const canvas = (page: Page) =>
  page.locator('.react-flow__viewport').evaluate((viewport) => {
    const zoom = new DOMMatrix(getComputedStyle(viewport).transform).a;
    const texts = document.createTreeWalker(viewport, NodeFilter.SHOW_TEXT);
    const letters: Record<string, number> = {};
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const { parentElement: parent, textContent } = text;
      if (parent && textContent?.trim()) letters[textContent] = parseFloat(getComputedStyle(parent).fontSize) * zoom;
    }
    const agents = [...viewport.querySelectorAll<HTMLElement>('.react-flow__node')].map(({ offsetHeight }) => offsetHeight);
    return { zoom, letters, agents };
  });

/** Once all that follows a new size has been drawn. */
async function expectReadable(page: Page, where: string): Promise<void> {
  await expect(async () => {
    const heights = Object.entries(await plots(page));
    expect(heights.length, where).toBeGreaterThan(6);
    for (const [id, height] of heights) expect(height, `${where}: ${id}`).toBeGreaterThanOrEqual(LEAST_PLOT);
    const { zoom, letters, agents } = await canvas(page);
    expect(zoom, `${where}: from afar an agent shows its name alone`).toBeGreaterThanOrEqual(AFAR);
    expect(letters, where).toHaveProperty('Reward');
    for (const [text, size] of Object.entries(letters)) expect(size, `${where}: ${text}`).toBeGreaterThan(LEAST_LETTER - 0.1);
    // One that grew with its letters would move the others, and the view that was fitted to them.
    expect(new Set(agents), where).toEqual(new Set([NODE_SIZE.height]));
  }).toPass({ timeout: 30_000, intervals: [50] });
}

test('plots and agents can be read in every window, also beside a lesson', async ({ workbench, page }) => {
  await workbench.open();
  for (const [width, height] of ALONE) {
    await page.setViewportSize({ width, height });
    await expectReadable(page, `${width} × ${height}`);
  }
  await test.step('where the episodes lie far below, a press on a curve leads to them', async () => {
    const { charts, episodes } = workbench;
    await charts.all.getByRole('application', { name: /^Reward\./ }).click();
    await expect(episodes.reader).toBeInViewport({ ratio: 0.7 });
  });
  await page.goto('/#lesson=lamas&step=agent');
  const lesson = page.getByRole('complementary', { name: lessonsText.lesson(1), exact: true });
  await expect(lesson).toHaveAttribute('aria-busy', 'false', { timeout: 60_000 });
  for (const [width, height] of BESIDE) {
    await page.setViewportSize({ width, height });
    await expectReadable(page, `beside a lesson at ${width} × ${height}`);
  }
});
