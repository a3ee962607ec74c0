/** The files of a run and what reads them, as one run. Beside a trainer's rollouts there may be curves that something else wrote. */
import type { ImportedPart, ImportSource } from '../importedRun.ts';
import { type GivenFile, HEAD_BYTES, type RunReader } from '../reader.ts';
import { readerOf } from './readers.ts';

/** Files that one reader takes. */
export interface Claim {
  readonly reader: RunReader;
  readonly files: readonly GivenFile[];
}

/** Sources that tell curves alone. */
const CURVES: readonly ImportSource[] = ['tfevents', 'wandb', 'trackio', 'metrics'];
/** Rows of nobody's are taken where nothing else of a folder is known. */
const LAST: ImportSource = 'unknown';

/** Files whose beginnings are read at a time: one may lie on a slow disk, or behind a terminal. */
const AT_ONCE = 6;

/** What reads the files, from how each begins; files that nobody knows are left out. A folder may be of several. */
export async function claimsOf(files: readonly GivenFile[], readers?: readonly RunReader[]): Promise<Claim[]> {
  const owners: (RunReader | undefined)[] = files.map(() => undefined);
  const left = files.entries();
  // The beginnings of all files of a folder would fill the memory: each is let go once it is known whose it is.
  const look = async (): Promise<void> => {
    for (const [index, { path, size, read }] of left)
      owners[index] = readerOf({ path, size, bytes: await read(0, Math.min(size, HEAD_BYTES)) }, readers);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, look));
  const claims = new Map<RunReader, GivenFile[]>();
  for (const [index, file] of files.entries()) {
    const reader = owners[index];
    const own = reader && claims.get(reader);
    if (own) own.push(file);
    else if (reader) claims.set(reader, [file]);
  }
  const all = [...claims].map(([reader, own]): Claim => ({ reader, files: own }));
  const known = all.filter(({ reader }) => reader.source !== LAST);
  return known.length > 0 ? known : all;
}

/** What is claimed as one run: episodes first, then curves. Its source is that of the episodes. */
export function joined(claims: readonly [Claim, ...Claim[]]): Claim {
  const ordered = claims.toSorted((a, b) => Number(CURVES.includes(a.reader.source)) - Number(CURVES.includes(b.reader.source)));
  const [{ reader: main, files: own } = claims[0]] = ordered;
  const { columns } = main;
  const reader: RunReader = {
    source: main.source,
    claims: (head) => claims.some(({ reader: one }) => one.claims(head)),
    ...(columns && { columns: () => columns.call(main, own) }),
    async *read(_files, mapping): AsyncGenerator<ImportedPart> {
      for (const claim of ordered) yield* claim.reader.read(claim.files, mapping);
    },
  };
  return { reader, files: ordered.flatMap(({ files }) => files) };
}
