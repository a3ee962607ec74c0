/** Opens a project as a person does: by its key, in the browser's dialogue. */
import type { Page } from 'playwright';

/** Resolves when the project's name stands in the title. */
export async function openFile(page: Page, project: string): Promise<void> {
  const asked = page.waitForEvent('filechooser', { timeout: 60_000 });
  let chosen = false;
  const chooser = asked.finally(() => (chosen = true));
  // Keys are heard once what hears them is fetched.
  while (!chosen) {
    await page.keyboard.press('Control+o');
    await Promise.race([chooser, page.waitForTimeout(1000)]);
  }
  await (await chooser).setFiles({ name: 'project.json', mimeType: 'application/json', buffer: Buffer.from(project) });
  const { name } = JSON.parse(project) as { readonly name: string };
  await page.waitForFunction((wanted) => document.title.startsWith(wanted), name);
  // As long as the autosave waits, and more.
  await page.waitForTimeout(1000);
}
