/** What an imported run was read from, told without the schema: a run's HTML file has no room for it. */
import { isRecord } from '../../../isRecord.ts';
import { IMPORT_SOURCES, type ImportSource } from '../importedRun.ts';

/** Null for a run of our own. `info`: its `run.json`. */
export function importSourceOf(info: Readonly<Record<string, unknown>>): ImportSource | null {
  const { imported } = info;
  return isRecord(imported) ? (IMPORT_SOURCES.find((source) => source === imported['source']) ?? null) : null;
}
