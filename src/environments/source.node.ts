/** Texts of the built-in environments, read from disk. */
import { readFileSync } from 'node:fs';
import { BUILTIN_ENVIRONMENTS, TEMPLATE_FILE } from './index.ts';

/** The TypeScript of a built-in environment, by id. */
export function environmentSource(id: string): string {
  const found = BUILTIN_ENVIRONMENTS.find((environment) => environment.id === id);
  if (!found) throw new Error(`no built-in environment is called ${id}`);
  return readFileSync(new URL(`${found.folder}/${found.file}`, import.meta.url), 'utf8');
}

/** The TypeScript that a new environment begins with. */
export function templateSource(): string {
  return readFileSync(new URL(TEMPLATE_FILE, import.meta.url), 'utf8');
}
