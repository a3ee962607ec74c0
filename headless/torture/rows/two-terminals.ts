/** Two processes of the terminal on one folder. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { RUN_PATHS } from '../../../src/core/formats/runPaths.ts';
import { filePaths } from '../../kit/folders.ts';
import { isFree } from '../../kit/run/writtenRun.ts';
import { type Draws, draws } from '../draws.ts';
import { chosenAsEvaluated, openedAsPage } from '../processes/reading.ts';
import { contentsOf, inFolder, requireEnd, type Whole, wholeRun } from '../processes/smallRun.ts';
import { beginning, type Ended, goingOn, terminal, TERMINAL_CODE } from '../processes/terminal.ts';
import type { TortureRow, TrialOutcome } from '../row.ts';
import { codesOf, differences } from '../runs/outcomes.ts';

interface Meets {
  readonly folder: string;
  readonly draw: Draws;
  readonly whole: Whole;
  /** Paths of episodes of which was said that they are missing: a process was killed before it wrote them. */
  readonly missing: Set<string>;
}

/** What came of it, in few texts; throws where it broke what must hold. */
type Meeting = (meets: Meets) => Promise<string>;

/** What a process may be refused with that finds another one in its folder, or a run. */
const REFUSALS: readonly string[] = ['E_RUN_LOCKED', 'E_OUT_EXISTS'];

const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** By which it was refused; null where it came to its end. Throws for any other end, and where a refused one told rows. */
function refusal({ by, codes, rows, printed }: Ended): string | null {
  if (by === 0) return null;
  const last = codes.at(-1) ?? '';
  if (by !== 1 || !REFUSALS.includes(last) || rows.length > 0) throw new Error(`it ended with ${by}: ${printed.slice(-400)}`);
  return last;
}

/** Starts both, the second up to the time of a whole run later; at least one must come to its end. */
async function both(args: readonly string[], { draw, whole: { milliseconds }, missing }: Meets): Promise<string> {
  const one = terminal(args);
  await wait(draw.chance(0.5) ? draw.unit() * 100 : draw.unit() * milliseconds);
  const two = terminal(args);
  const ended = [await one.ended, await two.ended];
  for (const iteration of ended.flatMap((end) => end.missing)) missing.add(RUN_PATHS.rollout(iteration));
  const refused = ended.map(refusal);
  if (!refused.includes(null)) throw new Error(`both were refused: ${codesOf(refused)}`);
  return refused.every((code) => code === null)
    ? 'one after the other'
    : `one refused as ${codesOf(refused.filter((code) => code !== null))}`;
}

const MEETINGS: Readonly<Record<string, Meeting>> = {
  'two begin': async (meets) => {
    const how = await both(beginning(meets.folder), meets);
    if (how === 'one after the other') throw new Error('the second began where a run was');
    return how;
  },
  'two go on with a run that was killed': async (meets) => {
    const { folder, draw, whole } = meets;
    const killed = terminal(beginning(folder));
    const timer = setTimeout(() => killed.process.kill('SIGKILL'), (0.2 + 0.8 * draw.unit()) * whole.milliseconds);
    await killed.ended;
    clearTimeout(timer);
    return both(isFree(folder) ? beginning(folder) : goingOn(folder), meets);
  },
  'one reads what the other writes': async ({ folder, whole: { contents } }) => {
    const trained = terminal(beginning(folder));
    let goesOn = true;
    void trained.ended.then(() => (goesOn = false));
    const seen = { opened: 0, chosen: 0 };
    try {
      while (goesOn) {
        if (await openedAsPage(folder, contents)) seen.opened += 1;
        if (await chosenAsEvaluated(folder, contents)) seen.chosen += 1;
        await wait(5);
      }
    } catch (error) {
      trained.process.kill('SIGKILL');
      await trained.ended;
      throw error;
    }
    requireEnd(await trained.ended);
    if (!(await openedAsPage(folder, contents)) || !(await chosenAsEvaluated(folder, contents)))
      throw new Error('the whole run cannot be read');
    return `${seen.opened > 0 ? 'opened' : 'not opened'} and ${seen.chosen > 0 ? 'evaluated' : 'not evaluated'} meanwhile`;
  },
  'one exports what the other writes': async ({ folder, draw, whole: { milliseconds } }) => {
    const trained = terminal(beginning(folder));
    await wait(draw.unit() * milliseconds);
    const out = `${folder}.export`;
    const { by, codes, printed } = await terminal(['export-run', '--run', folder, '--out', out]).ended;
    requireEnd(await trained.ended);
    if (by === 0) {
      const adapters = filePaths(out).filter((path) => path.endsWith('adapter_model.safetensors'));
      if (adapters.length !== 2) throw new Error(`the export has ${codesOf(adapters)}`);
      return 'exported';
    }
    if (codes.length === 0 || codes.includes('E_INTERNAL')) throw new Error(`the export ended with ${by}: ${printed.slice(-400)}`);
    if (existsSync(join(out, RUN_PATHS.project))) throw new Error('the export was refused, and wrote');
    return `refused as ${codesOf(codes)}`;
  },
};
const NAMES = Object.keys(MEETINGS);

export const row: TortureRow = {
  id: 'two-terminals',
  method: `Two processes of the built \`marft\` meet in one folder, the second started at a moment drawn from the time that a run takes, half of them within a tenth of a second. In turn ${NAMES.join('; ')}. One of two writers is refused with a fault that says why, before it has told a row, or finds a run that is over, and the folder is in the end, byte for byte (but for the clock), that of a run that one process trained alone. Who reads a folder that is written is shown the run as it was at some moment, or a fault, and hears of no damage.`,
  source: 'SQLite’s multi-process tests (`mptester`), https://www.sqlite.org/testing.html',
  codeUnderTest: [
    ...TERMINAL_CODE,
    'headless/open/listing.ts',
    'headless/commands/exportRun.ts',
    'src/runs/takeIn.ts',
    'headless/torture/processes/reading.ts',
  ],
  goal: 200,
  short: [],
  async trial(seed): Promise<TrialOutcome> {
    const whole = await wholeRun();
    const name = NAMES[(seed - 1) % NAMES.length] ?? '';
    return inFolder(async (folder) => {
      const missing = new Set<string>();
      const how = await MEETINGS[name]?.({ folder, draw: draws(seed, 'two-terminals'), whole, missing });
      const found = differences(await contentsOf(folder), whole.contents, (path) => missing.has(path));
      if (found.length > 0) return { kind: 'lost', what: `${name}: ${codesOf(found)}` };
      return { kind: 'survived', note: `${name}: ${how}` };
    });
  },
};
