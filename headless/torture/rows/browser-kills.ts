/** Processes of Chromium that are killed while the page trains. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ServedPage, servedPage } from '../browser/builtPage.ts';
import { processesOf } from '../browser/processes.ts';
import { atItsEnd, giveProject, goOn, keptRuns, type Opened, openProfile, train } from '../browser/profile.ts';
import { draws } from '../draws.ts';
import type { TortureRow, TrialOutcome } from '../row.ts';
import { codesOf, comparable, differences } from '../runs/outcomes.ts';
import { keptProjects, openKept } from '../tabs/projects.ts';
import { until } from '../tabs/tabs.ts';

/** What `giveProject` gives. */
const NAME = 'Small team';

/** In a trial; the goal of two hundred is reached by 67. */
const KILLS = 3;

interface Whole {
  readonly files: ReadonlyMap<string, string>;
  /** That it took, from the key that began it to its end on the disk. */
  readonly milliseconds: number;
}

let served: Promise<ServedPage> | undefined;
let whole: Promise<Whole> | undefined;

export const row: TortureRow = {
  id: 'browser-kills',
  method: `The built page has a project in its database, in a profile on the disk, and trains a run of it; ${KILLS} times in a trial a process is killed (SIGKILL), at a moment uniform over the time that a run takes: in turn those that draw the page and run its workers, and the browser itself, which is started again on the same profile. The page opens, offers the run that was interrupted, and goes on with it as a person would; one that had not begun is begun, one that is over is compared. Of a browser that is killed Chromium loses what was last written to local storage, and with it which project was open: where the page opens with the one before, the project must be in its list, and is opened from there; how many trials had that is counted. At its end rows, checksums, checkpoints and project are, byte for byte, those of a run that nothing happened to; episodes that are there are the same.`,
  source: 'crash-only software, https://www.usenix.org/legacy/events/hotos03/tech/candea.html',
  codeUnderTest: ['src/runs', 'workers/library', 'workers/opfs', 'workers/trainer', 'headless/torture/browser/profile.ts'],
  goal: 67,
  short: [],
  async trial(seed) {
    const { url } = await (served ??= servedPage());
    const { files, milliseconds } = await (whole ??= inProfile((profile) => uninterrupted(profile, url)));
    return inProfile((profile) => killed(profile, url, seed, files, milliseconds));
  },
  async close() {
    await (await served)?.close();
    served = undefined;
  },
};

async function inProfile<T>(work: (profile: string) => Promise<T>): Promise<T> {
  const profile = mkdtempSync(join(tmpdir(), 'torture-profile-'));
  try {
    return await work(profile);
  } finally {
    // A browser that was killed may still write for a moment.
    rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

/** Of the first of two runs code is still compiled: the second counts. */
async function uninterrupted(profile: string, url: string): Promise<Whole> {
  const { context, page } = await openProfile(profile, url);
  try {
    await giveProject(page);
    const started = performance.now();
    await train(page);
    const { files } = await atItsEnd(page);
    return { files, milliseconds: performance.now() - started };
  } finally {
    await context.close();
  }
}

async function killed(
  profile: string,
  url: string,
  seed: number,
  wanted: ReadonlyMap<string, string>,
  milliseconds: number,
): Promise<TrialOutcome> {
  const draw = draws(seed, 'browser-kills');
  let another = false;
  let opened: Opened = await openProfile(profile, url);
  try {
    await giveProject(opened.page);
    // Until then it is in local storage alone, which Chromium writes late.
    await until('the project is in the database', async () => (await keptProjects(opened.page)).some(({ name }) => name === NAME));
    await train(opened.page);
    for (let kill = 0; kill < KILLS; kill += 1) {
      await new Promise((resolve) => setTimeout(resolve, draw.unit() * milliseconds));
      const { browser, renderers } = processesOf(profile);
      if ((seed + kill) % 2 === 0) {
        process.kill(browser, 'SIGKILL');
        await opened.context.close().catch(() => undefined);
      } else {
        for (const renderer of renderers) killIfThere(renderer);
        await opened.context.close().catch(() => undefined);
      }
      opened = await openProfile(profile, url);
      if (await goOn(opened.page)) continue;
      if ((await keptRuns(opened.page)).some(({ phase }) => phase === 'finished')) continue;
      if (!(await opened.page.title()).includes(NAME)) {
        await openKept(opened.page, NAME);
        await opened.page.waitForFunction((name) => document.title.includes(name), NAME);
        another = true;
      }
      await train(opened.page);
    }
    const { files } = await atItsEnd(opened.page);
    const wrong = differences(comparable(files), comparable(wanted), (path) => path.startsWith('rollouts/'));
    return wrong.length > 0
      ? { kind: 'failed', what: codesOf(wrong) }
      : { kind: 'survived', note: another ? 'its project was opened from the list' : 'it opened with its project' };
  } finally {
    await opened.context.close().catch(() => undefined);
  }
}

/** Of some process that just ended by itself nobody need be told. */
function killIfThere(id: number): void {
  try {
    process.kill(id, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
