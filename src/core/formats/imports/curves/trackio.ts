/**
 * Projects of trackio (trackio/sqlite_storage.py): an SQLite database with a row of `metrics` for each call of `log`, and a row of
 * `traces` for each conversation that was logged (trackio/trace.py). Of a project with several runs the curves are named by run.
 */
import { faultAt } from '../../../faultAt.ts';
import { isRecord } from '../../../isRecord.ts';
import { fault } from '../../../faults.ts';
import { importTraceFaults } from '../../../../words/words.ts';
import { type ImportedEpisode, importedEpisode, type ImportedPart } from '../importedRun.ts';
import { noticeOf } from '../lines.ts';
import type { GivenFile, RunReader } from '../reader.ts';
import { conversation } from '../traces/chat.ts';
import { jsonOf, numbersIn, plainInfo, tableOf } from '../traces/values.ts';
import { Curves } from './curves.ts';
import { isSqlite, SqliteFile, type SqliteTable, type SqliteValue } from './sqlite.ts';

const LOG = '-wal';

export const trackioReader: RunReader = {
  source: 'trackio',
  claims: ({ path, bytes }) => {
    if (path.endsWith(LOG)) return bytes[0] === 0x37 && bytes[1] === 0x7f && bytes[2] === 0x06;
    // Which tables there are stands anywhere in the file; no other source is a database.
    return isSqlite(bytes);
  },
  async *read(files): AsyncGenerator<ImportedPart> {
    const curves = new Curves();
    let subject = '';
    let episodes = 0;
    for (const file of files) {
      if (file.path.endsWith(LOG)) continue;
      subject = file.path;
      const log = files.find(({ path }) => path === `${file.path}${LOG}`) ?? null;
      const database = await SqliteFile.open(file, log);
      if (database.keepsLog && !log) yield noticeOf(fault(importTraceFaults, 'E_CURVES_LOG_BESIDE', { subject }));
      const tables = await database.tables();
      const table = (name: string) => tables.find((one) => one.name === name);
      const metrics = table('metrics');
      if (!metrics) throw faultAt(importTraceFaults, 'E_CURVES_NOTHING', { subject, lacks: 'table' });
      await addMetrics(file, database, metrics, curves);
      const traces = table('traces');
      if (!traces) continue;
      for await (const row of rowsOf(file, database, traces)) {
        episodes += 1;
        yield { kind: 'episode', episode: episodeOf(row, subject) };
      }
    }
    if (curves.empty && episodes === 0) throw faultAt(importTraceFaults, 'E_CURVES_NOTHING', { subject, lacks: 'numbers' });
    yield* curves.parts();
  },
};

type Row = Readonly<Record<string, SqliteValue>>;
/** `item` counts rows from 1. */
type StepRow = Row & { readonly step: number; readonly item: number };

async function* rowsOf(file: GivenFile, database: SqliteFile, { root, columns, name }: SqliteTable): AsyncGenerator<StepRow> {
  let item = 0;
  for await (const values of database.rows(root)) {
    item += 1;
    const row: Row = Object.fromEntries(columns.map((column, index) => [column, values[index] ?? null]));
    const { step } = row;
    if (typeof step !== 'number') throw badField(file.path, item, `${name}.step`, 'a number');
    yield { ...row, step, item };
  }
}

/** JSON that its writer handed over as bytes, as orjson makes it, is a blob although its column is of texts. */
const textOf = (value: SqliteValue | undefined): string =>
  value instanceof Uint8Array ? new TextDecoder().decode(value) : typeof value === 'string' ? value : '';

const badField = (subject: string, item: number, field: string, expected: string) =>
  faultAt(importTraceFaults, 'E_TRACE_FIELD', { subject, item, field, expected });

async function addMetrics(file: GivenFile, database: SqliteFile, table: SqliteTable, curves: Curves): Promise<void> {
  // Runs are told apart before a curve is named, so that the rows are read twice.
  const names = new Set<SqliteValue>();
  for await (const { run_name } of rowsOf(file, database, table)) names.add(run_name ?? null);
  for await (const row of rowsOf(file, database, table)) {
    const numbers = jsonOf(textOf(row['metrics']));
    if (!isRecord(numbers)) throw badField(file.path, row.item, 'metrics.metrics', 'a JSON table');
    const prefix = names.size > 1 && typeof row['run_name'] === 'string' ? `${row['run_name']}/` : '';
    curves.addRow(row.step, numbers, file.path, prefix);
  }
}

function episodeOf(row: StepRow, subject: string): ImportedEpisode {
  const messages = conversation(textOf(row['messages']), subject);
  const metadata = tableOf(textOf(row['metadata']));
  const { reward, ...skills } = numbersIn(metadata);
  return importedEpisode({
    step: row.step,
    id: typeof row['id'] === 'string' ? row['id'] : null,
    problem: messages[0]?.prompt?.find(({ role }) => role === 'user')?.text ?? null,
    reward: reward ?? null,
    skills,
    messages,
    info: plainInfo({ run: row['run_name'], key: row['key'], metadata }),
  });
}
