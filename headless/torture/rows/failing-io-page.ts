/** The nth operation that the page asks of its private files while it keeps a run fails, once or until the disk is well. */
import { at as look } from '../../../src/core/at.ts';
import { storageFault } from '../../../src/core/storageFault.ts';
import { FaultError } from '../../../src/core/faults.ts';
import { ITERATIONS } from '../runs/madeUp.ts';
import { SimulatedDisk } from '../disk/simulated.ts';
import { Broken, contentsOf, found, Kept, KEPT_BY, open, say, tick, unharmed, visit, withoutClock } from '../page/pageRun.ts';
import type { TortureRow, TrialOutcome } from '../row.ts';
import { codesOf, differences } from '../runs/outcomes.ts';

/** What browsers say of their files. */
const ERRORS = ['QuotaExceededError', 'NoModificationAllowedError', 'NotReadableError', 'InvalidStateError', 'UnknownError'] as const;
const WAYS = ['once', 'until it is well'] as const;
const KINDS = [
  ...ERRORS.flatMap((error) => WAYS.map((way) => ({ error, way, short: false }))),
  // Chromium tells a full disk by fewer bytes, too.
  ...WAYS.map((way) => ({ error: 'QuotaExceededError', way, short: true })),
];

/** More than what is tried again takes. */
const ATTEMPTS = 8;

export const row: TortureRow = {
  id: 'failing-io-page',
  method:
    'The page’s library keeps a run, and the nth call of the browser’s private files fails with one of five errors, or writes half of what it is given, once or until the disk is well, which it is at the end; then the page is closed and opened on the same disk once more. Who waits hears a fault in words or, where the run goes on, that it is not kept, and that it is again. Nothing that was said to be kept is gone, all rows and the newest checkpoint are written by themselves once the disk is well, and the run is, byte for byte, one that nothing happened to; episodes, and checkpoints that a newer one makes needless, of a time without room may lack.',
  source: 'SQLite’s I/O error tests (`ioerr.test`, https://www.sqlite.org/testing.html#i_o_error_testing)',
  codeUnderTest: KEPT_BY,
  // Above 12 kinds of failure at each of the calls that there are.
  goal: 12_000,
  exhausts: 'each of the calls by each kind of failure in turn; after the last the first again',
  short: [1203, 4445, 7013],
  async trial(seed) {
    const { contents, calls } = await unharmed();
    return withoutClock(() => failing(seed, contents, calls));
  },
};

async function failing(seed: number, contents: ReadonlyMap<string, string>, calls: number): Promise<TrialOutcome> {
  const { error, way, short } = look(KINDS, (seed - 1) % KINDS.length, 'kind');
  const at = Math.floor((seed - 1) / KINDS.length) % calls;
  const failed = `${short ? 'half a write' : error} ${way} at call ${at}`;
  const disk = new SimulatedDisk();
  const fails = (): boolean => (way === 'once' ? disk.calls === at : disk.calls >= at);
  let ill = true;
  disk.before = (call) => {
    if (!ill || short || !fails()) return;
    disk.calls += 1;
    throw new DOMException(`${call} failed`, error);
  };
  const kept = new Kept();
  const here = visit(disk, (call, length) => (ill && short && call === 'write' && fails() ? length >> 1 : length));
  let noticed = false;
  try {
    const events = await open(here, kept).catch((thrown: unknown) => {
      // The page says it in words, and asks again when somebody looks.
      if (!storageFault(thrown)) throw thrown;
      ill = false;
      return open(here, kept);
    });
    for (const event of events) {
      await say(here, [event], kept);
      noticed ||= here.refused() !== null;
    }
  } catch (thrown) {
    return { kind: 'failed', what: `${failed}: ${String(thrown)}` };
  }
  ill = false;
  for (let left = ATTEMPTS; here.refused() !== null && left > 0; left -= 1) await tick(disk, here);
  if (here.refused() !== null) return { kind: 'failed', what: `${failed}: the disk is well, and it is refused as ${here.refused()}` };
  const next = visit(disk);
  try {
    const card = await found(next, kept);
    if (card?.phase !== 'finished' || !card.checkpoints.includes(ITERATIONS)) throw new Broken(`it is ${card?.phase}`);
  } catch (thrown) {
    return {
      kind: 'lost',
      what: `${failed}, and then: ${thrown instanceof FaultError ? thrown.fault.code : (storageFault(thrown)?.code ?? String(thrown))}`,
    };
  }
  const lacks = (path: string): boolean => path.startsWith('rollouts/') || /^checkpoints\/steps_[^6]/.test(path);
  const wrong = differences(contentsOf(disk, kept), contents, lacks).filter((what) => !noticed || !what.startsWith('card.json'));
  if (wrong.length > 0) return { kind: 'failed', what: `${failed}: ${codesOf(wrong)}` };
  return { kind: 'survived', note: noticed ? 'told, and written when the disk was well' : 'asked again, or not noticed' };
}
