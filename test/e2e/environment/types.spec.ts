/** The types of `marft/env` in the editor: what a helper is on hover, and what a file may hold as one types. */
import { expect, LONG, test } from '../support/test.ts';

/** The first answer takes the editor's worker some seconds, more on a busy machine. */
const FIRST_ANSWER = { timeout: 90_000 };

test('the editor knows the types of an environment', { tag: LONG }, async ({ workbench, page }) => {
  await workbench.open();
  await test.step('a helper says on hover what it is', async () => {
    const { editors } = workbench;
    await editors.writeEnvironment("import { lastInteger } from 'marft/env';\n\nlastInteger");
    const hover = page.locator('.monaco-hover:visible');
    await expect(async () => {
      await page.keyboard.press('Escape'); // completions may lie over it
      await page.mouse.move(0, 0);
      await editors.panel('Environment').locator('.view-lines').getByText('lastInteger', { exact: true }).last().hover();
      await expect(hover).toContainText('The last whole number in a text', { timeout: 5_000 });
    }).toPass(FIRST_ANSWER);
    await expect(hover).toContainText('lastInteger(text: string): number | null');
  });

  await test.step('a field of the default export is offered with what it is for', async () => {
    const { editors } = workbench;
    await workbench.undoAll();
    await editors.writeEnvironment(
      "import type { Environment } from 'marft/env';\n\nexport default { name: 'x', description: '',\n} satisfies Environment;",
    );
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('End');
    const offered = page.locator('.suggest-widget');
    await expect(async () => {
      await page.keyboard.press('Escape');
      await page.keyboard.press('Control+Space');
      await expect(offered).toContainText('demonstrate', { timeout: 5_000 });
    }).toPass(FIRST_ANSWER);
    await page.keyboard.type('stepR');
    await expect(offered).toContainText('stepReward');
    const details = page.locator('.suggest-details');
    await expect(async () => {
      if (!(await details.isVisible())) await page.keyboard.press('Control+Space');
      await expect(details).toContainText('The reward of one message by itself', { timeout: 3_000 });
    }).toPass(FIRST_ANSWER);
  });
});
