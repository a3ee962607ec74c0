/** What the page gives to its workers to evaluate. */
import type { Page } from '@playwright/test';

/** A call by Comlink, a message of the editor, or anything else, such as React's `null` to itself. */
type Sent = { readonly path?: readonly string[]; readonly vsWorker?: unknown } | null;
type Counting = typeof globalThis & { evaluations: Record<string, number> };

/** From now on, until it is loaded again, counts what the page sends code with all of `parts` to its workers for. Editors, which highlight it, evaluate nothing. */
export async function countEvaluations(page: Page, parts: readonly string[]): Promise<void> {
  await page.evaluate((marks) => {
    const counts: Record<string, number> = {};
    (globalThis as Counting).evaluations = counts;
    for (const { prototype } of [Worker, MessagePort]) {
      const post = prototype.postMessage as (this: Worker | MessagePort, message: unknown, ...rest: unknown[]) => void;
      prototype.postMessage = function (this: Worker | MessagePort, message: Sent, ...rest: unknown[]) {
        const text = message && message.vsWorker === undefined ? JSON.stringify(message) : '';
        if (marks.every((mark) => text.includes(mark))) {
          const what = message?.path?.join('.') ?? 'unknown';
          counts[what] = (counts[what] ?? 0) + 1;
        }
        post.call(this, message, ...rest);
      };
    }
  }, parts);
}

/** How often it was sent so far, by what was asked of a worker. */
export const evaluations = (page: Page): Promise<Record<string, number>> => page.evaluate(() => (globalThis as Counting).evaluations);
