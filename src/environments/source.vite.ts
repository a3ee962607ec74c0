/**
 * Texts of the built-in environments and of the template, as the page has them. The first one's comes with the page, since a new
 * project begins with it; any other is fetched when it is asked for, and known until then by its SHA-256 alone.
 */
import FIRST from './problems/arithmetic.env.ts?raw';

const LATER = byFile(import.meta.glob<string>(['./**/*.env.ts', '!./problems/arithmetic.env.ts'], { query: '?raw', import: 'default' }));
const DIGESTS = byFile<string>(import.meta.glob<string>('./**/*.env.ts', { query: '?sha256', import: 'default', eager: true }));
const FILES = new Map([...DIGESTS].map(([file, digest]) => [digest, file]));

/** What is known of each file by its path, by its name alone: no two have the same. */
function byFile<T>(byPath: Readonly<Record<string, T>>): ReadonlyMap<string, T> {
  return new Map(Object.entries(byPath).map(([path, value]) => [path.replace(/^.*\//, ''), value]));
}

/** The TypeScript of the first built-in environment. */
export const firstSource: string = FIRST;

/** The TypeScript of the environment, or the template, in the file of this name; rejects where it cannot be fetched. */
export async function fetchSource(file: string): Promise<string> {
  if (file === 'arithmetic.env.ts') return FIRST;
  const fetched = LATER.get(file);
  if (!fetched) throw new Error(`no built-in environment lies in ${file}`);
  return fetched();
}

/** The name of the file whose text has this SHA-256, in hexadecimal digits. */
export const fileOfDigest = (digest: string): string | undefined => FILES.get(digest);
