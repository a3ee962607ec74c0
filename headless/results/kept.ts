/** Measurements as files under `.results/`: an interrupted measurement goes on where it stopped. Delete a file to measure it again. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectRoot } from '../kit/folders.ts';

export const store = join(projectRoot, '.results');

/** A measurement by file name: read if it exists, else made and written whole. */
export async function kept<T>(name: string, make: () => Promise<T> | T): Promise<T> {
  const before = onFile<T>(name);
  if (before !== null) return before;
  process.stderr.write(`measuring ${name} …\n`);
  const value = await make();
  const file = join(store, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.part`, `${JSON.stringify(value, null, 2)}\n`);
  renameSync(`${file}.part`, file);
  return value;
}

/** What was measured before; null where nothing was. */
export function onFile<T>(name: string): T | null {
  const file = join(store, name);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : null;
}
