/**
 * `npm run torture [-- --rows ID,ID] [--minutes N] [--seed S] [--report]`: the campaign of docs/reliability.md. Goes on with every row,
 * or those named, where its ledger (`headless/torture/ledger/`) ends, until each has its trials or N minutes are over, in equal parts
 * for the rows that lack any; then writes the report. `--seed S` makes the trial of that seed alone once more, and with `--minutes`
 * those from it on. `--report` tries nothing: it writes the report from the ledgers, and says which rows are of other code.
 */
import { parseArgs } from 'node:util';
import { fault, FaultError } from '../../../src/core/faults.ts';
import { flagFaults } from '../../../src/words/words.ts';
import { main, printText } from '../../kit/console.ts';
import { wholeNumber } from '../../kit/project.ts';
import { currentLedger, goOnWith } from '../../torture/campaign/campaign.ts';
import { isDone } from '../../torture/campaign/ledger.ts';
import { reportedRows, writeReport } from '../../torture/campaign/report.ts';
import type { TortureRow } from '../../torture/row.ts';
import { ROWS } from '../../torture/campaign/rows.ts';

await main(async () => {
  const { values } = parseArgs({
    options: { rows: { type: 'string' }, minutes: { type: 'string' }, seed: { type: 'string' }, report: { type: 'boolean' } },
  });
  const say = (line: string): void => printText(`${line}\n`);
  const rows = await Promise.all((values.rows?.split(',') ?? Object.keys(ROWS)).map(rowOf));
  if (values.report) {
    for (const { row, ledger, changed } of await reportedRows())
      if (changed || !ledger) say(`${row.id}: ${ledger ? 'its code is not what its ledger is of' : 'nothing was tried yet'}.`);
    return writeReport();
  }
  const minutes = wholeNumber(values.minutes, '--minutes', 1);
  const seed = wholeNumber(values.seed, '--seed', 1);
  const most = seed !== undefined && minutes === undefined ? 1 : Number.POSITIVE_INFINITY;
  const end = Date.now() + (minutes ?? Number.POSITIVE_INFINITY) * 60_000;
  const due = rows.filter((row) => seed !== undefined || !isDone(row, currentLedger(row)));
  for (const [index, row] of due.entries()) {
    const share = (end - Date.now()) / (due.length - index);
    const { bad } = await goOnWith(row, { until: Date.now() + share, most, from: seed, say });
    if (bad.length > 0) process.exitCode = 1;
    await writeReport();
  }
});

async function rowOf(id: string): Promise<TortureRow> {
  const load = ROWS[id];
  if (load) return (await load()).row;
  throw new FaultError(fault(flagFaults, 'E_FLAG', { wrong: 'unknown', kind: 'row of torture', given: id, options: Object.keys(ROWS) }));
}
