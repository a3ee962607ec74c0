/**
 * Rows of an unknown source by the mapping of a person: a row is a message, rows that share an episode (and a step) are its messages
 * in their order. A reward that is the same on all rows of an episode is the episode's; where they differ, each is its message's.
 */
import { faultAt } from '../../../faultAt.ts';
import { isRecord } from '../../../isRecord.ts';
import { importTraceFaults } from '../../../../words/words.ts';
import { headText } from '../head.ts';
import { type ImportedEpisode, importedEpisode, type ImportedPart } from '../importedRun.ts';
import { MAPPED_FIELDS, type RowMapping } from '../mapping.ts';
import type { RunReader } from '../reader.ts';

import { csvHeader } from './csvRows.ts';
import { jsonOf } from '../traces/values.ts';
import { type CellProblem, hasColumn, type MappedRow, mappedRow } from './mappedRow.ts';
import { guessMapping, LOOKED_AT, mappingOf, reasonsOf } from './guessMapping.ts';
import { columnsIn, type TableRow, tableRows } from './tableRows.ts';

/** Rows that are held where they are put together as episodes, since those of one may lie anywhere. */
export const MAX_HELD_ROWS = 1_000_000;

export const unknownRowsReader: RunReader = {
  source: 'unknown',
  claims: (head) => {
    const text = headText(head).trimStart();
    if (csvHeader(text) || /^\[\s*\{/.test(text) || /^\{\s*"(data|rows)"\s*:\s*\[\s*\{/.test(text)) return true;
    // A table a line, of which the first may be longer than what is seen; not a table over many lines, as settings are.
    const end = text.indexOf('\n');
    return text.startsWith('{') && (isRecord(jsonOf(end < 0 ? text : text.slice(0, end))) || (end < 0 && head.size > head.bytes.length));
  },
  async columns([file]) {
    const rows = file ? (await firstRows(file, LOOKED_AT)).map(({ row }) => row) : [];
    const guesses = guessMapping(rows);
    return { columns: columnsIn(rows), mapping: mappingOf(guesses), reasons: reasonsOf(guesses) };
  },
  async *read(files, mapping): AsyncGenerator<ImportedPart> {
    const subject = files[0]?.path ?? '';
    if (mapping?.completion === undefined) throw faultAt(importTraceFaults, 'E_ROWS_MAPPING', { subject, named: null });
    const unseen = new Set(MAPPED_FIELDS.flatMap((field) => mapping[field] ?? []));
    const episodes = new EpisodeRows(mapping);
    const notices: ImportedPart[] = [];
    let rows = 0;
    for (const file of files) {
      for await (const row of tableRows(file, (notice) => notices.push(notice))) {
        rows += 1;
        for (const column of unseen) if (hasColumn(row.row, column)) unseen.delete(column);
        const read = mappedRow(row, mapping);
        const [problem] = read.problems;
        if (problem)
          throw faultAt(importTraceFaults, 'E_ROWS_CELL', {
            subject: file.path,
            line: problem.line,
            named: problem.column,
            field: problem.field,
            expected: problem.expected,
          });
        const episode = episodes.add(read, file.path);
        if (episode) yield { kind: 'episode', episode };
      }
    }
    if (rows === 0) throw faultAt(importTraceFaults, 'E_ROWS_NONE', { subject });
    const [missing] = unseen;
    if (missing !== undefined) throw faultAt(importTraceFaults, 'E_ROWS_MAPPING', { subject, named: missing });
    for (const episode of episodes.rest()) yield { kind: 'episode', episode };
    yield* notices;
  },
};

/** Rows put together as episodes: without a column of episodes each row is one at once, else all are held until the end. */
class EpisodeRows {
  readonly #held = new Map<string, MappedRow[]>();
  #rows = 0;

  constructor(readonly mapping: RowMapping) {}

  add(row: MappedRow, subject: string): ImportedEpisode | null {
    if (row.episode === null) return episodeOf([row]);
    this.#rows += 1;
    if (this.#rows > MAX_HELD_ROWS) throw faultAt(importTraceFaults, 'E_TRACE_MANY', { subject, found: 'rows', most: MAX_HELD_ROWS });
    const key = `${row.step ?? ''}\n${row.episode}`;
    const rows = this.#held.get(key);
    if (rows) rows.push(row);
    else this.#held.set(key, [row]);
    return null;
  }

  *rest(): Generator<ImportedEpisode> {
    for (const rows of this.#held.values()) yield episodeOf(rows);
  }
}

function episodeOf(rows: readonly MappedRow[]): ImportedEpisode {
  const [first] = rows;
  const paid = rows.map(({ reward }) => reward);
  const shared = paid.every((reward) => reward === paid[0]);
  const messages = rows.map(({ message, reward }) => (shared ? message : { ...message, reward }));
  const rewards = new Map<string, number>();
  const told = !shared && rows.every(({ message, reward }) => message.agent !== null && reward !== null);
  if (told) for (const { agent, reward } of messages) rewards.set(agent ?? '', (rewards.get(agent ?? '') ?? 0) + (reward ?? 0));
  return importedEpisode({
    step: first?.step ?? null,
    id: first?.episode ?? null,
    group: rows.find(({ group }) => group !== null)?.group ?? null,
    problem: problemOf(messages[0]?.prompt ?? []),
    reward: shared ? (paid[0] ?? null) : null,
    rewards: Object.fromEntries(rewards),
    messages,
  });
}

const problemOf = (prompt: readonly { readonly role: string; readonly text: string }[]): string | null =>
  prompt.find(({ role }) => role === 'user')?.text ?? null;

export interface RowsPreview {
  readonly episodes: readonly ImportedEpisode[];
  /** What cannot be read of the rows, all of it. */
  readonly problems: readonly CellProblem[];
}

/** The first rows as they would be read. Throws nothing: what is wrong with them is to be shown beside them. */
export function previewRows(rows: readonly TableRow[], mapping: RowMapping, most: number): RowsPreview {
  const episodes = new EpisodeRows(mapping);
  const read = rows.slice(0, most).map((row) => mappedRow(row, mapping));
  const done = read.flatMap((row) => episodes.add(row, '') ?? []);
  return { episodes: [...done, ...episodes.rest()], problems: read.flatMap(({ problems }) => problems) };
}

/** The first rows of a file, to guess a mapping by and to show. Throws as the reader does. */
export async function firstRows(file: Parameters<typeof tableRows>[0], most: number): Promise<TableRow[]> {
  const rows: TableRow[] = [];
  for await (const row of tableRows(file, () => undefined)) {
    rows.push(row);
    if (rows.length >= most) break;
  }
  return rows;
}
