/**
 * The queue as text for the browser's storage: each document once, and of a run only what it changes in one. What is read is as
 * hostile as any file; an entry that cannot be read is left out, but one that a newer workbench kept stays for it.
 */
import { isRecord } from '../../../core/isRecord.ts';
import { isFuture } from '../../../core/document/migrations.ts';
import { parseDocument } from '../../../core/document/parse.ts';
import type { ProjectDocument } from '../../../core/document/schema.ts';
import { faultFrom } from '../../../core/faults.ts';
import type { Json } from '../../../core/json.ts';
import type { SweepCell } from '../library/types.ts';
import { queuedDocument } from './decisions.ts';
import type { EntryStatus, KeptQueue, NewerEntry, QueueEntry } from './types.ts';

const STATUSES: readonly EntryStatus[] = ['waiting', 'running', 'finished', 'stopped', 'failed', 'interrupted'];

export function encodeQueue({ entries, newer }: KeptQueue): string {
  const documents = [...new Set([...entries, ...newer].map(({ base }): unknown => base))];
  return JSON.stringify({
    documents,
    entries: [
      ...entries.map(({ base, fault: _fault, took: _took, ...entry }) => ({ ...entry, base: documents.indexOf(base) })),
      ...newer.map(({ base, entry }) => ({ ...entry, base: documents.indexOf(base) })),
    ],
  });
}

export function decodeQueue(text: string): KeptQueue {
  try {
    const { documents, entries } = JSON.parse(text) as { readonly documents: readonly unknown[]; readonly entries: readonly unknown[] };
    const bases = documents.map(readDocument);
    return {
      entries: entries.flatMap((entry) => readEntry(entry, bases)),
      newer: entries.flatMap((entry) => newerEntry(entry, documents, bases)),
    };
  } catch {
    return { entries: [], newer: [] }; // not a queue
  }
}

/** `newer`: of a format that only a newer workbench reads. */
function readDocument(value: unknown): ProjectDocument | 'newer' | null {
  try {
    return parseDocument(value);
  } catch (error) {
    return isFuture(faultFrom(error)) ? 'newer' : null;
  }
}

function newerEntry(entry: unknown, documents: readonly unknown[], bases: readonly ReturnType<typeof readDocument>[]): NewerEntry[] {
  if (!isRecord(entry) || typeof entry['base'] !== 'number' || bases[entry['base']] !== 'newer') return [];
  return [{ base: documents[entry['base']], entry }];
}

function readEntry(value: unknown, bases: readonly ReturnType<typeof readDocument>[]): QueueEntry[] {
  if (!isRecord(value)) return [];
  const { id, base: at, values, seed, name, tags, sweep, status, run } = value;
  const base = typeof at === 'number' ? (bases[at] ?? null) : null;
  const known = STATUSES.find((candidate) => candidate === status);
  if (
    !base ||
    base === 'newer' ||
    !known ||
    typeof id !== 'string' ||
    typeof name !== 'string' ||
    typeof seed !== 'number' ||
    !isRecord(values)
  )
    return [];
  const entry: QueueEntry = {
    id,
    base,
    values: values as Readonly<Record<string, Json>>,
    seed,
    name,
    tags: Array.isArray(tags) ? tags.filter((tag): tag is string => typeof tag === 'string') : [],
    sweep: readSweep(sweep),
    status: known === 'running' ? 'interrupted' : known,
    run: typeof run === 'string' ? run : null,
    fault: null,
    took: null,
  };
  // What it would train must be a document too.
  return readDocument(queuedDocument(entry)) ? [entry] : [];
}

function readSweep(value: unknown): SweepCell | null {
  if (!isRecord(value) || typeof value['id'] !== 'string' || typeof value['name'] !== 'string' || !isRecord(value['values'])) return null;
  return { id: value['id'], name: value['name'], values: value['values'] as Readonly<Record<string, Json>> };
}
