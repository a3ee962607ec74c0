/** A training process of the terminal that is killed again and again. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { iterationOf } from '../../../src/core/formats/checksums.ts';
import { wholeLines } from '../../../src/core/formats/jsonl.ts';
import { RUN_PATHS } from '../../../src/core/formats/runPaths.ts';
import { LOCK } from '../../kit/run/lock.ts';
import { isFree } from '../../kit/run/writtenRun.ts';
import { draws } from '../draws.ts';
import { contentsOf, inFolder, requireEnd, wholeRun } from '../processes/smallRun.ts';
import { beginning, type Ended, EVERY, goingOn, terminal, TERMINAL_CODE } from '../processes/terminal.ts';
import type { TortureRow, TrialOutcome } from '../row.ts';
import { codesOf, differences } from '../runs/outcomes.ts';

/** In a trial; the goal of a thousand kills is a hundred trials. */
const KILLS = 10;

export const row: TortureRow = {
  id: 'kills-terminal',
  method: `A process that trains with the built \`marft train\` is killed (SIGKILL) ten times in a trial, at moments uniform over the time that an uninterrupted run took right before, from the start of Node on, and gone on with each time; a run that ends before it is killed is compared, and another begun. Every row that was told on the standard output is in the folder; what a process goes on from is the newest checkpoint that was due before a row that was told; a lock that was left is taken over, and that is said; and at its end the run is, byte for byte, one that nothing happened to. Of what is by the clock only the rest is compared: the iterations in \`timing.jsonl\`, the curves in TensorBoard’s files. Moments are drawn by the seed; what the process does at them is the machine’s affair.`,
  source:
    'crash-only software, https://www.usenix.org/legacy/events/hotos03/tech/candea.html, and SQLite’s crash tests by killed processes',
  codeUnderTest: TERMINAL_CODE,
  goal: 100,
  short: [],
  async trial(seed) {
    const { contents } = await wholeRun();
    const milliseconds = await lifetime();
    const draw = draws(seed, 'kills-terminal');
    const said = new Set<string>();
    for (let kills = 0; kills < KILLS; ) {
      const trained = await inFolder(async (folder): Promise<TrialOutcome | null> => {
        /** The newest checkpoint that must be there. */
        let sure = -1;
        const missing = new Set<string>();
        for (;;) {
          const wasLocked = existsSync(join(folder, LOCK));
          const began = isFree(folder);
          const ended = await startedUntil(began ? beginning(folder) : goingOn(folder), kills < KILLS ? draw.unit() * milliseconds : null);
          for (const code of ended.codes) said.add(code);
          for (const iteration of ended.missing) missing.add(RUN_PATHS.rollout(iteration));
          const wrong = wrongWith(ended, { wasLocked, began, sure });
          if (wrong !== null) return { kind: 'lost', what: wrong };
          const told = ended.rows.at(-1) ?? -1;
          if (told >= 0) sure = Math.max(sure, dueBefore(told));
          const lacks = lackingRow(folder, Math.max(told, sure > 0 ? sure : -1));
          if (lacks !== null) return { kind: 'lost', what: `row ${lacks} was told and is not in the folder` };
          if (ended.by !== 'SIGKILL') break;
          kills += 1;
        }
        // Killed between a checkpoint and its episodes, it lacks those; that was said.
        const found = differences(await contentsOf(folder), contents, (path) => missing.has(path));
        return found.length > 0 ? { kind: 'failed', what: codesOf(found) } : null;
      });
      if (trained) return trained;
    }
    said.delete('environment_code');
    return { kind: 'survived', note: said.size > 0 ? `said: ${codesOf([...said].sort())}` : 'nothing had to be said' };
  },
};

/**
 * How long an uninterrupted run takes now, milliseconds: asked for each trial, since on a machine that has got other things to do every
 * process would be killed before it does anything.
 */
const lifetime = (): Promise<number> =>
  inFolder(async (folder) => {
    const ended = await terminal(beginning(folder)).ended;
    requireEnd(ended);
    return ended.milliseconds;
  });

/** Starts the terminal and kills it after so long, unless it ends before; throws where it ends otherwise. */
async function startedUntil(args: readonly string[], after: number | null): Promise<Ended> {
  const { process, ended } = terminal(args);
  const timer = after === null ? undefined : setTimeout(() => process.kill('SIGKILL'), after);
  const end = await ended;
  clearTimeout(timer);
  if (end.by !== 'SIGKILL') requireEnd(end);
  return end;
}

/** The newest checkpoint that is written before a row is told. */
const dueBefore = (row: number): number => Math.max(0, Math.floor((row - 1) / EVERY) * EVERY);

interface Before {
  readonly wasLocked: boolean;
  readonly began: boolean;
  /** The newest checkpoint that was there for sure; -1 before any was. */
  readonly sure: number;
}

/** What a process broke of what must hold; null where nothing. */
function wrongWith({ rows, codes }: Ended, { wasLocked, began, sure }: Before): string | null {
  const [first] = rows;
  if (began && sure >= 0) return `checkpoint ${sure} was there, and the run is gone`;
  if (first === undefined) return null;
  if (wasLocked && !codes.includes('lock_taken_over')) return 'a lock was there, and nothing was said of it';
  return first > sure || (first === 0 && sure === 0) ? null : `checkpoint ${sure} was there, and row ${first} was computed again`;
}

/** The first row up to `told` that the folder lacks. */
function lackingRow(folder: string, told: number): number | null {
  if (told < 0) return null;
  const rows = new Set(
    wholeLines(readFileSync(join(folder, RUN_PATHS.metrics), 'utf8'))
      .split('\n')
      .map(iterationOf),
  );
  for (let row = 0; row <= told; row += 1) if (!rows.has(row)) return row;
  return null;
}
