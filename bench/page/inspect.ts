/**
 * `npx tsx bench/page/inspect.ts [--dist folder] [--rounds n] [--out file.json]`: how the built page bears an explorer of 10,000
 * episodes and a heat-map of 2,000 tokens. A kept run of that size is put into the browser's own files, opened from the list of
 * runs as a person would, and then scrolled, sorted, searched, pointed at and walked along. Of each it tells the longest task of
 * the main thread, by the clock and by processor time, and how many were above 50 ms. Headless Chromium, 1440 × 900.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Browser, type Locator, type Page } from 'playwright';
import { build, preview } from 'vite';
import { launchOptions } from '../../scripts/testing/browser.ts';
import { largeRun, type Large } from '../syntheticRun.ts';
import { FIRST_MARK, Trace, TRACE_CATEGORIES, type Tasks } from './trace.ts';

const ROOT = join(import.meta.dirname, '../..');
const VIEWPORT = { width: 1440, height: 900 };
const EPISODES = 10_000;
const TOKENS = 2000;
/** Of the library worker, in the browser's private files. */
const FOLDER = ['marft-workbench', 'runs'];
/** After each thing that was done, until nothing is left to do, milliseconds. */
const SETTLE = 700;
const SHOWN_TASKS = 3;

/** What was done, and what of it the main thread had to do. */
interface Step {
  readonly what: string;
  readonly of: 'opening' | 'explorer' | 'heat-map';
  readonly tasks: Tasks;
}

async function putRun(page: Page, url: string, run: Large): Promise<void> {
  // A page of the same origin without the workbench, whose library would have the folder open.
  await page.goto(`${url}icon.svg`);
  await page.evaluate(
    async ({ id, files, folder }) => {
      let root = await navigator.storage.getDirectory();
      for (const name of [...folder, id]) root = await root.getDirectoryHandle(name, { create: true });
      for (const [path, text] of Object.entries(files)) {
        const names = path.split('/');
        const file = names.pop() ?? '';
        let within = root;
        for (const name of names) within = await within.getDirectoryHandle(name, { create: true });
        const stream = await (await within.getFileHandle(file, { create: true })).createWritable();
        await stream.write(text);
        await stream.close();
      }
    },
    { id: run.id, files: run.files, folder: FOLDER },
  );
}

/** Times of a person's steps, and the page they are done in. */
class Person {
  readonly marks: { readonly what: string; readonly of: Step['of'] }[] = [];

  constructor(readonly page: Page) {}

  async does(of: Step['of'], what: string, work: () => Promise<unknown>): Promise<void> {
    await this.mark();
    this.marks.push({ of, what });
    await work();
    await this.page.waitForTimeout(SETTLE);
  }

  async mark(): Promise<void> {
    const name = this.marks.length === 0 ? FIRST_MARK : markOf(this.marks.length);
    await this.page.evaluate((mark) => void performance.mark(mark), name);
  }
}

const markOf = (index: number): string => (index === 0 ? FIRST_MARK : `bench-${index}`);

async function press(target: Locator, key: string, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) await target.press(key);
}

async function inspect(person: Person, run: Large): Promise<void> {
  const { page } = person;
  const place = (name: string) => page.getByRole('navigation').getByRole('button', { name, exact: true });
  const bar = page.getByRole('group', { name: 'What is read' });
  const explorer = page.getByRole('grid', { name: 'Episodes that can be read' });
  const find = page.getByRole('search', { name: 'Find episodes' });

  await place('Runs').click();
  await page.getByRole('treegrid', { name: 'Runs' }).getByRole('row', { name: run.name }).first().click();
  const open = page.getByRole('region', { name: 'About the run' }).getByRole('button', { name: 'Open', exact: true });
  await open.waitFor();
  await page.waitForTimeout(SETTLE);
  await person.does('opening', `a run whose newest iteration has ${EPISODES} episodes is opened`, async () => {
    await open.click();
    // It leads to the team, and its newest episodes are read before it is shown.
    await page.getByText('kept', { exact: true }).waitFor({ timeout: 120_000 });
    await page.locator('[data-token]').first().waitFor({ timeout: 120_000 });
  });
  await person.does('opening', 'the inspect place is opened', async () => {
    await place('Inspect').click();
    await explorer.getByRole('row').nth(5).waitFor();
    await page.getByText(`of ${EPISODES}`).first().waitFor();
  });

  await person.does('explorer', 'the table is scrolled', async () => {
    await explorer.hover();
    for (let turn = 0; turn < 60; turn += 1) {
      await page.mouse.wheel(0, turn < 40 ? 900 : -20_000);
      await page.waitForTimeout(30);
    }
  });
  await person.does('explorer', 'arrow keys and pages, from episode to episode', async () => {
    await explorer.focus();
    await press(explorer, 'ArrowDown', 15);
    await press(explorer, 'PageDown', 10);
    await press(explorer, 'End', 1);
    await press(explorer, 'Home', 1);
  });
  for (const column of ['Reward', 'Problem', 'Tokens', 'Said'])
    await person.does('explorer', `it is sorted by ${column}, and the other way round`, async () => {
      for (let time = 0; time < 2; time += 1) {
        await explorer.getByRole('columnheader', { name: column }).getByRole('button').click();
        await page.waitForTimeout(400);
      }
    });
  await person.does('explorer', 'a text is searched, letter by letter', async () => {
    await find.getByRole('textbox').focus();
    await page.keyboard.type('figs', { delay: 80 });
    await page.waitForTimeout(400);
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.press('Delete');
  });
  await person.does('explorer', 'only wrong ones, only right ones, all', async () => {
    for (const verdict of ['Wrong', 'Right', 'All']) {
      await find.getByText(verdict, { exact: true }).click();
      await page.waitForTimeout(300);
    }
  });
  await person.does('explorer', 'an episode is pinned and let go', async () => {
    await explorer.focus();
    await press(explorer, ' ', 2);
  });

  await person.does('heat-map', `an episode of ${TOKENS} tokens is drawn`, async () => {
    await bar.getByRole('button', { name: 'Previous iteration that can be read' }).click();
    await page.locator('[data-message="1"] [data-token="999"]').waitFor();
  });
  const tokens = page.locator('[data-message="0"] [data-token]');
  await person.does('heat-map', 'the pointer moves over its tokens', async () => {
    const from = await tokens.first().boundingBox();
    const to = await tokens.nth(120).boundingBox();
    if (!from || !to) throw new Error('the tokens are not on screen');
    for (let step = 0; step < 4; step += 1) {
      await page.mouse.move(from.x + 4, from.y + 8 + step * 20);
      await page.mouse.move(from.x + 500, from.y + 8 + step * 20, { steps: 60 });
    }
  });
  await person.does('heat-map', 'arrow keys walk along them', async () => {
    await tokens.first().focus();
    for (let step = 0; step < 60; step += 1) await page.keyboard.press('ArrowRight');
    for (const key of ['End', 'ArrowDown', 'ArrowUp', 'Home']) await page.keyboard.press(key);
  });
  await person.does('heat-map', 'it is scrolled', async () => {
    await tokens.nth(5).hover();
    for (let turn = 0; turn < 40; turn += 1) {
      await page.mouse.wheel(0, turn < 20 ? 300 : -300);
      await page.waitForTimeout(30);
    }
  });
  const channel = page.getByRole('combobox', { name: 'Colour tokens by' });
  for (const name of ['Value', 'Log-prob', 'Entropy', 'Advantage (as trained)'])
    await person.does('heat-map', `it is coloured by ${name.toLowerCase()}`, async () => {
      await channel.click();
      await page.getByRole('option', { name, exact: true }).click();
    });
  await person.does('heat-map', 'another episode is read, and this one again', async () => {
    await explorer.focus();
    await press(explorer, 'ArrowDown', 1);
    await page.waitForTimeout(500);
    await press(explorer, 'ArrowUp', 1);
    await page.locator('[data-message="1"] [data-token="999"]').waitFor();
  });
  await person.mark();
}

