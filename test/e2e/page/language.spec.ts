/** The page in Chinese: whole, chosen by a link or in the top line, and remembered. */
import { OWN_NAMES } from '../../../src/words/words.ts';
import { violations } from '../support/axe.ts';
import { expect, test } from '../support/test.ts';

/** Sentences on the page that are not Chinese: texts and names without a Chinese character that have three words in a row. */
const foreign = (): string[] => {
  const said = [...document.querySelectorAll('#root *')]
    .filter((element) => !element.closest('[lang=en]'))
    .flatMap((element) => [
      ...[...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE).map(({ textContent }) => textContent ?? ''),
      ...['aria-label', 'title', 'placeholder'].map((name) => element.getAttribute(name) ?? ''),
    ]);
  return [...new Set(said)].filter((text) => /[a-z]+ [a-z]+ [a-z]+/i.test(text) && !/\p{Script=Han}/u.test(text));
};

test('a link opens the page in Chinese, all of it; the top line brings it back to English, which is remembered', async ({ page }) => {
  await page.goto('/?lang=zh#place=learn&part=guide');
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hans');
  await expect(page.getByRole('button', { name: '撤销' })).toBeVisible();
  await expect(page.getByRole('heading', { name: '学关于团队的第一课' })).toBeVisible();
  expect(await page.evaluate(foreign)).toEqual([]);
  expect(await violations(page)).toEqual([]);

  await page.keyboard.press('Alt+3');
  await expect(page.getByText('在哪里运行', { exact: true })).toBeVisible();
  const data = /how many\?|answer right given plan/;
  expect((await page.evaluate(foreign)).filter((text) => !data.test(text))).toEqual([]);

  await page.getByRole('button', { name: OWN_NAMES.en.offer }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(page.getByText('Where it runs', { exact: true }), 'at the same place').toBeVisible();
  await page.goto('/');
  await expect(page.getByRole('button', { name: OWN_NAMES.zh.offer }), 'still').toBeVisible();
});
