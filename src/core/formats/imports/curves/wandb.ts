/**
 * The history of a run of Weights & Biases: the log of an offline run (`run-<id>.wandb`), and what its API and its page export,
 * rows with `_step` as CSV, JSON or JSON Lines, or a chart's CSV with `Step` and a column a run and metric.
 */
import { faultAt } from '../../../faultAt.ts';
import { fault } from '../../../faults.ts';
import { importTraceFaults } from '../../../../words/words.ts';
import { headText } from '../head.ts';
import type { ImportedPart } from '../importedRun.ts';
import { noticeOf } from '../lines.ts';
import type { RunReader } from '../reader.ts';
import { cellNumber, csvHeader, csvRows } from '../rows/csvRows.ts';
import { beginningOf, entriesOf } from '../traces/values.ts';
import { Curves, prefixesOf } from './curves.ts';
import { historyOf, isWandbLog } from './wandbLog.ts';

const STEP = '_step';
/** Of a chart's export. */
const CHART_STEP = 'Step';
/** Keys of wandb's own, which are no curves of the run; those of the system's statistics begin alike. */
const OWN: ReadonlySet<string> = new Set([STEP, '_timestamp', '_wandb']);
/** Bounds of a smoothed chart's curve over several runs. */
const BOUNDS = /__(MIN|MAX)$/;

export const wandbReader: RunReader = {
  source: 'wandb',
  claims: (head) => {
    if (isWandbLog(head.bytes)) return true;
    const text = headText(head);
    const columns = csvHeader(text.replace(/^\ufeff/, ''));
    if (columns) return columns.includes(STEP) || (columns[0] === CHART_STEP && columns.slice(1).every((name) => name.includes(' - ')));
    return /^\s*[[{]/.test(text) && /"_step"\s*:\s*\d/.test(text);
  },
  async *read(files): AsyncGenerator<ImportedPart> {
    const curves = new Curves();
    const notices: ImportedPart[] = [];
    const prefixes = prefixesOf(
      files.map(({ path }) => path),
      'file',
    );
    for (const file of files) {
      const prefix = prefixes.get(file.path) ?? '';
      let rows = 0;
      const add = (row: Readonly<Record<string, unknown>>): void => {
        const step = row[STEP] ?? row[CHART_STEP];
        if (typeof step === 'number' && Number.isFinite(step)) curves.addRow(step, row, file.path, prefix, STEP in row ? OWN : CHART);
        else rows += 1;
      };
      if (isWandbLog(await file.read(0, 16))) for await (const row of historyOf(file, (notice) => notices.push(notice))) add(row);
      else if (csvHeader(await beginningOf(file))) for (const { cells } of await csvRows(file)) add(numericCells(cells));
      else for await (const { value } of entriesOf(file, ['data', 'history'], (notice) => notices.push(notice))) add(value);
      if (rows > 0) notices.push(noticeOf(fault(importTraceFaults, 'E_CURVES_NO_STEP', { subject: file.path, rows })));
    }
    if (curves.empty) throw faultAt(importTraceFaults, 'E_CURVES_NOTHING', { subject: files[0]?.path ?? '', lacks: 'numbers' });
    yield* notices;
    yield* curves.parts();
  },
};

const CHART: ReadonlySet<string> = new Set([CHART_STEP]);

/** The cells that are numbers, or what is written for one that is not finite. */
function numericCells(cells: Readonly<Record<string, string>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(cells).flatMap(([name, cell]): [string, unknown][] => (BOUNDS.test(name) ? [] : [[name, cellNumber(cell) ?? cell]])),
  );
}
