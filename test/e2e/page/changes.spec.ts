/** The version in the bottom line, and what is new since the last visit: shown by itself once, never at a first visit. */
import { violations } from '../support/axe.ts';
import { expect, LONG, test } from '../support/test.ts';

test('after an update what is new is shown once, and stays within reach', { tag: LONG }, async ({ workbench, page }) => {
  const dialogue = page.getByRole('dialog', { name: 'What is new' });
  const kept = () => page.evaluate(() => localStorage.getItem('marft-workbench.changes'));
  await workbench.open();
  await expect.poll(kept, 'a first visit has seen all there is').not.toBeNull();
  await expect(dialogue).toHaveCount(0);
  await page.evaluate(() => localStorage.setItem('marft-workbench.changes', '{"version":"0.1.0","entries":[]}'));
  await page.reload();
  await expect(dialogue).toContainText('which was to version 0.1.0');
  await expect(dialogue.getByRole('region', { name: '0.2.0', exact: true })).toBeVisible();
  await expect(dialogue.getByRole('region', { name: '0.1.0', exact: true })).toHaveCount(0);
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(dialogue).toHaveCount(0);
  const seen = await kept();
  expect(seen).not.toContain('0.1.0');
  await page.reload();
  await expect(workbench.button('Train')).toBeEnabled();
  const version = workbench.statusLine.getByRole('button', { name: /^\d+\.\d+\.\d+/ });
  await version.click();
  await expect(dialogue).toContainText('Nothing is new since your last visit');
  await expect(dialogue.getByRole('region', { name: '0.1.0', exact: true })).toBeVisible();
  await expect(
    dialogue.getByRole('region', { name: 'This browser' }).getByRole('listitem').or(dialogue.getByText('It has everything')).first(),
  ).toBeVisible();
});
