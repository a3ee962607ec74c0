/**
 * `npx tsx bench/manyMessages.ts --messages 1000000 [--tokens 50] [--pages 20] [--dist FOLDER] [--worst] [--untraced]`: rollouts of so many generated messages, four an episode, all
 * of one iteration, in the built page as a person would: the file is opened, the browser closed, and in a new one the run is gone to by its
 * address; then its episodes are paged and scrolled through and gone to by number. Prints seconds, the longest task of the main thread in
 * each part, and the memory of the page's renderer process with its workers (Linux): resident now and at most (tracing takes some; `--untraced`
 * leaves the tasks out), and what the page measures.
 */
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { chromium, type BrowserContext, type Page } from 'playwright';
import { preview } from 'vite';
import { launchOptions } from '../scripts/testing/browser.ts';
import { rendererMemory } from './memory/rendererMemory.ts';
import { FIRST_MARK, LONG, Trace, TRACE_CATEGORIES } from './page/trace.ts';

const { values } = parseArgs({
  options: {
    messages: { type: 'string', default: '10000' },
    tokens: { type: 'string', default: '50' },
    pages: { type: 'string', default: '20' },
    worst: { type: 'boolean' },
    untraced: { type: 'boolean' },
    dist: { type: 'string', default: 'dist' },
  },
});
const [messages, tokens, pages] = [values.messages, values.tokens, values.pages].map(Number) as [number, number, number];
const PER_EPISODE = 4;
const episodes = Math.ceil(messages / PER_EPISODE);

/** A repeatable number from 0 to 1. */
let state = 1;
function random(): number {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state / 2 ** 32;
}

/** A row of the explorer. */
const ROW = '[id^=episodes-table-row-]';

const few = (count: number, number: () => number): number[] => Array.from({ length: count }, number);
const rounded = (digits: number): number => Number((-3 * random()).toFixed(digits));

/** A line of a rollout as a run of ours writes it, with what is known of each token. */
function line(episode: number): string {
  const reward = Math.round(random());
  return `${JSON.stringify({
    iteration: 1,
    episode,
    group: episode - (episode % 8),
    seed: episode,
    split: 'train',
    problem_index: episode >> 3,
    problem: `Problem ${episode >> 3}: how many are there?`,
    reward,
    rewards: { planner: reward, solver: reward },
    turn_rewards: [0, reward],
    terminated: true,
    truncated: false,
    bootstrap: 0,
    messages: Array.from({ length: PER_EPISODE }, (_, index) => {
      const ids = few(tokens, () => Math.floor(random() * 5000));
      const prompt = few(20, () => Math.floor(random() * 5000));
      return {
        role: index % 2 === 0 ? 'planner' : 'solver',
        turn: index >> 1,
        call: index >> 1,
        sees: [],
        adapter_version: 0,
        prompt_ids: prompt,
        segments: [
          { kind: 'scaffold', source: 'observation', start: 0, end: prompt.length },
          {
            kind: 'sampled',
            source: 'response',
            role: index % 2 === 0 ? 'planner' : 'solver',
            start: prompt.length,
            end: prompt.length + tokens,
          },
        ],
        response_ids: ids,
        finish_reason: 'stop',
        text: ids.map((id) => `w${id}`).join(' '),
        temperature: 1,
        logprobs: few(tokens, () => rounded(5)),
        ref_logprobs: few(tokens, () => rounded(5)),
        values: [],
        entropies: few(tokens, () => -rounded(4)),
        token_rewards: few(tokens, () => 0),
        advantages: few(tokens, () => rounded(3)),
        returns: few(tokens, () => reward),
      };
    }),
  })}\n`;
}

async function generate(path: string): Promise<void> {
  const out = createWriteStream(path);
  for (let episode = 0; episode < episodes; episode += 1) if (!out.write(line(episode))) await once(out, 'drain');
  out.end();
  await once(out, 'close');
}

async function newPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript((mark) => performance.mark(mark), FIRST_MARK);
  page.on('pageerror', (error) => console.log(`uncaught: ${error.message}`));
  return page;
}

/** Does a part and says so with its seconds, its tasks on the main thread and the memory after it. */
async function told(page: Page, what: string, part: () => Promise<unknown>, traced = !values.untraced): Promise<void> {
  const browser = page.context().browser();
  if (!browser) throw new Error('this Playwright gives no browser of a profile, and so no trace');
  if (!traced) {
    const since = performance.now();
    await part();
    const { now, most } = await rendererMemory(profile);
    return console.log(`${what}: ${((performance.now() - since) / 1000).toFixed(1)} s; renderer ${now} MB, at most ${most} MB`);
  }
  await browser.startTracing(page, { categories: TRACE_CATEGORIES });
  await page.evaluate((mark) => performance.mark(mark), FIRST_MARK);
  const since = performance.now();
  await part();
  const took = performance.now() - since;
  await page.waitForTimeout(300);
  const { tasks, longest, long, longByProcessor } = new Trace(await browser.stopTracing()).tasks(FIRST_MARK, null, values.worst ? 3 : 1);
  const { now, most } = await rendererMemory(profile);
  console.log(
    `${what}: ${(took / 1000).toFixed(1)} s; longest task ${Math.round(longest)} ms by the clock, ${Math.round(tasks[0]?.cpu ?? 0)} ms of a processor; over ${LONG} ms ${long} and ${longByProcessor}; renderer ${now} MB, at most ${most} MB`,
  );
  if (values.worst)
    for (const { cpu, wall, parts } of tasks) console.log(`    ${Math.round(cpu)} of ${Math.round(wall)} ms: ${parts.join(' · ')}`);
}

