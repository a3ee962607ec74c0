/** A long run in the built page, and runs that are opened there one after the other: neither memory nor time may grow. */
import type { Locator, Page } from 'playwright';
import { type ServedPage, servedPage } from '../browser/builtPage.ts';
import { checkPage } from '../browser/invariants.ts';
import { openFile } from '../browser/openFile.ts';
import { keptRuns, type Opened, openProfile, train } from '../browser/profile.ts';
import { type Allowed, judged } from '../long/judged.ts';
import { PageMeter } from '../page/pageMeter.ts';
import { inFolder } from '../processes/smallRun.ts';
import { smallProject } from '../processes/terminal.ts';
import type { TortureRow, TrialOutcome } from '../row.ts';

const ITERATIONS = 1000;
const OPENINGS = 200;
/** Between two samples. */
const SAMPLED = { iterations: 25, openings: 5 };
/** Before the first sample: of what is done for the first time the code is compiled meanwhile. */
const BEFORE = { iterations: 100, openings: 40 };

/**
 * Remembered of an iteration: the 64 figures of its rows, 12 bytes each and 4 for the place; what the tables of nine charts have of them,
 * which React holds twice; the names of its files in three workers. 2,500 bytes in all.
 */
const TRAINED: Allowed = { step: 'iteration', steps: ITERATIONS, inUse: 4096, held: 16_384, slower: 0.2 };
/**
 * Remembered of an opening, by Chromium: the names of four groups of radio buttons and a style, 1,500 bytes, and code that it still
 * compiles; by each answer of a worker a reaction, with what Chromium noted of the click before it, 2,500. One that stayed would be its
 * rows, 1,500 bytes an iteration, a checkpoint of 90,000, and what the place is drawn of, of which nine canvases alone hold a megabyte.
 */
const OPENED: Allowed = { step: 'opening', steps: OPENINGS, inUse: 16_384, held: 262_144, slower: 0.2 };

/** The two runs that are opened in turn. */
const RUNS = [
  { name: 'First team', iterations: 24, seed: 1 },
  { name: 'Second team', iterations: 36, seed: 2 },
] as const;

/** What a busy machine may need for what takes a moment, milliseconds. */
const PATIENCE = 120_000;
/** In which the page draws what came last, milliseconds. */
const DRAWN = 500;

const TRIALS = [trained, opened] as const;

const may = ({ inUse, held, slower }: Allowed): string => `${inUse} bytes in use, ${held} bytes held, or ${slower * 100} % of the time`;

const METHOD = `The built page, in a profile on the disk, does one thing for long, and is measured while it rests: what it and its workers have in use right after a collection (JavaScript’s heap, the browser’s objects and buffers, as its developer tools tell), what the process that draws it and runs its workers holds of the machine’s memory, and the time of the processor since the sample before. First, after a run of ${BEFORE.iterations} iterations, for which code is compiled, it trains one of ${ITERATIONS} of the smallest team on the WebAssembly kernels, paused every ${SAMPLED.iterations}. Second, after ${BEFORE.openings} openings, it opens two runs that it keeps in turn, ${OPENINGS} times, by their row in the list and *Open*: on screen must be what was there when that run had been trained, how far it is, the first and last value of every curve, and its newest episodes; a sample is taken every ${SAMPLED.openings}. Nothing may be thrown or logged as an error, and no part of the page stop working. Slopes are those of long-runs-terminal. A trial fails where an interval lies above what may be added: by an iteration ${may(TRAINED)}, since its figures, what charts have of them and the names of its files are remembered; by an opening ${may(OPENED)}, since Chromium remembers clicks and compiles on, while the rows, checkpoint and figures of one run that stayed would be more.`;

let served: Promise<ServedPage> | undefined;

export const row: TortureRow = {
  id: 'long-runs-page',
  method: METHOD,
  source: 'scenarios repeated to find what a page leaks, as fuite, https://github.com/nolanlawson/fuite',
  // What remembers, on its way from the trainer to stores and disk. What draws it changes too often, and its trials would begin anew each time.
  codeUnderTest: [
    'src/page/state/charts',
    'src/page/state/engine',
    'src/page/state/library',
    'src/page/state/runs',
    'src/runs/library',
    'src/runs/runWriter.ts',
    'workers/library',
    'workers/trainer',
    'headless/torture/browser/profile.ts',
    'headless/torture/long/judged.ts',
    'headless/torture/long/samples.ts',
    'headless/torture/page/pageMeter.ts',
    'headless/torture/processes/terminal.ts',
  ],
  goal: TRIALS.length,
  exhausts: 'the one, then the other',
  short: [],
  async trial(seed) {
    const { url } = await (served ??= servedPage());
    return inFolder(async (profile) => {
      const open = await openProfile(profile, url);
      const troubles: string[] = [];
      open.page.on('pageerror', (error) => troubles.push(`uncaught: ${error.stack ?? error.message}`));
      open.page.on('console', (message) => message.type() === 'error' && troubles.push(`console: ${message.text()}`));
      open.page.on('crash', () => troubles.push('the page crashed'));
      try {
        const outcome = await (TRIALS[(seed - 1) % TRIALS.length] ?? trained)(open);
        await checkPage(open.page);
        return troubles[0] === undefined ? outcome : { kind: 'failed', what: troubles.join('; ') };
      } finally {
        await open.context.close();
      }
    });
  },
  async close() {
    await (await served)?.close();
    served = undefined;
  },
};

