/**
 * Takes the lessons with everything trained live, which takes minutes: `npm run walk-lessons`. The end-to-end tests take the same
 * walks with recorded results where training is long.
 * `--lesson ID` takes one (may be given several times), `--out FOLDER` writes a picture of every step at two widths in both colours,
 * `--recorded` takes them as the tests do. It builds and serves the page; `--url URL` takes one that is served already.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Browser, type Page } from 'playwright';
import { build, preview } from 'vite';
import { LESSONS, type LessonId } from '../src/core/lessons/lesson.ts';
import { lessonsThere } from '../src/lessons/node.ts';
import { takeLesson, type Walk } from '../test/e2e/lessons/walk.ts';
import { Workbench } from '../test/e2e/support/workbench.ts';
import { launchOptions } from './browser.ts';

const WIDTHS = [1440, 900] as const;
const SCHEMES = ['light', 'dark'] as const;
const HEIGHT = 900;
/** After the page was resized or coloured otherwise: time to be drawn anew, milliseconds. */
const SETTLING = 500;

const { values } = parseArgs({
  options: {
    lesson: { type: 'string', multiple: true },
    out: { type: 'string' },
    url: { type: 'string' },
    recorded: { type: 'boolean', default: false },
  },
});
const there = lessonsThere();
const unknown = values.lesson?.find((wish) => !there.some((id) => id === wish));
if (unknown !== undefined) throw new Error(`There is no lesson “${unknown}”. There are: ${there.join(', ')}.`);
const lessons = there.filter((id) => values.lesson?.includes(id) ?? true);

const served = values.url === undefined ? await serve() : { url: values.url, close: async () => undefined };
const browser = await chromium.launch(launchOptions());
let failed = 0;
try {
  for (const lesson of lessons) {
    const began = performance.now();
    const trouble = await walked(browser, served.url, lesson);
    const seconds = ((performance.now() - began) / 1000).toFixed(0);
    console.log(trouble === null ? `✓ ${lesson} · ${seconds} s` : `✗ ${lesson} · ${seconds} s\n${trouble}`);
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

/** Takes one lesson in a browser of its own; what went wrong, or null. */
async function walked(chrome: Browser, url: string, lesson: LessonId): Promise<string | null> {
  const page = await chrome.newPage({ baseURL: url, viewport: { width: WIDTHS[0], height: HEIGHT }, reducedMotion: 'reduce' });
  page.setDefaultTimeout(30_000);
  const troubles: string[] = [];
  page.on('pageerror', (error) => troubles.push(`uncaught: ${error.stack ?? error.message}`));
  try {
    const { walk } = (await import(`../test/e2e/lessons/${lesson}.ts`)) as { readonly walk: Walk };
    let stop = 0;
    await takeLesson(new Workbench(page), walk, {
      live: !values.recorded,
      look: async (step, when) => {
        stop += 1;
        if (values.out !== undefined) await pictures(page, join(values.out, lesson), `${String(stop).padStart(2, '0')}-${step.id}-${when}`);
      },
    });
  } catch (error) {
    troubles.push(error instanceof Error ? error.message : String(error));
    if (values.out !== undefined) await pictures(page, join(values.out, lesson), 'failed');
  } finally {
    await page.close();
  }
  return troubles.length === 0 ? null : troubles.join('\n');
}

async function pictures(page: Page, folder: string, name: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT });
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme });
      await page.waitForTimeout(SETTLING);
      await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`) });
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: WIDTHS[0], height: HEIGHT });
  await page.waitForTimeout(SETTLING);
}
