/**
 * Takes the lessons with everything trained live, which takes minutes: `npm run walk-lessons`. The end-to-end tests take the same
 * walks with recorded results where training is long. Here all is taken that a step offers, hints, sources and every wrong answer;
 * what the page logs or is refused, and what axe finds at any step, is a failure.
 * `--lesson ID` takes one (may be given several times), `--language zh` takes them in Chinese, `--recorded` trains no more than the
 * tests do, `--out FOLDER` takes each at two widths in both colours and writes pictures of every step, from its top and from its
 * end, and what was counted in `walk.json`; `--look 1440-light` takes one of these alone. It builds and serves the page; `--url URL`
 * takes one that is served already.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Browser, type Page } from 'playwright';
import { build, preview } from 'vite';
import type { LessonId } from '../src/core/lessons/lesson.ts';
import { DATES, type Language, LANGUAGES, speak } from '../src/words/forms/language.ts';
import type { Walk } from '../test/e2e/learn/walks/walk.ts';
import { heard } from '../test/e2e/support/heard.ts';
import { violations } from '../test/e2e/support/axe.ts';
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
    out: { type: 'string' },
    url: { type: 'string' },
    recorded: { type: 'boolean', default: false },
    look: { type: 'string', multiple: true },
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
const there = lessonsThere();
const unknown = values.lesson?.find((wish) => !there.some((id) => id === wish));
if (unknown !== undefined) throw new Error(`There is no lesson “${unknown}”. There are: ${there.join(', ')}.`);
const lessons = there.filter((id) => values.lesson?.includes(id) ?? true);

const looks = LOOKS.filter((look) => values.look?.includes(nameOf(look)) ?? (values.out !== undefined || look === USUAL));
if (looks.length === 0) throw new Error(`Looks are: ${LOOKS.map(nameOf).join(', ')}.`);

const served = values.url === undefined ? await serve() : { url: values.url, close: async () => undefined };
const browser = await chromium.launch(launchOptions());
const walks: Walked[] = [];
if (values.out !== undefined) await mkdir(values.out, { recursive: true });
try {
  for (const lesson of lessons)
    for (const look of looks) {
      const began = performance.now();
      const taken = await walked(browser, served.url, lesson, look);
      const told = `${lesson}, ${nameOf(look)} · ${taken.steps} steps, ${taken.pictures} pictures · ${((performance.now() - began) / 1000).toFixed(0)} s`;
      const wrong = [...taken.troubles, ...taken.logged, ...taken.axe];
      console.log(wrong.length === 0 ? `✓ ${told}` : [`✗ ${told}`, ...wrong].join('\n'));
      walks.push(taken);
      // As it goes on, since a walk takes long.
      if (values.out !== undefined) await writeFile(join(values.out, 'walk.json'), `${JSON.stringify(walks, null, 2)}\n`);
    }
} finally {
  await browser.close();
  await served.close();
}
if (lessons.length < LESSONS.length && values.lesson === undefined)
  console.log(`Only ${lessons.length} of the ${LESSONS.length} lessons are there.`);
const sum = (count: (walk: Walked) => number): number => walks.reduce((total, walk) => total + count(walk), 0);
const failed = sum(({ troubles }) => troubles.length);
const logged = sum((walk) => walk.logged.length);
const found = sum(({ axe }) => axe.length);
console.log(
  `${lessons.length} lessons, ${looks.map(nameOf).join(', ')}, ${values.recorded ? 'recorded where training is long' : 'all trained live'}: ` +
    `${sum(({ steps }) => steps)} steps, ${sum(({ pictures }) => pictures)} pictures, ${failed} steps not done, ${logged} errors logged, ${found} findings of axe.`,
);
if (failed + logged + found > 0) process.exitCode = 1;

/** What came of a walk. */
interface Walked {
  readonly lesson: LessonId;
  readonly look: string;
  /** Steps that were entered, and done where there is something to do. */
  readonly steps: number;
  readonly pictures: number;
  /** Why it could not go on. */
  readonly troubles: readonly string[];
  /** What the page logged as an error, threw, or asked for in vain. */
  readonly logged: readonly string[];
  /** What axe found, with the step. */
  readonly axe: readonly string[];
}

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

/** Takes one lesson in a page of its own. */
async function walked(chrome: Browser, url: string, lesson: LessonId, look: Look): Promise<Walked> {
  const { width, scheme } = look;
  const context = await chrome.newContext({
    baseURL: url,
    viewport: { width, height: HEIGHT },
    colorScheme: scheme,
    reducedMotion: 'reduce',
    locale: DATES[language ?? 'en'],
  });
  // tsx keeps the names of functions by this helper, also of those that are evaluated in the page.
  await context.addInitScript('globalThis.__name = (named) => named;');
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const [troubles, axe, logged] = [[] as string[], [] as string[], heard(page)];
  let [steps, stop, pictures] = [0, 0, 0];
  const picture = async (name: string): Promise<void> => {
    if (values.out === undefined) return;
    await page.screenshot({ path: join(values.out, `${lesson}-${name}-${width}-${scheme}.png`) });
    pictures += 1;
  };
  try {
    const { walk } = (await import(`../test/e2e/learn/walks/${lesson}.ts`)) as { readonly walk: Walk };
    await takeLesson(new Workbench(page), walk, {
      live: !values.recorded,
      whole: true,
      language: language ?? 'en',
      look: async (step, when) => {
        const asks = step.kind === 'do' || step.kind === 'predict' || step.kind === 'check';
        const name = `${String((stop += 1)).padStart(2, '0')}-${step.id}-${when}`;
        await page.waitForTimeout(values.out === undefined ? 0 : SETTLING);
        await picture(name);
        if (values.out !== undefined && (await toTheEnd(page))) {
          // Figures are drawn as they come into view.
          await page.waitForTimeout(SETTLING);
          await picture(`${name}-end`);
        }
        if (asks && when === 'entered') return;
        axe.push(...(await violations(page)).map((finding) => `axe at the step “${step.id}”: ${finding}`));
        steps += 1;
      },
    });
  } catch (error) {
    troubles.push(error instanceof Error ? error.message : String(error));
    await picture('failed').catch(() => undefined);
  } finally {
    await context.close();
  }
  return { lesson, look: nameOf(look), steps, pictures, troubles, logged, axe };
}

/** Scrolls the text of the step to its end; false where all of it was on screen. */
async function toTheEnd(page: Page): Promise<boolean> {
  return page.locator('[data-lesson]').evaluate((panel) => {
    const text = [...panel.querySelectorAll('*')].find(
      (element) => element.scrollHeight > element.clientHeight + 4 && getComputedStyle(element).overflowY === 'auto',
    );
    text?.scrollTo(0, text.scrollHeight);
    return text !== undefined;
  });
}
