/** A row of anybody's table as a message, by a mapping that a person made; what cannot be read of it is said, not guessed. */
import type { CellExpected } from '../../../../words/words.ts';
import { type ImportedMessage, importedMessage, type PromptPart } from '../importedRun.ts';
import type { MappedField, RowMapping } from '../mapping.ts';
import { chatOf } from '../traces/chat.ts';
import type { Table } from '../traces/values.ts';
import { cellAt, type TableRow } from './tableRows.ts';

/** A cell that is not what its column stands for. */
export interface CellProblem {
  readonly line: number;
  readonly column: string;
  readonly field: MappedField;
  readonly expected: CellExpected;
}

export interface MappedRow {
  readonly message: ImportedMessage;
  readonly step: number | null;
  readonly episode: string | null;
  readonly group: string | null;
  readonly reward: number | null;
  readonly problems: readonly CellProblem[];
}

export function mappedRow({ line, row }: TableRow, mapping: RowMapping): MappedRow {
  const problems: CellProblem[] = [];
  const read = <T>(field: MappedField, expected: CellExpected, as: (cell: unknown) => T | null): T | null => {
    const column = mapping[field];
    const cell = column === undefined ? undefined : cellAt(row, column);
    if (column === undefined || cell === undefined || cell === null) return null;
    const value = as(cell);
    if (value === null) problems.push({ line, column, field, expected });
    return value;
  };
  const said = read('completion', 'text', wordsOf);
  const asked = read('prompt', 'text', wordsOf);
  const ids = read('token_ids', 'whole_numbers', (cell) =>
    isNumbers(cell) && cell.every((id) => Number.isInteger(id) && id >= 0) ? cell : null,
  );
  const tokens = ids?.length;
  const logprobs = read('logprobs', 'numbers', numbersOf);
  const advantage = read('advantage', 'numbers', numbersOf);
  // One advantage of a message stands at each of its tokens.
  const advantages = advantage?.length === 1 && tokens !== undefined ? Array.from({ length: tokens }, () => advantage[0] ?? 0) : advantage;
  for (const [field, list] of [
    ['logprobs', logprobs],
    ['advantage', advantages],
  ] as const)
    if (list && tokens !== undefined && list.length !== tokens)
      problems.push({ line, column: mapping[field] ?? '', field, expected: 'as_many' });
  // A completion of several messages, as of one who calls tools: the last is what was said, and those before it were read.
  const before = said && said.length > 1 ? said.slice(0, -1) : [];
  const prompt = asked || before.length > 0 ? [...(asked ?? []), ...before] : null;
  return {
    message: importedMessage({
      agent: read('agent', 'text', nameOf),
      prompt,
      text: said?.at(-1)?.text ?? null,
      responseIds: ids,
      logprobs,
      advantages,
    }),
    step: read('step', 'whole', (cell) => (Number.isInteger(cell) ? (cell as number) : null)),
    episode: read('episode', 'text', nameOf),
    group: read(
      'group',
      'text',
      (cell) =>
        nameOf(cell) ??
        wordsOf(cell)
          ?.map(({ text }) => text)
          .join('\n') ??
        null,
    ),
    reward: read('reward', 'number', (cell) => (typeof cell === 'boolean' ? Number(cell) : isNumber(cell) ? cell : null)),
    problems,
  };
}

const isNumber = (cell: unknown): cell is number => typeof cell === 'number' && Number.isFinite(cell);
const isNumbers = (cell: unknown): cell is readonly number[] => Array.isArray(cell) && cell.every(isNumber);
const numbersOf = (cell: unknown): readonly number[] | null => (isNumber(cell) ? [cell] : isNumbers(cell) ? cell : null);
const nameOf = (cell: unknown): string | null => (typeof cell === 'string' ? cell : isNumber(cell) ? String(cell) : null);

/** A text, or messages of a chat; a number is a text too, as of a table in which every answer is one. */
function wordsOf(cell: unknown): readonly PromptPart[] | null {
  if (typeof cell === 'string') return [{ role: 'user', text: cell }];
  if (isNumber(cell)) return [{ role: 'user', text: String(cell) }];
  return chatOf(cell);
}

/** Whether some row has the column at all. */
export const hasColumn = (row: Table, column: string): boolean => cellAt(row, column) !== undefined;
