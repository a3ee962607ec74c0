/** From a file's row to what `reset` gets as `problem`: which field comes from which column, and how much of it. */
import { COLUMN_PARTS, type ColumnPart } from '../document/datasetSchema.ts';
import type { ColumnSettings, DatasetSettings } from '../document/schema.ts';
import type { Json } from '../json.ts';
import { fault, FaultError } from '../faults.ts';
import { datasetFaults } from '../../words/words.ts';
import type { DataFile } from './parse.ts';
import { type DataRow, SPLIT_COLUMN } from './rows.ts';

export type Columns = DatasetSettings['columns'];

/** Names under which data sets keep a field, likeliest first. */
const USUAL: Readonly<Record<string, readonly string[]>> = {
  problem: ['problem', 'question', 'prompt', 'query', 'instruction', 'input', 'text', 'messages', 'conversations'],
  answer: ['final_answer', 'answer', 'target', 'label', 'output', 'expected_answer', 'ground_truth', 'solution'],
  solution: ['solution', 'rationale', 'reasoning', 'explanation', 'cot', 'response'],
  tests: ['tests', 'test_cases', 'unit_tests'],
};
const SPLIT_NAMES = [SPLIT_COLUMN, 'subset', 'fold'];

/** Rows looked at to guess. */
const LOOKED_AT = 50;

/** A likely mapping; empty (every column under its own name) where nothing in the file has a usual name. */
export function guessColumns({ rows, columns }: Pick<DataFile, 'rows' | 'columns'>): Columns {
  const some = rows.slice(0, LOOKED_AT);
  const mostly = (column: string, test: (cell: Json | undefined) => boolean) =>
    some.filter((row) => test(row[column])).length > some.length * 0.8;
  const named = (field: string) => {
    for (const usual of USUAL[field] ?? []) {
      const column = columns.find((name) => name.toLowerCase() === usual);
      if (column !== undefined) return column;
    }
    return null;
  };
  const marked = (column: string) => mostly(column, (cell) => typeof cell === 'string' && cell.includes('####'));
  const boxed = (column: string) => mostly(column, (cell) => typeof cell === 'string' && cell.includes('\\boxed'));
  const mapped: Record<string, ColumnSettings> = {};
  const problem = named('problem');
  if (problem === null) return {};
  mapped['problem'] = { column: problem, part: mostly(problem, isChat) ? 'user' : 'whole' };
  const answer = named('answer');
  if (answer !== null) mapped['answer'] = { column: answer, part: marked(answer) || boxed(answer) ? 'final' : 'whole' };
  if (answer !== null && marked(answer)) mapped['solution'] = { column: answer, part: 'working' };
  const solution = named('solution');
  if (solution !== null && mapped['solution'] === undefined && (solution !== answer || boxed(solution)))
    mapped['solution'] = { column: solution, part: 'whole' };
  const tests = named('tests');
  if (tests !== null) mapped['tests'] = { column: tests, part: 'whole' };
  return mapped;
}

/** A column that names splits, if the file has one. */
export function guessSplitColumn({ rows, columns }: Pick<DataFile, 'rows' | 'columns'>): string {
  const column = SPLIT_NAMES.find((name) => columns.includes(name));
  const named = rows.slice(0, LOOKED_AT).every((row) => typeof row[column ?? ''] === 'string');
  return column !== undefined && named ? column : '';
}

const isChat = (cell: Json | undefined): boolean =>
  Array.isArray(cell) && cell.length > 0 && cell.every((turn: Json) => chatText(turn) !== null);

function chatText(turn: Json): { readonly who: string; readonly said: string } | null {
  if (typeof turn !== 'object' || turn === null || Array.isArray(turn)) return null;
  const { role, content, from, value } = turn as Readonly<Record<string, Json>>;
  const [who, said] = [role ?? from, content ?? value];
  return typeof who === 'string' && typeof said === 'string' ? { who, said } : null;
}

/** The part of a cell that a field takes; a part that is not there is `null`. */
export function partOf(cell: Json, part: ColumnPart): Json {
  if (part === 'whole') return cell;
  if (part === 'user') {
    if (!Array.isArray(cell)) return cell;
    return (cell as readonly Json[]).map(chatText).findLast((turn) => turn !== null && ['user', 'human'].includes(turn.who))?.said ?? null;
  }
  if (typeof cell !== 'string') return cell;
  const mark = cell.lastIndexOf('####');
  if (part === 'working') return (mark < 0 ? cell : cell.slice(0, mark)).trim();
  if (mark >= 0) return cell.slice(mark + 4).trim();
  return lastBoxed(cell) ?? cell.trim();
}

function lastBoxed(text: string): string | null {
  const start = text.lastIndexOf('\\boxed{');
  if (start < 0) return null;
  let depth = 0;
  for (let at = start + 6; at < text.length; at += 1) {
    if (text[at] === '{') depth += 1;
    else if (text[at] === '}') depth -= 1;
    if (depth === 0) return text.slice(start + 7, at);
  }
  return null;
}

/** What `reset` gets for this row. A field whose column the row lacks is `null`. */
export function problemOf(row: DataRow, columns: Columns): DataRow {
  const fields = Object.entries(columns);
  if (fields.length === 0) return row;
  return Object.fromEntries(
    fields.map(([field, { column, part }]) => [field, Object.hasOwn(row, column) ? partOf(row[column] ?? null, part) : null]),
  );
}

/** `problem=question,answer=answer:final` as the terminal takes it; throws `E_FLAG`. */
export function columnsFrom(text: string): Columns {
  const entries = text.split(',').map((entry): [string, ColumnSettings] => {
    const [, field, source] = /^\s*([^=]+?)\s*=\s*(.+?)\s*$/.exec(entry) ?? [];
    if (field === undefined || source === undefined) throw mapFault({ entry });
    const [, column = source, named] = /^(.*):(\w+)$/.exec(source) ?? [];
    const part = COLUMN_PARTS.find((known) => known === named);
    if (named !== undefined && part === undefined) throw mapFault({ part: named });
    return [field, { column, part: part ?? 'whole' }];
  });
  return Object.fromEntries(entries);
}

const mapFault = (found: { readonly entry: string } | { readonly part: string }): FaultError =>
  new FaultError(fault(datasetFaults, 'E_FLAG', { ...found, parts: COLUMN_PARTS }));
