/**
 * Texts of the built-in environments and of the template, as the page has them. The first one's comes with the page, since a new
 * project begins with it; any other is fetched when it is asked for, and known until then by its SHA-256 alone.
 */
import FIRST from './arithmetic.env.ts?raw';

const LATER = import.meta.glob<string>(['./*.env.ts', '!./arithmetic.env.ts'], { query: '?raw', import: 'default' });
const DIGESTS: Readonly<Record<string, string>> = import.meta.glob<string>('./*.env.ts', {
  query: '?sha256',
  import: 'default',
  eager: true,
});
const FILES = new Map(Object.entries(DIGESTS).map(([path, digest]) => [digest, path.replace('./', '')]));

/** The TypeScript of the first built-in environment. */
export const firstSource: string = FIRST;

/** The TypeScript of a file of this folder; rejects where it cannot be fetched. */
export async function fetchSource(file: string): Promise<string> {
  if (file === 'arithmetic.env.ts') return FIRST;
  const fetched = LATER[`./${file}`];
  if (!fetched) throw new Error(`no built-in environment lies in ${file}`);
  return fetched();
}

/** The file of this folder whose text has this SHA-256, in hexadecimal digits. */
export const fileOfDigest = (digest: string): string | undefined => FILES.get(digest);
