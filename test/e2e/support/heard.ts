/** What a page has to say of itself. */
import type { Page } from '@playwright/test';

/** All that the page will log as an error, throw, or ask for in vain; the list grows. */
export function heard(page: Page): string[] {
  const troubles: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') troubles.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => troubles.push(`uncaught: ${error.stack ?? error.message}`));
  page.on('response', (response) => {
    if (response.status() >= 400) troubles.push(`${response.status()}: ${response.url()}`);
  });
  return troubles;
}
