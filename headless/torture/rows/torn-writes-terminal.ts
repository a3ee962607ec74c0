/** Power that goes while the terminal writes a run. */
import { RUN_PATHS } from '../../../src/core/formats/runPaths.ts';
import { diskFileSystem } from '../../kit/nodeFileSystem.ts';
import { nodeCalls } from '../disk/nodeCalls.ts';
import { type NamesAfter, PowerLost, SimulatedDisk } from '../disk/simulated.ts';
import { draws } from '../draws.ts';
import type { TortureRow } from '../row.ts';
import { codesOf, differences } from '../runs/outcomes.ts';
import { contentsOf, Told, trainMadeUp, unharmed, WRITTEN_BY } from '../runs/terminalRun.ts';

const MODES: readonly NamesAfter[] = ['any order', 'any order', 'journal', 'lasting'];

export const row: TortureRow = {
  id: 'torn-writes-terminal',
  method:
    'Power goes at one of the calls of `node:fs` with which the terminal writes a run, and in two trials of three again while it is gone on with. Of what was not synced each write is kept, dropped or torn at sectors of 16 to 512 bytes, and each change of a name kept or dropped, in any order or as a journal does. What was told is there (checkpoints and rows), and the run goes on to the bytes of one that nothing happened to; only episodes of an iteration that was not finished may lack, and that is said.',
  source: 'SQLite’s crash tests (`test6.c`, https://www.sqlite.org/testing.html#crash_testing)',
  codeUnderTest: WRITTEN_BY,
  goal: 20_000,
  short: [1, 2, 3, 4, 5, 6, 7, 8],
  async trial(seed) {
    const { contents, calls } = await unharmed();
    const draw = draws(seed, 'torn-writes-terminal');
    let disk = new SimulatedDisk();
    const told = new Told();
    const happened: string[] = [];
    for (let left = draw.below(3) + 1; ; left -= 1) {
      const at = left > 0 ? draw.below(calls) : Number.POSITIVE_INFINITY;
      const names = draw.pick(MODES);
      const present = disk;
      present.before = (call) => {
        if (present.calls < at) return;
        happened.push(`power lost at ${call} ${at}, names ${names}`);
        present.cut();
      };
      try {
        await trainMadeUp(diskFileSystem(nodeCalls(present)), told);
        present.before = () => undefined; // what is looked at afterwards is no call of the run's
        break;
      } catch (error) {
        if (!(error instanceof PowerLost))
          return { kind: 'lost', what: `${codesOf(happened)}: ${error instanceof Error ? error.message : String(error)}` };
        disk = present.afterwards(draw, names, names === 'lasting' ? 'lasting' : 'torn');
      }
    }
    const lacks = (path: string): boolean => [...told.missing].some((iteration) => path === RUN_PATHS.rollout(iteration));
    const wrong = differences(await contentsOf(diskFileSystem(nodeCalls(disk))), contents, lacks);
    if (wrong.length > 0) return { kind: 'failed', what: `${codesOf(happened)}: ${codesOf(wrong)}` };
    const said = told.codes.size > 0 ? `said: ${codesOf([...told.codes].sort())}` : 'nothing had to be said';
    return { kind: 'survived', note: said };
  },
};
