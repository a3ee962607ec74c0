/** A page that is killed, or power that goes, while it keeps a run. */
import { type NamesAfter, SimulatedDisk } from '../disk/simulated.ts';
import { draws } from '../draws.ts';
import {
  Broken,
  byIteration,
  contentsOf,
  found,
  Kept,
  KEPT_BY,
  oneByOne,
  open,
  say,
  unharmed,
  visit,
  withoutClock,
} from '../page/pageRun.ts';
import type { TortureRow, TrialOutcome } from '../row.ts';
import { codesOf, differences } from '../runs/outcomes.ts';

/** A killed browser leaves what the system was given; no browser says when names of its private files are on the disk. */
const MODES: readonly NamesAfter[] = ['lasting', 'journal'];

export const row: TortureRow = {
  id: 'torn-writes-page',
  method:
    'The page’s library keeps a run in the browser’s private files, told of event by event or, as on a slow disk, of an iteration at once, and at one of its calls of them the browser is killed, or power goes; in two trials of three again while it is gone on with. A killed browser leaves the call half done: what the page was told is kept (rows and checkpoints) is there. Power takes back, besides, any number of the newest changes of names, which no browser lets a page sync, and tears what was not flushed. In every case the run is listed without a fault, or is gone as if it had not begun, its rows are whole, the checkpoint that it goes on from is, byte for byte, what was written, and it goes on to the bytes of a run that nothing happened to; on the slow disk episodes may lack, but those of an iteration all together.',
  source: 'SQLite’s crash tests (`test6.c`, https://www.sqlite.org/testing.html#crash_testing)',
  codeUnderTest: KEPT_BY,
  goal: 10_000,
  short: [1, 2, 3],
  async trial(seed) {
    const { contents, calls } = await unharmed();
    return withoutClock(() => interrupted(seed, contents, calls));
  },
};

async function interrupted(seed: number, contents: ReadonlyMap<string, string>, calls: number): Promise<TrialOutcome> {
  const draw = draws(seed, 'torn-writes-page');
  const kept = new Kept();
  const happened: string[] = [];
  let [taken, lagged] = [false, false];
  let disk = new SimulatedDisk();
  for (let left = draw.below(3) + 1; ; left -= 1) {
    const present = disk;
    const at = left > 0 ? draw.below(calls) : Number.POSITIVE_INFINITY;
    const names = draw.pick(MODES);
    const told = draw.pick([oneByOne, byIteration]);
    lagged ||= told === byIteration;
    let ended = false;
    present.before = (call) => {
      if (present.calls < at) return;
      ended = true;
      happened.push(`${names === 'journal' ? 'power lost' : 'killed'} at ${call} ${at}`);
      present.cut();
    };
    const here = visit(present);
    try {
      for (const events of told(await open(here, kept))) if (!ended) await say(here, events, kept);
      if (!ended) await found(here, kept);
    } catch (error) {
      if (!ended) return { kind: error instanceof Broken ? 'lost' : 'failed', what: `${codesOf(happened)}: ${String(error)}` };
    }
    if (!ended) break;
    const before = kept.checkpoint;
    disk = present.afterwards(draw, names, names === 'lasting' ? 'lasting' : 'torn');
    if (names === 'journal') kept.forget();
    taken ||= names === 'journal' && before >= 0;
  }
  // What came with a checkpoint and was not yet written is not said again.
  const wrong = differences(contentsOf(disk, kept), contents, (path) => lagged && path.startsWith('rollouts/'));
  if (wrong.length > 0) return { kind: 'failed', what: `${codesOf(happened)}: ${codesOf(wrong)}` };
  return { kind: 'survived', note: taken ? 'power went after a checkpoint' : 'killed, or power went before a checkpoint' };
}
