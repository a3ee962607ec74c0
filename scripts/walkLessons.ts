/**
 * Takes the lessons with everything trained live, which takes minutes: `npm run walk-lessons`. The end-to-end tests take the same
 * walks with recorded results where training is long.
 * `--lesson ID` takes one (may be given several times), `--language zh` takes them in Chinese, `--recorded` takes them as the tests
 * do, `--out FOLDER` takes each at two widths in both colours and writes a picture of every step; with `--look 1440-light` only so
 * (may be given several times). It builds and serves the page; `--url URL` takes one that is served already.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Browser } from 'playwright';
import { build, preview } from 'vite';
import type { LessonId } from '../src/core/lessons/lesson.ts';
import { DATES, type Language, LANGUAGES, speak } from '../src/words/forms/language.ts';
import type { Walk } from '../test/e2e/learn/walks/walk.ts';
import { launchOptions } from './testing/browser.ts';

interface Look {
  readonly width: number;
  readonly scheme: 'light' | 'dark';
}

const HEIGHT = 900;
const USUAL: Look = { width: 1440, scheme: 'light' };
const LOOKS: readonly Look[] = [USUAL, { width: 1440, scheme: 'dark' }, { width: 900, scheme: 'light' }, { width: 900, scheme: 'dark' }];
/** After a step was entered or done: time for charts and outlines to be drawn, milliseconds. */
const SETTLING = 800;

const { values } = parseArgs({
  options: {
    lesson: { type: 'string', multiple: true },
    language: { type: 'string', default: 'en' },
    look: { type: 'string', multiple: true },
    out: { type: 'string' },
    url: { type: 'string' },
    recorded: { type: 'boolean', default: false },
  },
});
const language = LANGUAGES.find((known): known is Language => known === values.language);
if (language === undefined) throw new Error(`There is no language “${values.language}”. There are: ${LANGUAGES.join(', ')}.`);
// Walks find things by what the page calls them, and words are of the language that was spoken when they were loaded.
if (language === 'zh') speak((await import('../src/words/zh/index.ts')).translation);
const [{ LESSONS }, { lessonsThere }, { takeLesson }, { Workbench }] = await Promise.all([
  import('../src/core/lessons/lesson.ts'),
  import('../src/lessons/node.ts'),
  import('../test/e2e/learn/walks/walk.ts'),
  import('../test/e2e/support/workbench.ts'),
]);
const looks = LOOKS.filter((look) => values.look?.includes(nameOf(look)) ?? true);
if (looks.length === 0) throw new Error(`Looks are: ${LOOKS.map(nameOf).join(', ')}.`);
const there = lessonsThere();
const unknown = values.lesson?.find((wish) => !there.some((id) => id === wish));
if (unknown !== undefined) throw new Error(`There is no lesson “${unknown}”. There are: ${there.join(', ')}.`);
const lessons = there.filter((id) => values.lesson?.includes(id) ?? true);

const served = values.url === undefined ? await serve() : { url: values.url, close: async () => undefined };
const browser = await chromium.launch(launchOptions());
let failed = 0;
if (values.out !== undefined) await mkdir(values.out, { recursive: true });
try {
  for (const lesson of lessons)
    for (const look of values.out === undefined ? [USUAL] : looks) {
      const began = performance.now();
      const trouble = await walked(browser, served.url, lesson, look);
      const told = `${lesson}, ${look.width} ${look.scheme} · ${((performance.now() - began) / 1000).toFixed(0)} s`;
      console.log(trouble === null ? `✓ ${told}` : `✗ ${told}\n${trouble}`);
      if (trouble !== null) failed += 1;
    }
} finally {
  await browser.close();
  await served.close();
}
if (lessons.length < LESSONS.length && values.lesson === undefined)
  console.log(`Only ${lessons.length} of the ${LESSONS.length} lessons are there.`);
if (failed > 0) process.exitCode = 1;

async function serve(): Promise<{ url: string; close: () => Promise<void> }> {
  await build({ logLevel: 'warn' });
  const server = await preview({ preview: { port: 4292 } });
  const url = server.resolvedUrls?.local[0];
  if (!url) throw new Error('The built page is not served.');
  return { url, close: () => server.close() };
}

function nameOf({ width, scheme }: Look): string {
  return `${width}-${scheme}`;
}

/** Takes one lesson in a page of its own; what went wrong, or null. */
async function walked(chrome: Browser, url: string, lesson: LessonId, { width, scheme }: Look): Promise<string | null> {
  const context = await chrome.newContext({
    baseURL: url,
    viewport: { width, height: HEIGHT },
    colorScheme: scheme,
    reducedMotion: 'reduce',
    locale: DATES[language ?? 'en'],
  });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const troubles: string[] = [];
  page.on('pageerror', (error) => troubles.push(`uncaught: ${error.stack ?? error.message}`));
  page.on('console', (line) => {
    if (line.type() === 'error') troubles.push(`logged: ${line.text()}`);
  });
  const picture = async (name: string): Promise<void> => {
    if (values.out === undefined) return;
    await page.waitForTimeout(SETTLING);
    await page.screenshot({ path: join(values.out, `${lesson}-${name}-${width}-${scheme}.png`) });
  };
  try {
    const { walk } = (await import(`../test/e2e/learn/walks/${lesson}.ts`)) as { readonly walk: Walk };
    let stop = 0;
    await takeLesson(new Workbench(page), walk, {
      live: !values.recorded,
      language: language ?? 'en',
      look: (step, when) => picture(`${String((stop += 1)).padStart(2, '0')}-${step.id}-${when}`),
    });
  } catch (error) {
    troubles.push(error instanceof Error ? error.message : String(error));
    await picture('failed').catch(() => undefined);
  } finally {
    await context.close();
  }
  return troubles.length === 0 ? null : troubles.join('\n');
}
