/** The lesson beside the workbench: by keyboard, folded away, resized, in the other language, and for who does not see its outlines. */
import { lessonsText, OWN_NAMES, text } from '../../../src/words/words.ts';
import { lessonsZh } from '../../../src/words/zh/learn/lessons.ts';
import { violations } from '../support/axe.ts';
import { expect, LONG, test } from '../support/test.ts';

test('a prediction is made by keyboard; Escape loses nothing; the next step takes the focus', async ({ page }) => {
  await page.goto('/#lesson=lora-per-agent&step=how-much');
  const panel = page.getByRole('complementary', { name: lessonsText.lesson(5), exact: true });
  await expect(panel).toHaveAttribute('aria-busy', 'false', { timeout: 60_000 });
  await panel.getByRole('radio').first().focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Escape');
  await expect(panel.getByRole('radio').nth(1)).toBeChecked();
  await page.keyboard.press('Enter');
  await expect(panel.getByText(lessonsText.predict.yours)).toBeVisible();
  await expect(panel.getByText(lessonsText.predict.happened), 'nothing has shown it yet').toHaveCount(0);
  await page.keyboard.press('Alt+PageDown');
  await expect(panel.getByText(lessonsText.predict.happened)).toBeVisible();
  await expect(panel.getByRole('heading', { level: 3 })).toBeFocused();
  await expect(panel.getByRole('figure'), 'the recorded result').toBeVisible();
  expect(await violations(page)).toEqual([]);
});

test('its width is remembered; folded away it is a button; its outlines stay, and are described', { tag: LONG }, async ({ page }) => {
  await page.goto('/#lesson=lamas&step=agent');
  const panel = page.getByRole('complementary', { name: lessonsText.lesson(1), exact: true });
  await expect(panel).toHaveAttribute('aria-busy', 'false', { timeout: 60_000 });
  const edge = panel.getByRole('separator', { name: lessonsText.resize.column });
  const width = async (): Promise<number> => (await panel.boundingBox())?.width ?? 0;
  const before = await width();
  await edge.press('ArrowLeft');
  await expect.poll(width).toBeGreaterThan(before);
  const wider = await width();
  await page.reload();
  await expect.poll(width).toBe(wider);

  const listener = page.locator('[data-stage="agent:listener"]');
  await expect(listener).toHaveAccessibleDescription(/The lesson points here/);
  await panel.getByRole('button', { name: lessonsText.pointed.show }).click();
  await expect(listener).toBeFocused();
  await panel.getByRole('button', { name: lessonsText.fold }).click();
  await expect(panel.getByRole('heading')).toHaveCount(0);
  await expect(listener).toHaveCSS('outline-style', 'solid');
  await panel.getByRole('button', { name: /^Unfold lesson 1/ }).click();
  await page.getByRole('button', { name: OWN_NAMES.zh.offer }).click();
  await expect(page.getByRole('complementary', { name: lessonsZh.lesson(1), exact: true }), 'at the same step').toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hans');
});

test('the focus layout leaves the text and what it outlines, is remembered, and says how to leave', { tag: LONG }, async ({ page }) => {
  await page.goto('/#lesson=lamas&step=agent');
  const panel = page.getByRole('complementary', { name: lessonsText.lesson(1), exact: true });
  await expect(panel).toHaveAttribute('aria-busy', 'false', { timeout: 60_000 });
  const listener = page.locator('[data-stage="agent:listener"]');
  await panel.getByRole('button', { name: lessonsText.focus }).click();
  await expect(listener, 'with the canvas around it').toBeVisible();
  await expect(page.getByRole('banner')).toHaveCount(0);
  await expect(page.getByRole('navigation', { name: text.shell.places })).toHaveCount(0);
  expect(await violations(page)).toEqual([]);
  await page.reload();
  const leave = panel.getByRole('button', { name: lessonsText.unfocus });
  await expect(leave).toBeVisible();
  await expect(listener).toBeVisible();
  for (const [width, height] of [
    [390, 844],
    [683, 384],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(leave, `at ${width} by ${height}`).toBeInViewport();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
  }
  await page.keyboard.press('Alt+z');
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(panel.getByRole('button', { name: lessonsText.focus })).toBeVisible();
});

test('in a narrow window it stands at the foot, clear of what it points at', { tag: LONG }, async ({ page }) => {
  await page.setViewportSize({ width: 900, height: 900 });
  await page.goto('/#lesson=lamas&step=agent');
  const panel = page.getByRole('complementary', { name: lessonsText.lesson(1), exact: true });
  await expect(panel).toHaveAttribute('aria-busy', 'false', { timeout: 60_000 });
  const listener = page.locator('[data-stage="agent:listener"]');
  await expect(listener).toHaveCSS('outline-style', 'solid');
  const bottom = async (): Promise<number> => {
    const node = await listener.boundingBox();
    return Math.floor((node?.y ?? 0) + (node?.height ?? 0)); // scrolled to the pixel
  };
  const clear = async (): Promise<void> => expect.poll(bottom).toBeLessThanOrEqual((await panel.boundingBox())?.y ?? 0);
  await clear();

  await test.step('at 1100 pixels too, where without a lesson there are columns', async () => {
    await page.setViewportSize({ width: 1100, height: 700 });
    await expect(page.getByRole('separator', { name: text.shell.resizeColumns })).toHaveCount(0);
    await panel.getByRole('button', { name: lessonsText.pointed.show }).click();
    await clear();
  });

  await test.step('at 200 % zoom of 1366 by 768 text and work take turns, each with nearly all of the window', async () => {
    await page.setViewportSize({ width: 683, height: 384 });
    const show = panel.getByRole('button', { name: lessonsText.showWork });
    await expect(show).toBeVisible();
    await listener.evaluate((node: HTMLElement) => node.focus());
    await expect(listener, 'covered, and not reached').not.toBeFocused();
    // Eight lines of the text, and what stands above them.
    expect(await panel.getByRole('heading', { level: 3 }).evaluate((heading) => heading.parentElement?.clientHeight)).toBeGreaterThan(250);
    expect(await violations(page)).toEqual([]);

    await panel.getByRole('button', { name: lessonsText.pointed.show }).click();
    await expect(listener).toBeFocused();
    await clear();
    const plot = page.locator('[data-stage="chart:reward"] .u-over');
    await plot.scrollIntoViewIfNeeded();
    expect((await plot.boundingBox())?.height).toBeGreaterThanOrEqual(140);
    await page.keyboard.press('Alt+l');
    await expect(panel.getByRole('heading', { level: 3 })).toBeVisible();
    await page.keyboard.press('Alt+5');
    await expect(page.getByRole('tab', { name: 'All runs' }), 'who goes to a place sees it').toBeVisible();
    await panel.getByRole('button', { name: lessonsText.showText }).click();
    await expect(panel.getByRole('heading', { level: 3 })).toBeFocused();
    await show.click();
    await expect(panel.getByRole('button', { name: lessonsText.showText })).toBeFocused();
  });
});
