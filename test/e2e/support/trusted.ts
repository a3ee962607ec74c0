/** What Trusted Types have to refuse in the built page. */
import type { Page } from '@playwright/test';
import { XSS_PAYLOADS } from '../../support/xssPayloads.ts';

/** The one that must not be refused. */
export const OWN_WORKER = 'a worker of the build';

/** By name, each way in which a script that got into the page would make elements of a text, or start a script, and could. */
export async function notRefused(page: Page): Promise<readonly string[]> {
  return await page.evaluate(
    ([own, payloads]) => {
      const script = () => document.createElement('script');
      const tries: Readonly<Record<string, () => unknown>> = {
        [own]: () => new Worker(document.querySelector<HTMLScriptElement>('script[src]')!.src, { type: 'module' }).terminate(),
        'a worker from an answer that is passed on': () => new Worker('tinker/a.js'),
        'a worker from a text': () => new Worker('data:text/javascript,0'),
        'a worker from a blob': () => new Worker(URL.createObjectURL(new Blob(['0']))),
        'a script’s address': () => (script().src = 'https://elsewhere.test/a.js'),
        'a script’s text': () => (script().text = 'globalThis.ran = 1'),
        'a frame’s page': () => (document.createElement('iframe').srcdoc = '<p>a</p>'),
        'a parsed text': () => new DOMParser().parseFromString('<p>a</p>', 'text/html'),
        'text beside an element': () => document.createElement('p').insertAdjacentHTML('beforeend', '<b>a</b>'),
        'a written text': () => document.write('<p>a</p>'),
        'a policy of another name': () => window.trustedTypes!.createPolicy('other', { createHTML: (text) => text }),
        'the same policy again': () => window.trustedTypes!.createPolicy('default', { createHTML: (text) => text }),
      };
      const could = (attempt: () => unknown): boolean => {
        try {
          attempt();
          return true;
        } catch {
          return false;
        }
      };
      // A text in which no element begins is let through, and makes none.
      const elements = payloads.filter((text) => {
        const element = document.createElement('div');
        could(() => (element.innerHTML = text));
        return element.childElementCount > 0;
      });
      return [...Object.keys(tries).filter((name) => could(tries[name]!)), ...elements];
    },
    [OWN_WORKER, XSS_PAYLOADS] as const,
  );
}
