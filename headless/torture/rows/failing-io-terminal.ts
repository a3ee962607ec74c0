/** The nth operation that the terminal asks of its disk while it writes a run fails, once or from then on. */
import { at as look } from '../../../src/core/at.ts';
import { diskFileSystem } from '../../kit/nodeFileSystem.ts';
import { terminalFault } from '../../kit/ioFaults.ts';
import { errno, nodeCalls } from '../disk/nodeCalls.ts';
import { SimulatedDisk } from '../disk/simulated.ts';
import type { TortureRow } from '../row.ts';
import { codesOf, differences } from '../runs/outcomes.ts';
import { contentsOf, Told, trainMadeUp, unharmed, WRITTEN_BY } from '../runs/terminalRun.ts';

/** What a disk says, each a way in which calls fail. */
const ERRORS = ['EIO', 'ENOSPC', 'EACCES', 'EROFS', 'EMFILE'] as const;
/** Once, from then on until somebody mends it, and calls that take a part of what they are given. */
const WAYS = ['once', 'for ever', 'short'] as const;
const KINDS = ERRORS.flatMap((error) => WAYS.map((way) => ({ error, way })));

export const row: TortureRow = {
  id: 'failing-io-terminal',
  method:
    'The nth call of `node:fs` with which the terminal writes a run fails with EIO, ENOSPC, EACCES, EROFS or EMFILE, once or with all calls after it; or it and all after it read and write a part of what they are asked for. The run ends with a fault that names what the system refused, or does not notice; when the disk is well again, the same command goes on to the bytes of a run that nothing happened to.',
  source: 'SQLite’s I/O error tests (`ioerr.test`, https://www.sqlite.org/testing.html#i_o_error_testing)',
  codeUnderTest: WRITTEN_BY,
  // Above 15 kinds of failure at each of the calls that there are.
  goal: 7_000,
  exhausts: 'each of the calls by each kind of failure in turn; after the last the first again',
  short: [7, 1208, 2401, 3333, 4444, 5001],
  async trial(seed) {
    const { contents, calls } = await unharmed();
    const { error, way } = look(KINDS, (seed - 1) % KINDS.length, 'kind');
    const at = Math.floor((seed - 1) / KINDS.length) % calls;
    const disk = new SimulatedDisk();
    const told = new Told();
    const failed = `${error} ${way} at call ${at}`;
    disk.before = (call) => {
      if (way !== 'short' && (way === 'once' ? disk.calls === at : disk.calls >= at)) {
        disk.calls += 1;
        throw errno(error, call, '/runs/a');
      }
    };
    const shorten = (_call: string, length: number): number => (way === 'short' && disk.calls >= at ? Math.ceil(length / 2) : length);
    let noticed = false;
    try {
      await trainMadeUp(diskFileSystem(nodeCalls(disk, shorten)), told);
    } catch (thrown) {
      const { code } = terminalFault(thrown);
      if (code !== `E_IO_${error}`) return { kind: 'failed', what: `${failed}: ended with ${code}: ${String(thrown)}` };
      noticed = true;
    }
    disk.before = () => undefined;
    const well = diskFileSystem(nodeCalls(disk));
    if (noticed)
      try {
        await trainMadeUp(well, told);
      } catch (thrown) {
        return { kind: 'lost', what: `${failed}, and then: ${String(thrown)}` };
      }
    const wrong = differences(await contentsOf(well), contents, (path) =>
      [...told.missing].some((iteration) => path.includes(`/${iteration}.`)),
    );
    if (wrong.length > 0) return { kind: 'failed', what: `${failed}: ${codesOf(wrong)}` };
    return {
      kind: 'survived',
      note: noticed ? `refused as ${error}, gone on with` : way === 'short' ? 'parts were put together' : 'not noticed',
    };
  },
};
