/** The lesson beside the workbench: by keyboard, folded away, resized, in the other language, and for who does not see its outlines. */
import { lessonsText, OWN_NAMES } from '../../../src/words/words.ts';
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

test('in a narrow window it stands at the foot, clear of what it points at', { tag: LONG }, async ({ page }) => {
  await page.setViewportSize({ width: 900, height: 900 });
  await page.goto('/#lesson=lamas&step=agent');
  const panel = page.getByRole('complementary', { name: lessonsText.lesson(1), exact: true });
  await expect(panel).toHaveAttribute('aria-busy', 'false', { timeout: 60_000 });
  const listener = page.locator('[data-stage="agent:listener"]');
  await expect(listener).toHaveCSS('outline-style', 'solid');
  const [foot, node] = [await panel.boundingBox(), await listener.boundingBox()];
  expect((node?.y ?? 0) + (node?.height ?? 0)).toBeLessThanOrEqual(foot?.y ?? 0);
});
