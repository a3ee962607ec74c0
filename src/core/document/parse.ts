/**
 * Reads a hostile file into a document: size limit, JSON, dangerous keys dropped, version and migrations, then the strict
 * schema. Faults of the graph are not faults of the file: a person may save and open a half-drawn team.
 */
import type { z } from 'zod';
import { fault, FaultError, type Fault } from '../faults.ts';
import { migrate, migrations } from './migrations.ts';
import type { Migration } from './migrations.ts';
import { DOCUMENT_VERSION, documentSchema } from './schema.ts';
import type { ProjectDocument } from './schema.ts';
import { projectFileFaults } from '../../words/words.ts';

/** Largest project file read, in UTF-8 bytes. */
export const MAX_DOCUMENT_BYTES = 4 * 1024 * 1024;

/** Nothing a document means nests deeper; a file of brackets must not exhaust the stack. */
const MAX_DEPTH = 64;

const DANGEROUS_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

/** The document in `input`, a file's text or a parsed value; throws a `FaultError` with code `E_DOCUMENT_*`. */
export function parseDocument(input: unknown, steps: readonly Migration[] = migrations): ProjectDocument {
  const raw = plainCopy(typeof input === 'string' ? parseJson(input) : input, 0);
  const result = documentSchema.safeParse(migrate(raw, steps, DOCUMENT_VERSION));
  if (result.success) return result.data;
  throw new FaultError(faultOfIssues(result.error.issues));
}

/** JSON text within the size limit as a value. */
export function parseJson(text: string): unknown {
  // A UTF-16 unit is at most three bytes of UTF-8, so only lengths in between need counting.
  const bytes =
    text.length > MAX_DOCUMENT_BYTES || text.length * 3 <= MAX_DOCUMENT_BYTES ? text.length : new TextEncoder().encode(text).length;
  if (bytes > MAX_DOCUMENT_BYTES) throw new FaultError(fault(projectFileFaults, 'E_DOCUMENT_SIZE', { most: MAX_DOCUMENT_BYTES }));
  try {
    return JSON.parse(text);
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    throw new FaultError(fault(projectFileFaults, 'E_DOCUMENT_JSON', {}, { detail }));
  }
}

/** A copy made of plain objects and arrays, without the keys that reach prototypes. */
function plainCopy(value: unknown, depth: number): unknown {
  if (depth > MAX_DEPTH) throw new FaultError(fault(projectFileFaults, 'E_DOCUMENT_INVALID', { found: 'depth' }));
  if (Array.isArray(value)) return value.map((entry) => plainCopy(entry, depth + 1));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !DANGEROUS_KEYS.has(key))
      .map(([key, entry]) => [key, plainCopy(entry, depth + 1)]),
  );
}

/** One fault for all the schema found: the first in the sentence, every one in the detail. */
function faultOfIssues(issues: readonly z.core.$ZodIssue[]): Fault {
  const findings = issues.flatMap((issue) => {
    if (issue.code !== 'unrecognized_keys') return [{ path: pathOf(issue.path), unknown: false, message: issue.message }];
    return issue.keys.map((key) => ({ path: pathOf([...issue.path, key]), unknown: true, message: 'unknown field' }));
  });
  const [first] = findings;
  const path = first?.path ?? 'project';
  const more = findings.length - 1;
  const about = {
    place: { subject: path },
    detail: findings.map((finding) => `${finding.path}: ${finding.message}`).join('\n'),
  };
  return first?.unknown
    ? fault(projectFileFaults, 'E_DOCUMENT_UNKNOWN_FIELD', { path, more }, about)
    : fault(projectFileFaults, 'E_DOCUMENT_INVALID', { found: 'value', path, more, wrong: first?.message }, about);
}

/** `team.agents[0].role` */
function pathOf(path: readonly PropertyKey[]): string {
  return (
    path.reduce<string>(
      (text, key) => (typeof key === 'number' ? `${text}[${key}]` : text === '' ? String(key) : `${text}.${String(key)}`),
      '',
    ) || 'project'
  );
}