async function measure(browser: Browser, url: string, run: Large): Promise<Step[]> {
  const page = await browser.newPage({ viewport: VIEWPORT });
  try {
    await page.addInitScript('globalThis.__name = (named) => named');
    await putRun(page, url, run);
    await page.goto(url);
    await page.locator('.monaco-editor').first().waitFor();
    await page.waitForLoadState('networkidle');
    await page.waitForTimeout(1500);
    const person = new Person(page);
    await browser.startTracing(page, { categories: TRACE_CATEGORIES });
    await inspect(person, run);
    const trace = new Trace(await browser.stopTracing());
    return person.marks.map(({ what, of }, index) => ({
      what,
      of,
      tasks: trace.tasks(markOf(index), markOf(index + 1), SHOWN_TASKS),
    }));
  } finally {
    await page.close();
  }
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const { values } = parseArgs({
  options: { dist: { type: 'string' }, rounds: { type: 'string', default: '3' }, out: { type: 'string' } },
});
const built = values.dist ?? (await mkdtemp(join(tmpdir(), 'marft-inspect-')));
process.chdir(ROOT);
if (values.dist === undefined) await build({ logLevel: 'error', build: { outDir: built, emptyOutDir: true } });
const server = await preview({ logLevel: 'error', build: { outDir: built }, preview: { port: 4374, strictPort: false } });
const url = server.resolvedUrls?.local[0];
if (url === undefined) throw new Error('the preview server has no address');
const run = await largeRun({ episodes: EPISODES, tokens: TOKENS });
const rounds: Step[][] = [];
try {
  for (let round = 0; round < Number(values.rounds); round += 1) {
    const browser = await chromium.launch(launchOptions());
    try {
      rounds.push(await measure(browser, url, run));
    } finally {
      await browser.close();
    }
  }
} finally {
  await server.close();
  if (values.dist === undefined) await rm(built, { recursive: true, force: true });
}

const steps = (rounds[0] ?? []).map(({ what, of }, index) => {
  const tasks = rounds.flatMap((round) => round[index]?.tasks ?? []);
  return {
    what,
    of,
    wall: median(tasks.map(({ longest }) => longest)),
    cpu: median(tasks.map((each) => each.tasks[0]?.cpu ?? 0)),
    long: median(tasks.map(({ long }) => long)),
    longByProcessor: median(tasks.map(({ longByProcessor }) => longByProcessor)),
  };
});
for (const [index, { what, of, wall, cpu, long, longByProcessor }] of steps.entries()) {
  console.log(
    `${of}: ${what}: longest task ${wall.toFixed(1)} ms (processor ${cpu.toFixed(1)}); above 50 ms: ${long} (${longByProcessor})`,
  );
  for (const task of rounds[0]?.[index]?.tasks.tasks ?? [])
    if (task.cpu > 20) console.log(`    ${task.wall.toFixed(1)} ms (processor ${task.cpu.toFixed(1)}): ${task.parts.join(' | ')}`);
}
console.log(`medians of ${rounds.length}; load ${(loadavg()[0] ?? Number.NaN).toFixed(2)}`);
const machine = { cpu: cpus()[0]?.model.trim() ?? '', cores: cpus().length };
if (values.out !== undefined)
  await writeFile(values.out, `${JSON.stringify({ machine, viewport: VIEWPORT, episodes: EPISODES, tokens: TOKENS, steps }, null, 2)}\n`);
