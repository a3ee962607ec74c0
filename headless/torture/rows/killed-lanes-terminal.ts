/** Threads of the engine that end while a run is trained on them. */
import type { Worker } from 'node:worker_threads';
import { FaultError } from '../../../src/core/faults.ts';
import { RUN_PATHS } from '../../../src/core/formats/runPaths.ts';
import { readRun, resumePoint } from '../../kit/run/storedRun.ts';
import { trainRun } from '../../kit/run/trainRun.ts';
import { isFree } from '../../kit/run/writtenRun.ts';
import { type Draws, draws } from '../draws.ts';
import { contentsOf, inFolder, type Whole } from '../processes/smallRun.ts';
import { smallProject } from '../processes/terminal.ts';
import { SURVIVED, type TortureRow, type TrialOutcome } from '../row.ts';
import { codesOf, differences } from '../runs/outcomes.ts';

/** In a trial; the goal of a hundred is reached by 34. */
const KILLS = 3;
/** After which a run counts as hanging that takes a second or two, milliseconds on the wall. */
const HANGS = 60_000;

const document = smallProject();

/** Trains the run of `folder`, or goes on with it; resolves with the code of the fault that ended it, null at its end. */
async function train(folder: string, missing: Set<string>): Promise<string | null> {
  const run = isFree(folder) ? null : await readRun(folder);
  const from =
    run &&
    (await resumePoint(run, 'latest', (code, message) => {
      if (code === 'rollout_missing') missing.add(RUN_PATHS.rollout(Number(/rollouts\/(\d+)/.exec(message)?.[1])));
    }));
  const nothing = { notice: () => undefined, opened: () => undefined, row: () => undefined };
  const training = trainRun({ document, backend: 'wasm', engine: { workers: 2 }, out: folder, resumed: run && { run, from } }, nothing);
  let watchdog: ReturnType<typeof setTimeout> | undefined;
  const hangs = new Promise<never>((_, reject) => {
    watchdog = setTimeout(() => reject(new Error('it hangs')), HANGS);
  });
  try {
    await Promise.race([training, hangs]);
    return null;
  } catch (error) {
    if (error instanceof FaultError) return error.fault.code;
    throw error;
  } finally {
    clearTimeout(watchdog);
  }
}

/** The same while one of its threads, either of the two, is ended at a moment of the time that a whole run takes. */
async function trainWhileKilled(folder: string, missing: Set<string>, draw: Draws, milliseconds: number): Promise<string | null> {
  const threads: Worker[] = [];
  const began = (thread: Worker): void => void threads.push(thread);
  process.on('worker', began);
  const which = draw.below(2);
  const timer = setTimeout(() => void threads[which]?.terminate(), draw.unit() * milliseconds);
  try {
    return await train(folder, missing);
  } finally {
    clearTimeout(timer);
    process.off('worker', began);
  }
}

/** What the folder holds but `run.json`: it names the commit of the sources, which a campaign that goes on changes. */
async function withoutInfo(folder: string): Promise<Map<string, string>> {
  const contents = await contentsOf(folder);
  contents.delete(RUN_PATHS.run);
  return contents;
}

/** The run as it is when nothing happens to it, and the time that it takes once all is loaded. */
async function makeWhole(): Promise<Whole> {
  await inFolder((folder) => train(folder, new Set()));
  return inFolder(async (folder) => {
    const started = performance.now();
    await train(folder, new Set());
    return { milliseconds: performance.now() - started, contents: await withoutInfo(folder) };
  });
}
let whole: Promise<Whole> | undefined;

export const row: TortureRow = {
  id: 'killed-lanes-terminal',
  method: `The small run is trained on two threads of the WebAssembly kernels, one of which is ended (\`worker.terminate()\`) at a moment uniform over the time that a run takes, ${KILLS} times in a trial. The run ends with E_WORKER; it never hangs, and goes on to the bytes of a run that nothing happened to; one that is over before is compared, and another begun.`,
  source: 'fault injection, as Chaos Monkey, https://netflix.github.io/chaosmonkey/',
  codeUnderTest: [
    'src/engine/pool',
    'src/runs/runFolder.ts',
    'headless/lane',
    'headless/kit/run',
    'headless/torture/processes/smallRun.ts',
    'headless/torture/processes/terminal.ts',
  ],
  goal: 34,
  short: [],
  async trial(seed): Promise<TrialOutcome> {
    const { contents, milliseconds } = await (whole ??= makeWhole());
    const draw = draws(seed, 'killed-lanes-terminal');
    for (let kills = 0; kills < KILLS; ) {
      const wrong = await inFolder(async (folder) => {
        const missing = new Set<string>();
        for (let ended: string | null = 'not begun'; ended !== null; ) {
          ended = kills < KILLS ? await trainWhileKilled(folder, missing, draw, milliseconds) : await train(folder, missing);
          if (ended !== null && ended !== 'E_WORKER') return `it ended with ${ended}`;
          if (ended !== null) kills += 1;
        }
        const found = differences(await withoutInfo(folder), contents, (path) => missing.has(path));
        return found.length > 0 ? codesOf(found) : null;
      });
      if (wrong !== null) return { kind: 'failed', what: wrong };
    }
    return SURVIVED;
  },
};
