/** The docs under Learn: from a message, from one to another, back, by the palette, after a reload, on a narrow window and on paper. */
import { docsText } from '../../../src/words/words.ts';
import { violations } from '../support/axe.ts';
import { expect, LONG, test } from '../support/test.ts';

test('a message leads to the document it names, documents to one another, and back; the palette finds their headings', {
  tag: LONG,
}, async ({ workbench, page }) => {
  await workbench.open();
  const heading = (name: string) => page.getByRole('article').getByRole('heading', { name, exact: true });

  await test.step('a message leads to the part of a document that it names', async () => {
    await workbench.editors.openTab('Environment');
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('region', { name: 'Data set', exact: true }).getByRole('button', { name: 'Problems from a file…' }).click();
    await (await chooser).setFiles({ name: 'rows.parquet', mimeType: '', buffer: Buffer.from([0x50, 0x41, 0x52, 0x31, 0xff, 0xfe, 0xfd]) });
    await page.getByRole('link', { name: 'docs/data-sets.md#what-can-be-read' }).click();
    await expect(heading('What can be read')).toBeInViewport();
    await expect(heading('What can be read')).toBeFocused();
    await expect(page).toHaveURL(/#place=learn&doc=data-sets&at=what-can-be-read$/);
  });

  await test.step('a link leads to another document, and back to where it stood', async () => {
    const link = page.getByRole('article').getByRole('link', { name: 'needs no setting' });
    await link.scrollIntoViewIfNeeded();
    await link.click();
    await expect(heading('What else takes memory')).toBeInViewport();
    await page.goBack();
    await expect(link).toBeInViewport();
    await page.goForward();
    await page.getByRole('navigation', { name: docsText.contents }).getByRole('link', { name: 'Prompts' }).click();
    await expect(heading('Prompts')).toBeInViewport();
    await page.reload();
    await expect(heading('Prompts')).toBeInViewport();
    expect(await violations(page)).toEqual([]);
  });

  await test.step('the palette finds a heading', async () => {
    await page.keyboard.press('Control+K');
    await page.getByRole('combobox', { name: 'Commands, settings and words' }).fill('user guide learn alt');
    await page.getByRole('option', { name: /^Learn \(Alt\+6\)/ }).click();
    await expect(heading('Learn (Alt+6)')).toBeInViewport();
    const picture = page.getByRole('article').getByRole('img', { name: 'The learn place: the lessons' });
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1440);
  });

  await test.step('on a narrow window only tables and code scroll sideways', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/#place=learn&doc=metrics');
    await expect(heading('Reward')).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
    expect(
      await page
        .locator('[data-table]')
        .first()
        .evaluate((box) => box.scrollWidth > box.clientWidth),
    ).toBe(true);
    expect(await violations(page)).toEqual([]);
  });

  await test.step('on paper there is the document alone, with its pictures', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto('/#place=learn&doc=who-earned-the-reward');
    await expect(page.getByRole('article').getByRole('img')).toHaveCount(5);
    await expect
      .poll(() => page.evaluate(() => [...document.querySelectorAll('article img')].every((image) => (image as HTMLImageElement).complete)))
      .toBe(true);
    const pictures = (await page.pdf()).toString('latin1').match(/\/Subtype\s*\/Image/g) ?? [];
    expect(pictures.length, 'laid out for paper as it is on the screen').toBeGreaterThanOrEqual(5);
    await page.emulateMedia({ media: 'print' });
    await expect(heading('1. The worst episode')).toBeVisible();
    await expect(workbench.button('Train')).toBeHidden();
    await expect(page.getByRole('tab', { name: 'Docs' })).toBeHidden();
    await page.emulateMedia({ media: null });
  });

  await test.step('all are listed; one that is not there is told', async () => {
    await page.goto('/#place=learn&doc=nowhere');
    await expect(page.getByText(docsText.unknown('nowhere'))).toBeVisible();
    await expect(page.getByRole('link', { name: 'User guide' })).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });
});
