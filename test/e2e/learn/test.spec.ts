/** The final test: taken without a word on right and wrong, across a reload, explained at its end; its record is handed in and becomes a row. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { INVENTORY, type InventoryForm } from '../../../src/core/lessons/inventory.ts';
import { readRecord } from '../../../src/core/lessons/record/read.ts';
import { teachersText, testText } from '../../../src/words/words.ts';
import { violations } from '../support/axe.ts';
import { expect, LONG, test } from '../support/test.ts';

const { taking, result, record, records } = testText;
const itemAt = (page: Page, form: InventoryForm, index: number) => page.locator(`[data-item="${INVENTORY[form][index]?.id}"]`);
const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Answers the item on screen: the option at `nth`. */
const choose = (page: Page, nth: number) => page.getByRole('radiogroup', { name: taking.legend }).getByRole('radio').nth(nth).check();

/** Answers what is left of the form that is open and finishes it. */
async function answerAll(page: Page, form: InventoryForm, right: (nth: number) => boolean, from = 0): Promise<void> {
  for (const [nth, { options, right: key }] of INVENTORY[form].entries()) {
    if (nth < from) continue;
    await expect(itemAt(page, form, nth)).toBeVisible();
    await choose(
      page,
      options.findIndex((option) => (option === key) === right(nth)),
    );
    await page.getByRole('button', { name: nth < 11 ? taking.next : taking.finish, exact: true }).click();
  }
}

test('a form is taken across a reload, told about at its end alone, and handed in', async ({ workbench, page }, info) => {
  await workbench.open();
  await page.keyboard.press('Control+K');
  await page.getByRole('combobox', { name: 'Commands, settings and words' }).fill('final test');
  await page
    .getByRole('option', { name: /final test/i })
    .first()
    .click();
  await expect(page).toHaveURL(/part=test/);
  await expect(page.getByRole('button', { name: record.save })).toBeDisabled();
  await page.getByRole('button', { name: testText.begin('A') }).click();

  await test.step('by keyboard, and it goes on where it was after a reload', async () => {
    await expect(itemAt(page, 'A', 0)).toBeVisible();
    await page.getByRole('radio').first().focus();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('radio').nth(1)).toBeChecked();
    await page.getByRole('button', { name: taking.next, exact: true }).press('Enter');
    await expect(itemAt(page, 'A', 1).getByRole('heading')).toBeFocused();
    await page.reload();
    await expect(itemAt(page, 'A', 1)).toBeVisible();
    await page.getByRole('button', { name: taking.mark(1, true) }).click();
    await expect(page.getByRole('radio').nth(1)).toBeChecked();
    await page.getByRole('button', { name: taking.next, exact: true }).click();
  });

  await test.step('what was not answered is told before it is finished', async () => {
    await page.getByRole('button', { name: taking.mark(12, false) }).click();
    await page.getByRole('button', { name: taking.finish, exact: true }).click();
    await expect(page.getByText(taking.missing(11))).toBeVisible();
    await page.getByRole('button', { name: taking.goBack }).click();
  });

  await expect(page.getByText(result.wrong, { exact: true })).toHaveCount(0);
  await answerAll(page, 'A', (nth) => nth < 9, 1);
  await expect(page.getByText(testText.score(9, 12))).toBeVisible();
  await expect(page.locator('[data-verdict="wrong"]')).toHaveCount(3);
  await expect(page.locator('[data-verdict="right"]')).toHaveCount(9);

  await test.step('the record is a file that the page’s reader reads', async () => {
    await page.getByLabel(record.name).fill('Ann <b>');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: record.save }).click();
    const file = info.outputPath('ann.json');
    await (await download).saveAs(file);
    const saved = readRecord(readFileSync(file, 'utf8'), 'ann.json');
    expect(saved).toMatchObject({
      learner: 'Ann <b>',
      language: 'en',
      lessons: [],
      tests: [{ form: 'A', score: { right: 9, answered: 12 } }],
    });
    await page.goto('/#place=learn&part=teachers');
    await page.getByText(records.title, { exact: true }).click();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: records.open }).click();
    const text = readFileSync(file, 'utf8');
    const given = (name: string, content: string) => ({ name, mimeType: 'application/json', buffer: Buffer.from(content) });
    await (await chooser).setFiles([given('ann.json', text), given('forged.json', text.replace('"right": 9', '"right": 12'))]);
    const row = page.getByRole('row', { name: /Ann <b>/ });
    await expect(row).toContainText('9 of 12');
    await expect(page.getByText('“forged.json” contradicts itself at “tests[0].score”')).toBeVisible();
    expect(await violations(page)).toEqual([]);
    const csv = page.waitForEvent('download');
    await page.getByRole('button', { name: records.saveTable }).click();
    const table = readFileSync(await (await csv).path(), 'utf8');
    expect(table.split('\r\n')[1]).toMatch(/^Ann <b>,.*,9,,12,1$/);
  });
});

for (const [scheme, width] of [
  ['light', 1440],
  ['dark', 390],
] as const) {
  test(`axe finds nothing in the final test in ${scheme} colours at ${width} pixels`, { tag: LONG }, async ({ workbench: _, page }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await page.goto('/#place=learn&part=test');
    await expect(page.getByRole('button', { name: testText.begin('A') })).toBeVisible();
    const look = async (what: string): Promise<void> => {
      expect(await violations(page), what).toEqual([]);
      expect(await overflow(page), `${what}: no sideways scrolling`).toBe(0);
    };
    await look('its beginning');
    await page.getByRole('button', { name: testText.begin('A') }).click();
    for (const nth of [0, 2, 6]) {
      await page.getByRole('button', { name: new RegExp(`^${taking.mark(nth + 1, false).split(',')[0]},`) }).click();
      await choose(page, 0);
      await look(`question ${nth + 1}`);
    }
    await page.getByRole('button', { name: taking.mark(12, false) }).click();
    await page.getByRole('button', { name: taking.finish, exact: true }).click();
    await look('before it is finished');
    await page.getByRole('button', { name: taking.finishAnyway }).click();
    await expect(page.locator('[data-verdict="unanswered"]')).toHaveCount(9);
    await look('its end');
    await page.getByRole('button', { name: result.back }).click();
    await expect(page.getByRole('button', { name: testText.begin('B') }), 'the other form').toBeVisible();
  });
}

test('the final test on paper: for students without a sign of what is right', { tag: LONG }, async ({ workbench: _, page }) => {
  await page.goto('/#place=learn&part=test');
  await page.getByRole('button', { name: testText.print }).click();
  const sheet = page.locator('[data-print-sheet]');
  await expect(sheet.locator('[data-prints] section')).toHaveCount(24);
  await expect(sheet.locator('[data-right]')).toHaveCount(0);
  await expect(sheet.getByText(teachersText.answerOf.check, { exact: true })).toHaveCount(0);
  await expect(sheet.locator('a, button, input, select, textarea, summary, [role="button"], [tabindex]')).toHaveCount(0);
  await page.getByText('Teachers', { exact: true }).click();
  await expect(sheet.locator('[data-right]')).toHaveCount(24);
});
