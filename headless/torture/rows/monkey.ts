/** Sessions of somebody who clicks and types at random in the built page. */
import type { Page } from 'playwright';
import { checkPage, checkRuns, checkTakenBack, checkUndo } from '../browser/invariants.ts';
import { type BuiltPage, builtPage, NAMES } from '../browser/builtPage.ts';
import { Monkey } from '../browser/monkey.ts';
import { draws } from '../draws.ts';
import type { TortureRow, TrialOutcome } from '../row.ts';

const ACTIONS = 60;
/** Actions after which undo is tried and the list of runs looked at. */
const EVERY = 15;

let opened: Promise<BuiltPage> | undefined;

export const row: TortureRow = {
  id: 'monkey',
  method: `Headless Chromium opens the built page in a new profile, with a project that trains in seconds, and ${ACTIONS} actions are done that a seed draws: real clicks on whatever is visible, enabled and on top; texts and numbers typed into fields; keys of every command; files chosen, broken ones too; training, deleting, lessons, other widths, reloads. After each the page must have thrown and logged nothing, and asked for nothing in vain but bases whose names were typed, no part of it may have stopped, every project that it keeps must be valid by the check of core, and the title must name the project; every ${EVERY} actions all is taken back and done again, to the same bytes, something more is typed and taken back, to the same bytes again, and the runs in the list are held against those in the browser’s files. A failure prints what was done. Tried on three defects planted by hand, it found an undo that leaves the training settings as they are and a run that is not listed after a reload in the first session, each twice, and a place that fails when it is opened for the third time in one session of four; four sessions without them found nothing. While it typed into any field at all, nine sessions missed that undo. The goal is five hours of sessions, by the clock of their trials, over all builds: they are named, since every change of the page would begin the row anew.`,
  source: 'monkey testing, as Android’s exerciser, https://developer.android.com/studio/test/other-testing-tools/monkey, and gremlins.js',
  codeUnderTest: [
    'headless/torture/browser/controls.ts',
    'headless/torture/browser/invariants.ts',
    'headless/torture/browser/monkey.ts',
    'headless/torture/browser/openFile.ts',
  ],
  /** Where nothing else runs a session takes 75 s. */
  goal: 240,
  hours: 5,
  short: [],
  async trial(seed) {
    // One that ended would fail every session after it.
    if (opened && !(await opened).browser.isConnected()) await row.close?.();
    return session(await (opened ??= builtPage()), seed);
  },
  async close() {
    await (await opened)?.close();
    opened = undefined;
  },
};

async function session({ browser, url }: BuiltPage, seed: number): Promise<TrialOutcome> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce', acceptDownloads: true });
  await context.addInitScript(NAMES);
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const troubles: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !ofABase(message.location().url)) troubles.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => troubles.push(`uncaught: ${error.stack ?? error.message}`));
  page.on('crash', () => troubles.push('the page crashed'));
  page.on('response', (response) => {
    if (response.status() >= 400 && !ofABase(response.url())) troubles.push(`${response.status()}: ${new URL(response.url()).pathname}`);
  });
  const monkey = new Monkey(page, draws(seed, 'monkey'));
  try {
    await page.goto(`${url}/?lang=en`);
    await page.locator('header').waitFor();
    await monkey.begin();
    for (let action = 1; action <= ACTIONS; action += 1) {
      await acrossReloads(page, () => monkey.act());
      await acrossReloads(page, () => checkPage(page));
      if (action % EVERY === 0) {
        await acrossReloads(page, () => checkUndo(page));
        await acrossReloads(page, () => checkTakenBack(page, () => monkey.edit()));
        await acrossReloads(page, () => checkRuns(page));
        await monkey.leave();
      }
      if (troubles[0] !== undefined) throw new Error(troubles.join('; '));
    }
    return { kind: 'survived' };
  } catch (error) {
    const what = error instanceof Error ? error.message.split('\n').slice(0, 3).join(' ') : String(error);
    return { kind: 'failed', what: `action ${monkey.log.length}: ${what.slice(0, 300)}; done before: ${monkey.log.slice(-12).join(', ')}` };
  } finally {
    await context.close();
  }
}

/** That there is no base of a name that was typed, the page learns by asking for it. */
const ofABase = (url: string): boolean => URL.canParse(url) && new URL(url).pathname.startsWith('/models/');

/** Does it, once more where the page went away meanwhile: another language loads it again. */
async function acrossReloads(page: Page, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Error) || !/context was destroyed|navigat/.test(error.message)) throw error;
    await page.waitForLoadState();
    await page.locator('header').waitFor();
    await work();
  }
}
