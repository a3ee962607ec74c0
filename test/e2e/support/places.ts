/** The places of the page, reached by its rail. */
import { expect, type Page } from '@playwright/test';

export type PlaceName = 'Team' | 'Environment' | 'Training' | 'Inspect' | 'Runs' | 'Learn';

/** Goes to a place, wherever the page is now. */
export async function goTo(page: Page, place: PlaceName): Promise<void> {
  const button = page.getByRole('navigation', { name: 'Places' }).getByRole('button', { name: place, exact: true });
  if ((await button.getAttribute('aria-current')) === null) await button.click();
  await expect(button).toHaveAttribute('aria-current', 'page');
}
