/**
 * The tests' own `test`: a page opened on the workbench, which fails when the page logged an error, threw one, or asked
 * the server for something that is not there.
 */
import { test as base, expect } from '@playwright/test';
import { Workbench } from './workbench.ts';

interface Fixtures {
  /** Driver of the page; the test opens it. */
  readonly workbench: Workbench;
}

export const test = base.extend<Fixtures>({
  workbench: async ({ page }, use) => {
    page.setDefaultTimeout(30_000); // a click that cannot happen need not use up the test's time
    const troubles: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') troubles.push(`console: ${message.text()}`);
    });
    page.on('pageerror', (error) => troubles.push(`uncaught: ${error.stack ?? error.message}`));
    page.on('response', (response) => {
      if (response.status() >= 400) troubles.push(`${response.status()}: ${response.url()}`);
    });
    await use(new Workbench(page));
    expect(troubles, 'errors the page logged, threw or was answered with').toEqual([]);
  },
});

export { expect };
