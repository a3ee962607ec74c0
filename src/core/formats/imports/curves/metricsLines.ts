/**
 * Anybody's rows of a step and numbers: `metrics.jsonl`, a list of such rows, a table in CSV, or the `log_history` of
 * transformers' `trainer_state.json`. Only where the rows hold nothing that a model read or said.
 */
import { faultAt } from '../../../faultAt.ts';
import { fault } from '../../../faults.ts';
import { isRecord } from '../../../isRecord.ts';
import { importTraceFaults } from '../../../../words/words.ts';
import { headText } from '../head.ts';
import type { ImportedPart } from '../importedRun.ts';
import { noticeOf } from '../lines.ts';
import type { FileHead, RunReader } from '../reader.ts';
import { cellNumber, csvHeader, csvRows } from '../rows/csvRows.ts';
import { beginningOf, entriesOf, jsonOf, type Table } from '../traces/values.ts';
import { Curves, prefixesOf } from './curves.ts';

/** What a step is called, the first that a row has. */
const STEPS = [
  'step',
  '_step',
  'global_step',
  'train/global_step',
  'trainer/global_step',
  'iteration',
  'iter',
  'training_step',
  'update',
  'epoch',
];
const STEP_SET: ReadonlySet<string> = new Set(STEPS.slice(0, -1));

/** What rows of messages have, and rows of curves do not. */
const WORDS =
  /"(prompt|prompts|completion|completions|response|responses|output|outputs|messages|text|conversation|trajectory|input|inputs)"\s*:\s*["[{]/;

export const metricsReader: RunReader = {
  source: 'metrics',
  claims: (head) => {
    const text = headText(head).replace(/^\ufeff/, '');
    if (/^\s*\{/.test(text) && /"log_history"\s*:\s*\[/.test(text)) return true;
    const columns = csvHeader(text);
    if (columns) return stepIn(Object.fromEntries(columns.map((name) => [name, 0]))) !== null && numericTable(text, columns.length);
    if (WORDS.test(text)) return false;
    const row = firstRow(head, text);
    return row !== null && stepIn(row) !== null && Object.values(row).filter((value) => typeof value === 'number').length > 1;
  },
  async *read(files): AsyncGenerator<ImportedPart> {
    const curves = new Curves();
    const notices: ImportedPart[] = [];
    const prefixes = prefixesOf(
      files.map(({ path }) => path),
      'file',
    );
    for (const file of files) {
      let rows = 0;
      const add = (row: Table): void => {
        const found = stepIn(row);
        if (found) curves.addRow(found.step, row, file.path, prefixes.get(file.path), STEP_SET);
        else rows += 1;
      };
      const text = await beginningOf(file);
      if (csvHeader(text)) for (const { cells } of await csvRows(file)) add(Object.fromEntries(numbered(cells)));
      else for await (const { value } of entriesOf(file, ['log_history', 'data'], (notice) => notices.push(notice))) add(value);
      if (rows > 0) notices.push(noticeOf(fault(importTraceFaults, 'E_CURVES_NO_STEP', { subject: file.path, rows })));
    }
    if (curves.empty) throw faultAt(importTraceFaults, 'E_CURVES_NOTHING', { subject: files[0]?.path ?? '', lacks: 'numbers' });
    yield* notices;
    yield* curves.parts();
  },
};

function stepIn(row: Table): { readonly step: number } | null {
  const step = STEPS.map((name) => row[name]).find((value) => typeof value === 'number' && Number.isFinite(value));
  return typeof step === 'number' ? { step } : null;
}

const numbered = (cells: Readonly<Record<string, string>>): [string, unknown][] =>
  Object.entries(cells).map(([name, cell]) => [name, cellNumber(cell) ?? cell]);

/** Whether a table's first row is of numbers, but for gaps and words such as NaN. */
function numericTable(text: string, columns: number): boolean {
  const [, second = ''] = text.split(/\r?\n/);
  const cells = second.split(/[,;\t]/);
  return (
    cells.length === columns && cells.every((cell) => cell === '' || cellNumber(cell) !== undefined || /^-?(nan|inf(inity)?)$/i.test(cell))
  );
}

/** The first row of a file, as far as its head shows it whole. */
function firstRow(head: FileHead, text: string): Table | null {
  const line = text.slice(0, text.indexOf('\n') < 0 ? undefined : text.indexOf('\n'));
  const value = jsonOf(line) ?? (head.size <= head.bytes.length ? jsonOf(text) : undefined) ?? jsonOf(/\{[^{}]*\}/.exec(text)?.[0] ?? '');
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return isRecord(first) ? first : null;
}