/** Waits for the run's episodes, or their first window, in the explorer: a recorded run has fewer. */
const untilThere = (page: Page) =>
  page.waitForFunction(
    (rows) => Number(document.querySelector('#episodes-table')?.getAttribute('aria-rowcount')) > rows,
    Math.min(episodes, 200),
    {
      timeout: 300_000,
    },
  );

/** Bytes of page and workers as the page measures them; null where the browser does not say in time. */
const measured = (page: Page): Promise<number | null> =>
  page.evaluate(async () => {
    const { measureUserAgentSpecificMemory: measure } = performance as unknown as {
      measureUserAgentSpecificMemory?: () => Promise<{ bytes: number }>;
    };
    const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), 60_000));
    return measure ? Promise.race([measure.call(performance).then(({ bytes }) => bytes), late]) : null;
  });

const server = await preview({
  root: join(import.meta.dirname, '..'),
  build: { outDir: values.dist },
  preview: { port: 0 },
  logLevel: 'error',
});
const url = server.resolvedUrls?.local[0] ?? '';
const folder = await mkdtemp(join(tmpdir(), 'many-messages-'));
const profile = join(folder, 'profile');
let context: BrowserContext | undefined;
const open = async (): Promise<BrowserContext> =>
  (context = await chromium.launchPersistentContext(profile, { ...launchOptions(), viewport: { width: 1440, height: 900 } }));
try {
  const since = performance.now();
  const path = join(folder, '1.jsonl');
  await generate(path);
  console.log(
    `${messages} messages in ${episodes} episodes, ${Math.round((await stat(path)).size / 2 ** 20)} MB, written in ${((performance.now() - since) / 1000).toFixed(1)} s; load ${loadavg()[0]?.toFixed(1)}`,
  );

  const first = await open();
  let page = await newPage(first);
  // What is gone to from a picture of the same origin stays in the process that the mark is set in.
  await page.goto(`${url}icon.svg`);
  await told(page, 'the page alone', async () => {
    await page.goto(url);
    await page.getByRole('button', { name: 'Train', exact: true }).waitFor();
  });
  await told(
    page,
    'opened from the file',
    async () => {
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Project', exact: true }).click();
      await page.getByRole('menuitem', { name: /^Open…/ }).click();
      await (await chooser).setFiles(path);
      await page.getByRole('button', { name: 'Open the run', exact: true }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached', timeout: 3_600_000 });
      await page.getByRole('button', { name: 'Inspect', exact: true }).click();
      await untilThere(page);
    },
    !values.untraced && messages <= 20_000,
  ); // a trace of minutes is too large
  await page.waitForFunction(() => /run=(?!recorded)/.test(window.location.hash));
  const { hash } = new URL(page.url());
  await first.close();
  await rm(path);

  page = await newPage(await open());
  await page.goto(`${url}icon.svg`);
  await told(page, 'there again', async () => {
    await page.goto(url + hash);
    await untilThere(page);
  });
  const bar = page.getByRole('group', { name: 'Part of the episodes' });
  const position = bar.getByRole('status');
  const scroll = async (): Promise<void> => {
    await page.locator(ROW).first().hover();
    for (let step = 0; step < 30; step += 1) {
      await page.mouse.wheel(0, 900);
      await page.waitForTimeout(30);
    }
  };
  await told(page, 'scrolled', scroll);
  if (await bar.isVisible()) {
    const next = page.getByRole('button', { name: 'Next episodes', exact: true });
    await told(page, `${pages} windows further, each scrolled`, async () => {
      for (let turned = 0; turned < pages && (await next.isEnabled()); turned += 1) {
        const before = await position.innerText();
        await next.click();
        await page.waitForFunction((text) => !document.body.innerText.includes(text), before, { timeout: 60_000 });
        await scroll();
      }
    });
    for (const wanted of [episodes - 1, episodes >> 1, 7]) {
      await told(page, `to episode ${wanted}`, async () => {
        await bar.getByRole('textbox').fill(String(wanted));
        await bar.getByRole('textbox').press('Enter');
        const isThere = (text: string): boolean => new URLSearchParams(window.location.hash.slice(1)).get('episode') === text;
        await page.waitForFunction(isThere, String(wanted), { timeout: 60_000 });
      });
      console.log(`    ${await position.innerText()}`);
    }
  }
  const bytes = await measured(page);
  console.log(`page and workers by their own measure: ${bytes === null ? 'not said' : `${Math.round(bytes / 2 ** 20)} MB`}`);
} finally {
  await context?.close();
  await server.close();
  await rm(folder, { recursive: true, maxRetries: 5 });
}
