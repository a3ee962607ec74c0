/** Trials of a row until there are enough of them or the time is over, each into its ledger. */
import { commitAt } from '../../../scripts/package/commit.ts';
import { projectRoot } from '../../kit/folders.ts';
import { codeDigest, isDone, type Ledger, newLedger, nextSeed, saveLedger, trialsOf, withOutcome, writtenLedger } from './ledger.ts';
import { tried, type TortureRow, type TrialOutcome } from '../row.ts';
import { WatchedTrials } from './watched.ts';

/** How often a ledger is written while its row goes on, milliseconds: of a campaign that is killed no more is tried again. */
const SAVED_EVERY = 15_000;
/** What a campaign itself writes, which makes its build no other one. */
const WRITTEN = ['headless/torture/ledger', 'docs/reliability.md'];

export interface Campaign {
  /** Milliseconds since 1970 at which no further trial begins. */
  readonly until: number;
  readonly most: number;
  /** Trials from this seed on, whether they were made before or not; those that are not made yet where left out. */
  readonly from?: number;
  /** Says what happens. */
  say(line: string): void;
}

/** The ledger of what a row is now: a new one where the code is another than it was made with. */
export function currentLedger(row: TortureRow): Ledger {
  const code = codeDigest(row);
  const written = writtenLedger(row.id);
  return written?.code === code ? written : newLedger(code);
}

/** Goes on with a row. */
export async function goOnWith(row: TortureRow, { until, most, from, say }: Campaign): Promise<Ledger> {
  let ledger = currentLedger(row);
  const build = commitAt(projectRoot, { written: WRITTEN }) ?? 'unknown';
  let saved = Date.now();
  const started = Date.now();
  const before = ledger.seconds;
  const withTime = (): Ledger => ({ ...ledger, seconds: before + Math.round((Date.now() - started) / 1000) });
  const save = async (): Promise<void> => {
    saved = Date.now();
    await saveLedger(row.id, withTime());
  };
  const watched = row.bounds && new WatchedTrials(row, row.bounds);
  let made = 0;
  try {
    for (
      let seed = from ?? nextSeed(ledger);
      Date.now() < until && made < most;
      seed = from === undefined ? nextSeed(ledger, seed) : seed + 1
    ) {
      if (from === undefined && isDone(row, withTime())) break;
      const outcome: TrialOutcome = await (watched ? watched.trial(seed) : tried(row, seed));
      ledger = withOutcome(ledger, seed, outcome);
      if (!ledger.builds.includes(build)) ledger = { ...ledger, builds: [...ledger.builds, build] };
      made += 1;
      if (outcome.kind !== 'survived') say(`${row.id}, seed ${seed}: ${outcome.kind}: ${outcome.what}`);
      if (Date.now() - saved >= SAVED_EVERY) await save();
    }
  } finally {
    if (made > 0) await save();
    watched?.close();
    await row.close?.();
  }
  say(
    `${row.id}: ${made} trials in ${Math.round((Date.now() - started) / 1000)} s; ${trialsOf(ledger)} of ${row.goal}, ${ledger.bad.length} lost or failed.`,
  );
  return ledger;
}
