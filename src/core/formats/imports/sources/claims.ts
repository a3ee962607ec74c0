/** The files of a run and what reads them, as one run. Beside a trainer's rollouts there may be curves that something else wrote. */
import type { ImportedPart, ImportSource } from '../importedRun.ts';
import { type FileHead, type GivenFile, HEAD_BYTES, type RunReader } from '../reader.ts';
import { chooseReader } from './readers.ts';

/** Files that one reader takes. */
export interface Claim {
  readonly reader: RunReader;
  readonly files: readonly GivenFile[];
}

/** Sources that tell curves alone. */
const CURVES: readonly ImportSource[] = ['tfevents', 'wandb', 'trackio', 'metrics'];
/** Rows of nobody's are taken where nothing else of a folder is known. */
const LAST: ImportSource = 'unknown';

/** What reads the files, from how each begins; files that nobody knows are left out. */
export async function claimsOf(files: readonly GivenFile[], readers?: readonly RunReader[]): Promise<Claim[]> {
  const heads: FileHead[] = [];
  for (const { path, size, read } of files) heads.push({ path, size, bytes: await read(0, Math.min(size, HEAD_BYTES)) });
  const { claims } = chooseReader(heads, readers);
  const known = claims.filter(({ reader }) => reader.source !== LAST);
  return (known.length > 0 ? known : claims).map(({ reader, paths }) => {
    const own = new Set(paths);
    return { reader, files: files.filter(({ path }) => own.has(path)) };
  });
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
