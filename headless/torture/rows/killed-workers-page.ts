/** Workers of the page that end while it trains. */
import type { Page } from 'playwright';
import { type ServedPage, servedPage } from '../browser/builtPage.ts';
import { openFile } from '../browser/openFile.ts';
import { atItsEnd, openProfile, train } from '../browser/profile.ts';
import { draws } from '../draws.ts';
import { inFolder } from '../processes/smallRun.ts';
import { smallProject } from '../processes/terminal.ts';
import type { TortureRow, TrialOutcome } from '../row.ts';
import { codesOf, comparable, differences } from '../runs/outcomes.ts';

/** In a trial; the goal of a hundred is reached by 34. */
const KILLS = 3;
const ITERATIONS = 60;
/** A run goes on by itself once from each checkpoint, so some lie between two kills. */
const EVERY = 2;
/** What a busy machine may need to notice, milliseconds. */
const PATIENCE = 120_000;

const PROJECT = JSON.stringify({
  ...smallProject({ iterations: ITERATIONS, checkpointEvery: EVERY, evaluateEvery: 0, episodes: 4 }),
  name: 'Small team',
});

/** What the page says of the end of each, which a trial has once; a lane of the engine takes the trainer with it. */
const WORKERS = {
  trainer: 'The trainer worker stopped unexpectedly. It was started again',
  library: 'What keeps runs in this browser stopped unexpectedly',
  lane: 'A worker of the engine stopped: it ended without a word',
} as const;
/** So that the engine has lanes on any machine. */
const PROCESSORS = 3;
type WorkerName = keyof typeof WORKERS;
const NAMES = Object.keys(WORKERS) as readonly WorkerName[];

let served: Promise<ServedPage> | undefined;
let whole: Promise<ReadonlyMap<string, string>> | undefined;

export const row: TortureRow = {
  id: 'killed-workers-page',
  method: `The built page trains a run in a profile on the disk, and ${KILLS} times in a trial one of its workers ends without a word, at a moment drawn from a third of the run each: in turn the trainer, the one that keeps runs, and one of the two lanes of its engine (with which of them a trial begins goes by its seed). The page says so, and goes on by itself, with nobody who clicks; at the end of the run its rows, checksums, checkpoints and project are, byte for byte, those of a run that nothing happened to; episodes that are there are the same.`,
  source: 'fault injection, as Chaos Monkey, https://netflix.github.io/chaosmonkey/',
  codeUnderTest: [
    'src/page/state/engine',
    'src/page/state/library',
    'src/runs/library',
    'src/runs/runWriter.ts',
    'workers/library',
    'workers/life',
    'workers/trainer',
    'headless/torture/browser/profile.ts',
  ],
  goal: 34,
  short: [],
  async trial(seed) {
    const { url } = await (served ??= servedPage());
    const files = await (whole ??= trained(url, () => Promise.resolve()));
    const killed: WorkerName[] = [];
    const found = await trained(url, async (page) => {
      const draw = draws(seed, 'killed-workers-page');
      for (let kill = 0; kill < KILLS; kill += 1) {
        const name = NAMES[(seed + kill) % NAMES.length] ?? 'trainer';
        const third = ITERATIONS / KILLS;
        // Behind the last kill's checkpoint, and not so late that the run is over before it is noticed.
        const at = Math.floor(third * kill + EVERY + draw.unit() * (third - 4 * EVERY));
        await untilIteration(page, at);
        await page.waitForTimeout(draw.unit() * 50);
        await endWorker(page, name);
        await page.getByText(WORKERS[name]).first().waitFor({ state: 'attached', timeout: PATIENCE });
        killed.push(name);
      }
    });
    return outcomeOf(found, files, killed);
  },
  async close() {
    await (await served)?.close();
    served = undefined;
    whole = undefined;
  },
};

function outcomeOf(found: ReadonlyMap<string, string>, wanted: ReadonlyMap<string, string>, killed: readonly string[]): TrialOutcome {
  const wrong = differences(comparable(found), comparable(wanted), (path) => path.startsWith('rollouts/'));
  if (wrong.length > 0) return { kind: 'failed', what: `${codesOf(killed)} ended: ${codesOf(wrong)}` };
  return { kind: 'survived', note: `${killed.length} workers ended, and it went on by itself` };
}

/** Trains the run while `happens` does something to its page; what is kept of it in the end. */
const trained = (url: string, happens: (page: Page) => Promise<void>): Promise<ReadonlyMap<string, string>> =>
  inFolder(async (profile) => {
    const { context, page } = await openProfile(profile, url);
    page.on('worker', (worker) => void worker.evaluate(rememberLanes, PROCESSORS).catch(() => undefined));
    try {
      await openFile(page, PROJECT);
      await train(page);
      await happens(page);
      return (await atItsEnd(page)).files;
    } finally {
      await context.close();
    }
  });

async function untilIteration(page: Page, least: number): Promise<void> {
  const progress = page.getByTitle(new RegExp(`^\\d+ of ${ITERATIONS} iterations completed$`));
  for (const end = Date.now() + PATIENCE; Date.now() < end; await page.waitForTimeout(20))
    if (Number.parseInt((await progress.getAttribute('title')) ?? '', 10) >= least) return;
  throw new Error(`iteration ${least} does not come`);
}

/** What a worker starts is seen by nobody but itself. */
interface WithLanes {
  lanes?: Worker[];
}

/** Run in a worker before it trains: it has so many processors, and remembers the lanes that it starts. */
function rememberLanes(processors: number): void {
  const scope = self as unknown as WithLanes & { Worker: typeof Worker };
  const lanes: Worker[] = [];
  scope.lanes = lanes;
  Object.defineProperty(navigator, 'hardwareConcurrency', { value: processors });
  scope.Worker = new Proxy(Worker, {
    construct(made, args: ConstructorParameters<typeof Worker>) {
      const lane = new made(...args);
      lanes.push(lane);
      return lane;
    },
  });
}

/** Ends a worker from within, a lane from its trainer: no event tells of it. */
async function endWorker(page: Page, name: WorkerName): Promise<void> {
  const part = name === 'lane' ? 'trainer' : name;
  // One that ended may still be listed.
  const worker = page.workers().findLast((each) => each.url().includes(part));
  if (!worker) throw new Error(`there is no ${part} among ${codesOf(page.workers().map((each) => each.url()))}`);
  if (name !== 'lane') return worker.evaluate(() => self.close());
  const lanes = await worker.evaluate(() => {
    const { lanes: started = [] } = self as unknown as WithLanes;
    started.at(-1)?.terminate();
    return started.length;
  });
  if (lanes < 2) throw new Error(`the engine has ${lanes} lanes`);
}
