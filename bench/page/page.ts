/**
 * `npx tsx bench/page/page.ts [--dist folder] [--rounds n] [--preset name | --project file] [--lesson id] [--out file.json]`: how the built page behaves while it
 * trains: the longest tasks of its main thread, the time from the click on Train to the first reward point, and to
 * iterations 10, 20 and 40. Headless Chromium at 1440 × 900 on the served production build (`--dist` names one that is
 * built already), the default project, a shipped preset, a project's file, or a lesson's with the lesson open beside it, a fresh browser each round.
 * With a lesson and another project that one is trained, and the lesson stays open.
 *
 * Tasks come from a trace of the main thread, which tells each task's wall time and its processor time; a busy machine
 * changes the latter least. What a long task did is told by the trace's own events inside it, and by the script entries
 * of the browser's long animation frames.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Browser, type Page } from 'playwright';
import { build, preview } from 'vite';
import { launchOptions } from '../../scripts/testing/browser.ts';
import { FIRST_MARK, LONG, Trace, TRACE_CATEGORIES, type Tasks } from './trace.ts';

const ROOT = join(import.meta.dirname, '../..');
const VIEWPORT = { width: 1440, height: 900 };
/** Iterations whose arrival on screen is timed. */
const MILESTONES = [1, 10, 20, 40];
/** How long to go on looking after the run's end, when the last points are drawn, milliseconds. */
const AFTER = 1500;
const LONGEST_TASKS = 8;
const PATIENCE = 180_000;

interface Round extends Tasks {
  /** Milliseconds from the click to the first point of the reward chart (the untrained team), and to the first sampled one. */
  readonly firstReward: number;
  readonly firstSampled: number;
  /** Milliseconds from the click to the n-th iteration on screen. */
  readonly iterations: Readonly<Record<number, number>>;
  readonly finished: number;
  /** Tasks above 50 ms as the browser's own Long Tasks API counts them. */
  readonly longTasks: readonly { readonly at: number; readonly wall: number }[];
  readonly longFrames: readonly { readonly at: number; readonly wall: number; readonly scripts: readonly string[] }[];
  /** Mean number of processes waiting or running on the machine in the last minute, at the round's end. */
  readonly load: number;
  readonly backend: string;
}

/** What the page notes of itself; installed before its own scripts run. */
interface Notes {
  clicked: number;
  firstReward: number;
  firstSampled: number;
  finished: number;
  iterations: Record<number, number>;
  longTasks: { at: number; wall: number }[];
  longFrames: { at: number; wall: number; scripts: string[] }[];
}

/** What the page says on its console when the run is over: waiting for that costs the page nothing, polling it would. */
const FINISHED = 'the run is over';

interface Noting {
  readonly milestones: readonly number[];
  readonly said: string;
  /** Set at the click. */
  readonly mark: string;
}

