/** The places of the page, reached by its rail. */
import { expect, type Page } from '@playwright/test';
import { text } from '../../../src/words/words.ts';

export type PlaceName = 'Team' | 'Environment' | 'Training' | 'Inspect' | 'Runs' | 'Learn';

/** Goes to a place, wherever the page is now. */
export async function goTo(page: Page, place: PlaceName): Promise<void> {
  const { name } = text.shell.place[place.toLowerCase() as Lowercase<PlaceName>];
  const button = page.getByRole('navigation', { name: text.shell.places }).getByRole('button', { name, exact: true });
  if ((await button.getAttribute('aria-current')) === null) await button.click();
  await expect(button).toHaveAttribute('aria-current', 'page');
}
