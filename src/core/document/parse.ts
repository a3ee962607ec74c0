/**
 * Reads a hostile file into a document: size limit, JSON, dangerous keys dropped, version and migrations, then the strict
 * schema. Faults of the graph are not faults of the file: a person may save and open a half-drawn team.
 */
import type { z } from 'zod';
import { FaultError } from '../faults.ts';
import type { Fault } from '../faults.ts';
import { migrate, migrations } from './migrations.ts';
import type { Migration } from './migrations.ts';
import { DOCUMENT_VERSION, documentSchema } from './schema.ts';
import type { ProjectDocument } from './schema.ts';

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
  if (bytes > MAX_DOCUMENT_BYTES) {
    throw new FaultError({
      code: 'E_DOCUMENT_SIZE',
      message: `The file is larger than ${MAX_DOCUMENT_BYTES / 1024 / 1024} MiB.`,
      hint: 'A project holds prompts, code and settings only; models and runs are files of their own.',
    });
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new FaultError({
      code: 'E_DOCUMENT_JSON',
      message: 'The file is not valid JSON.',
      hint: 'Choose a project file that was saved by the workbench.',
      detail: error instanceof Error ? error.message : String(error),
    });
  }
}

/** A copy made of plain objects and arrays, without the keys that reach prototypes. */
function plainCopy(value: unknown, depth: number): unknown {
  if (depth > MAX_DEPTH)
    throw new FaultError({
      code: 'E_DOCUMENT_INVALID',
      message: 'The file is nested too deeply to be a project.',
      hint: 'Choose a project file that was saved by the workbench.',
    });
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
  const first = findings[0] ?? { path: 'project', unknown: false, message: 'not a project' };
  const more = findings.length > 1 ? ` (and ${findings.length - 1} more)` : '';
  const detail = findings.map((finding) => `${finding.path}: ${finding.message}`).join('\n');
  return first.unknown
    ? {
        code: 'E_DOCUMENT_UNKNOWN_FIELD',
        message: `The project has a field that this version does not know: ${first.path}${more}.`,
        hint: 'Check its spelling, or remove it.',
        place: { subject: first.path },
        detail,
      }
    : {
        code: 'E_DOCUMENT_INVALID',
        message: `The project has a value that cannot be used: ${first.path}${more}: ${first.message}.`,
        hint: 'Correct it in the file and open it again.',
        place: { subject: first.path },
        detail,
      };
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
