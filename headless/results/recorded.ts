/**
 * The rows behind docs/results.md as files of the repository, `docs/results/<part>.json`, against which a test holds the tables. What
 * a clock said is left out, so that the same workbench writes the same bytes on every machine.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectRoot } from '../kit/folders.ts';

export const PARTS = ['presets', 'environments', 'rollback', 'blame', 'turned', 'challenges', 'methods', 'estimators'] as const;
export type Part = (typeof PARTS)[number];

const CLOCKED: ReadonlySet<string> = new Set(['seconds', 'secondsAt']);

export const recordOf = (part: Part): string => join(projectRoot, 'docs', 'results', `${part}.json`);

/** Contents of a part's file: its rows by subject, a line each. */
export function recordText(rows: ReadonlyMap<string, readonly object[]>): string {
  const subjects = [...rows].map(([subject, of]) => {
    const lines = of.map((row) => JSON.stringify(Object.fromEntries(Object.entries(row).filter(([name]) => !CLOCKED.has(name)))));
    return `${JSON.stringify(subject)}:[\n${lines.join(',\n')}]`;
  });
  return `{${subjects.join(',\n')}}\n`;
}

export function record(part: Part, rows: ReadonlyMap<string, readonly object[]>): void {
  const file = recordOf(part);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, recordText(rows));
}

/** The rows of a part by subject; none where they have not been recorded. */
export function recorded<Row>(part: Part): ReadonlyMap<string, readonly Omit<Row, 'seconds' | 'secondsAt'>[]> {
  const file = recordOf(part);
  return new Map(existsSync(file) ? Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, Row[]>) : []);
}
