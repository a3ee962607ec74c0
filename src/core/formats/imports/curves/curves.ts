/** The curves of a run as they are gathered from its files: numbers by step and name. */
import { faultAt } from '../../../faultAt.ts';
import { isRecord } from '../../../isRecord.ts';
import { fault } from '../../../faults.ts';
import { importTraceFaults } from '../../../../words/words.ts';
import type { ImportedPart } from '../importedRun.ts';
import { noticeOf } from '../lines.ts';

/** Numbers that a run's curves may have. */
export const MAX_POINTS = 5_000_000;

/** Tables within tables that are looked into. */
const MAX_LEVELS = 8;

export class Curves {
  readonly #steps = new Map<number, Map<string, number>>();
  #points = 0;
  #leftOut = 0;

  constructor(readonly most = MAX_POINTS) {}

  /** A value of the file `subject`; the later of two of one name and step stays. What is no finite number is counted and left out. */
  add(step: number, name: string, value: number, subject: string): void {
    if (!Number.isFinite(value)) {
      this.#leftOut += 1;
      return;
    }
    let values = this.#steps.get(step);
    if (!values) this.#steps.set(step, (values = new Map()));
    const before = values.size;
    values.set(name, value);
    this.#points += values.size - before;
    if (this.#points > this.most) throw faultAt(importTraceFaults, 'E_TRACE_MANY', { subject, found: 'points', most: this.most });
  }

  /** The numbers of a row, those of tables within it under dotted names; `except` are keys at its top that are no curves. */
  addRow(step: number, row: Readonly<Record<string, unknown>>, subject: string, prefix = '', except: ReadonlySet<string> = NONE): void {
    const walk = (table: Readonly<Record<string, unknown>>, before: string, level: number): void => {
      for (const [key, value] of Object.entries(table)) {
        if (level === 0 && except.has(key)) continue;
        const name = `${before}${key}`;
        if (typeof value === 'number') this.add(step, name, value, subject);
        else if (typeof value === 'string' && NOT_FINITE.test(value)) this.#leftOut += 1;
        else if (isRecord(value) && level < MAX_LEVELS && !('_type' in value)) walk(value, `${name}.`, level + 1);
      }
    };
    walk(row, prefix, 0);
  }

  /** Forgets the curves `named` from `step` on. */
  forgetFrom(step: number, named: (name: string) => boolean): void {
    for (const [at, values] of this.#steps) {
      if (at < step) continue;
      for (const name of values.keys()) if (named(name) && values.delete(name)) this.#points -= 1;
    }
  }

  get empty(): boolean {
    return this.#points === 0;
  }

  /** All points by their steps, and what was left out. */
  *parts(): Generator<ImportedPart> {
    for (const step of [...this.#steps.keys()].sort((a, b) => a - b)) {
      const values = this.#steps.get(step);
      if (values && values.size > 0) yield { kind: 'metrics', metrics: { step, values: Object.fromEntries(values) } };
    }
    if (this.#leftOut > 0) yield noticeOf(fault(importTraceFaults, 'E_CURVES_LEFT_OUT', { values: this.#leftOut }));
  }
}

const NONE: ReadonlySet<string> = new Set();

/** How trackers write in JSON, and pandas in CSV, what neither can say. */
const NOT_FINITE = /^[+-]?(nan|inf(inity)?)$/i;

/**
 * What stands before the names of each file's curves, so that those of several runs are told apart: nothing of a single run, else its
 * folder, or its path without the ending where every file is a run of its own.
 */
export function prefixesOf(paths: readonly string[], by: 'folder' | 'file'): ReadonlyMap<string, string> {
  const runOf = (path: string): string => (by === 'folder' ? path.slice(0, path.lastIndexOf('/') + 1) : `${path.replace(/\.\w+$/, '')}/`);
  const several = new Set(paths.map(runOf)).size > 1;
  return new Map(paths.map((path) => [path, several ? runOf(path) : '']));
}