/** Trains a run that is paused for each sample, and goes on. */
async function trained({ context, page }: Opened): Promise<TrialOutcome> {
  await trainTeam(page, 'First team', BEFORE.iterations, 1);
  await untilOver(page, BEFORE.iterations);
  // Some are trained until a pause is heard.
  const iterations = ITERATIONS + BEFORE.iterations;
  await trainTeam(page, 'Second team', iterations, 2);
  const meter = await PageMeter.of(context);
  for (let iteration = 0; iteration + SAMPLED.iterations < ITERATIONS; ) {
    await untilIteration(page, iterations, iteration + SAMPLED.iterations);
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    const resume = page.getByRole('button', { name: 'Resume', exact: true });
    await resume.waitFor();
    await page.waitForTimeout(DRAWN);
    iteration = await iterationOf(page, iterations);
    await meter.sample(iteration);
    await resume.click();
  }
  await untilOver(page, iterations);
  return judged(`a run of ${ITERATIONS} iterations`, meter.samples, TRAINED);
}

/** Opens the one and the other run from the list, over and over. */
async function opened({ context, page }: Opened): Promise<TrialOutcome> {
  const wanted: string[] = [];
  for (const { name, iterations, seed } of RUNS) {
    await trainTeam(page, name, iterations, seed);
    await untilOver(page, iterations);
    await untilKept(page, wanted.length + 1);
    const shown = await shownOf(page);
    if (shown.includes('[]')) throw new Error(`of ${name} only ${shown} is on screen`);
    wanted.push(shown);
  }
  // What is opened then is read from the disk.
  await page.reload();
  const meter = await PageMeter.of(context);
  for (let opening = 1; opening <= BEFORE.openings + OPENINGS; opening += 1) {
    const turn = opening % RUNS.length;
    await openRun(page, RUNS[turn]?.name ?? '');
    const wrong = await otherThan(page, wanted[turn] ?? '');
    if (wrong !== null) return { kind: 'failed', what: `opening ${opening} shows “${wrong}” for “${wanted[turn]}”` };
    await checkPage(page);
    if (opening >= BEFORE.openings && opening % SAMPLED.openings === 0) await meter.sample(opening);
  }
  return judged(`${OPENINGS} openings`, meter.samples, OPENED);
}

async function trainTeam(page: Page, name: string, iterations: number, seed: number): Promise<void> {
  const project = smallProject({ iterations, seed, checkpointEvery: 100, evaluateEvery: 0 });
  await openFile(page, JSON.stringify({ ...project, name }));
  await train(page);
}

const progress = (page: Page, iterations: number): Locator => page.getByTitle(new RegExp(`^\\d+ of ${iterations} iterations completed$`));

const iterationOf = async (page: Page, iterations: number): Promise<number> =>
  Number.parseInt((await progress(page, iterations).getAttribute('title')) ?? '', 10);

/** Asked for from here, so that the page has nothing to do for it in between. */
async function untilIteration(page: Page, iterations: number, least: number): Promise<void> {
  for (const end = Date.now() + PATIENCE; (await iterationOf(page, iterations)) < least; await page.waitForTimeout(50))
    if (Date.now() > end) throw new Error(`iteration ${least} does not come`);
}

const untilOver = (page: Page, iterations: number): Promise<void> =>
  progress(page, iterations).filter({ hasText: 'finished' }).waitFor({ timeout: PATIENCE });

/** Resolves when so many runs lie on the disk, and nothing more is written. */
async function untilKept(page: Page, runs: number): Promise<void> {
  let before = '';
  for (const end = Date.now() + PATIENCE; Date.now() < end; await page.waitForTimeout(1000)) {
    const kept = (await keptRuns(page)).filter(({ phase }) => phase === 'finished');
    const now = JSON.stringify(kept.map(({ files }) => [...files]));
    if (kept.length === runs && now === before) return;
    before = now;
  }
  throw new Error(`${runs} runs are not kept`);
}

async function openRun(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Places' }).getByRole('button', { name: 'Runs', exact: true }).click();
  const runs = page.getByRole('treegrid', { name: 'Runs' });
  await runs.getByRole('row', { name: new RegExp(name) }).click();
  await page.getByRole('region', { name: 'About the run' }).getByRole('button', { name: 'Open', exact: true }).click();
  await runs.waitFor({ state: 'detached' });
}

/** What stands on screen of a run, each a list in JSON: how far it is, its curves’ first and last values, its newest episodes. */
const shownOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const texts = (selector: string): string[] =>
      [...document.querySelectorAll<HTMLElement>(selector)].map(({ ariaLabel, innerText }) => ariaLabel ?? innerText);
    return JSON.stringify([
      texts('[title$="iterations completed"]'),
      texts('[aria-label="Training curves"] figure'),
      texts('[aria-label="Episodes of this iteration"] [role="option"]'),
    ]);
  });

/** Null once `wanted` is on screen, else what stands there in its place. */
async function otherThan(page: Page, wanted: string): Promise<string | null> {
  let shown = '';
  for (const end = Date.now() + PATIENCE; Date.now() < end; await page.waitForTimeout(100)) {
    shown = await shownOf(page);
    if (shown === wanted) return null;
  }
  return shown;
}