function takeNotes({ milestones, said, mark }: Noting): void {
  const notes: Notes = { clicked: 0, firstReward: 0, firstSampled: 0, finished: 0, iterations: {}, longTasks: [], longFrames: [] };
  Object.assign(globalThis, { notes });
  const since = (time: number) => time - notes.clicked;
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      if (notes.clicked > 0 && startTime + duration >= notes.clicked) notes.longTasks.push({ at: since(startTime), wall: duration });
    }
  }).observe({ type: 'longtask', buffered: true });
  interface Script {
    readonly duration: number;
    readonly invoker: string;
    readonly sourceFunctionName: string;
    readonly sourceURL: string;
    readonly forcedStyleAndLayoutDuration: number;
  }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (notes.clicked === 0 || entry.startTime + entry.duration < notes.clicked) continue;
      const { scripts } = entry as PerformanceEntry & { readonly scripts: readonly Script[] };
      notes.longFrames.push({
        at: since(entry.startTime),
        wall: entry.duration,
        scripts: scripts.map(
          (script) =>
            `${Math.round(script.duration)} ms ${script.invoker} ${script.sourceFunctionName} ${script.sourceURL.split('/').at(-1)} (layout ${Math.round(script.forcedStyleAndLayoutDuration)} ms)`,
        ),
      });
    }
  }).observe({ type: 'long-animation-frame', buffered: true });

  addEventListener(
    'click',
    (event) => {
      const button = event.target instanceof Element ? event.target.closest('button') : null;
      if (notes.clicked === 0 && button?.textContent === 'Train') {
        notes.clicked = event.timeStamp;
        performance.mark(mark);
      }
    },
    { capture: true },
  );
  /** Looks once a frame, after the page has drawn. */
  const look = (): void => {
    if (notes.clicked > 0 && notes.finished === 0) {
      const now = performance.now();
      const chart = document.querySelector('figure[data-chart="reward"]');
      const live = document.querySelector('[data-origin="live"], [data-origin="ended"]') !== null;
      const name = chart?.getAttribute('aria-label') ?? '';
      if (live && chart?.querySelector('[data-drawn]:not([data-drawn="0"])')) {
        if (notes.firstReward === 0 && / from /.test(name)) notes.firstReward = since(now);
        if (notes.firstSampled === 0 && /sampled, train from /.test(name)) notes.firstSampled = since(now);
      }
      const status = document.querySelector('footer[aria-label="Status"]')?.textContent ?? '';
      const done = Number(/iteration (\d+)\//.exec(status)?.[1] ?? 0);
      for (const milestone of milestones) if (done >= milestone) notes.iterations[milestone] ??= since(now);
      if (/^(Finished|Failed|Stopped)/.test(status)) {
        notes.finished = since(now);
        console.log(said);
      }
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** What is trained: the default project, a shipped preset, a project's file, or a lesson's project; and which lesson's panel is open. */
interface Shown {
  readonly preset?: string | undefined;
  readonly project?: string | undefined;
  readonly lesson?: string | undefined;
}

async function openPage(page: Page, url: string, { preset, project, lesson }: Shown): Promise<void> {
  // tsx names every function through a helper of its own, which a function sent to the page must find there.
  await page.addInitScript('globalThis.__name = (named) => named');
  await page.addInitScript(takeNotes, { milestones: MILESTONES, said: FINISHED, mark: FIRST_MARK });
  await page.goto(lesson === undefined ? url : `${url}#lesson=${lesson}`);
  await page.getByRole('button', { name: 'Train', exact: true }).waitFor();
  if (preset !== undefined) {
    await page.getByRole('button', { name: 'Project', exact: true }).click();
    await page.getByRole('menuitem', { name: /^New…/ }).click();
    await page.locator(`button[data-preset="${preset}"]`).click();
  }
  if (project !== undefined) {
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Project', exact: true }).click();
    await page.getByRole('menuitem', { name: /^Open…/ }).click();
    await (await choosing).setFiles(project);
  }
  // As a person would find it: the recorded run drawn, nothing under way.
  if (lesson !== undefined) await page.getByRole('complementary', { name: /^Lesson/ }).waitFor();
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(1500);
}

async function measure(browser: Browser, url: string, shown: Shown): Promise<Round> {
  const page = await browser.newPage({ viewport: VIEWPORT });
  try {
    await openPage(page, url, shown);
    await browser.startTracing(page, { categories: TRACE_CATEGORIES });
    const finished = page.waitForEvent('console', { predicate: (message) => message.text() === FINISHED, timeout: PATIENCE });
    await page.getByRole('button', { name: 'Train', exact: true }).click();
    await finished;
    await page.waitForTimeout(AFTER);
    const trace = new Trace(await browser.stopTracing());
    const { clicked: _, ...notes } = await page.evaluate(() => (globalThis as unknown as { notes: Notes }).notes);
    const backend = (await page.getByRole('contentinfo', { name: 'Status' }).textContent()) ?? '';
    return { ...notes, ...trace.tasks(FIRST_MARK, null, LONGEST_TASKS), load: loadavg()[0] ?? Number.NaN, backend };
  } finally {
    await page.close();
  }
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

function print(round: Round): void {
  const ms = (value: number | undefined) => (value === undefined ? '–' : `${value.toFixed(0)} ms`);
  console.log(
    `first reward point ${ms(round.firstReward)}, first sampled ${ms(round.firstSampled)}; ` +
      `${MILESTONES.map((n) => `iteration ${n} ${ms(round.iterations[n])}`).join(', ')}; ` +
      `finished ${ms(round.finished)}; ${round.longTasks.length} tasks above ${LONG} ms; main thread busy ${ms(round.busy)}; load ${round.load.toFixed(2)}`,
  );
  for (const task of round.tasks) {
    console.log(
      `  ${task.wall.toFixed(1).padStart(6)} ms (processor ${task.cpu.toFixed(1)}) at ${task.at.toFixed(0)}: ${task.parts.join(' | ')}`,
    );
  }
}

const { values } = parseArgs({
  options: {
    dist: { type: 'string' },
    rounds: { type: 'string', default: '3' },
    preset: { type: 'string' },
    project: { type: 'string' },
    lesson: { type: 'string' },
    out: { type: 'string' },
  },
});
const built = values.dist ?? (await mkdtemp(join(tmpdir(), 'marft-page-')));
process.chdir(ROOT);
if (values.dist === undefined) await build({ logLevel: 'error', build: { outDir: built, emptyOutDir: true } });
const server = await preview({ logLevel: 'error', build: { outDir: built }, preview: { port: 4373, strictPort: false } });
const url = server.resolvedUrls?.local[0];
if (url === undefined) throw new Error('the preview server has no address');
const rounds: Round[] = [];
try {
  for (let round = 0; round < Number(values.rounds); round += 1) {
    const browser = await chromium.launch(launchOptions());
    try {
      const measured = await measure(browser, url, values);
      rounds.push(measured);
      print(measured);
    } finally {
      await browser.close();
    }
  }
} finally {
  await server.close();
  if (values.dist === undefined) await rm(built, { recursive: true, force: true });
}

const summary = {
  longestTask: {
    wall: median(rounds.map((round) => round.longest)),
    cpu: median(rounds.map((round) => round.tasks[0]?.cpu ?? Number.NaN)),
  },
  tasksAbove50ms: median(rounds.map((round) => round.longTasks.length)),
  firstReward: median(rounds.map((round) => round.firstReward)),
  firstSampled: median(rounds.map((round) => round.firstSampled)),
  iterations: Object.fromEntries(MILESTONES.map((n) => [n, median(rounds.flatMap((round) => round.iterations[n] ?? []))])),
  finished: median(rounds.map((round) => round.finished)),
  mainThreadBusy: median(rounds.map((round) => round.busy)),
};
console.log(`medians of ${rounds.length}: ${JSON.stringify(summary)}`);
const machine = { cpu: cpus()[0]?.model.trim() ?? '', cores: cpus().length };
if (values.out !== undefined)
  await writeFile(values.out, `${JSON.stringify({ machine, viewport: VIEWPORT, medians: summary, rounds }, null, 2)}\n`);
