/** `npm start` prints what the build warns of, and a person who only wants to open the page cannot tell it from a fault. */
import { build, createLogger } from 'vite';
import { expect, it } from 'vitest';

it('a build of the page has nothing to warn of', async () => {
  const warnings: string[] = [];
  const logger = createLogger('warn');
  const keep = (message: string): void => void warnings.push(message);
  await build({
    customLogger: { ...logger, warn: keep, warnOnce: keep, error: keep },
    build: { write: false, minify: false },
  });
  expect(warnings).toEqual([]);
}, 120_000);
