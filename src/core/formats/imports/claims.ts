/** Which files of a folder are read by which reader. Beside a trainer's rollouts there may be curves that something else wrote. */
import type { ImportedPart, ImportSource } from './importedRun.ts';
import { type FileHead, type GivenFile, HEAD_BYTES, type RunReader } from './reader.ts';

/** Files that one reader takes. */
export interface Claim {
  readonly reader: RunReader;
  readonly files: readonly GivenFile[];
}

/** Sources that tell curves alone. */
const CURVES: readonly ImportSource[] = ['tfevents', 'wandb', 'trackio', 'metrics'];
/** Rows of nobody's are taken where nothing else of a folder is known. */
const LAST: ImportSource = 'unknown';

/** Each file goes to the first of `readers` that claims it; files that nobody claims are left out. */
export async function claimsOf(files: readonly GivenFile[], readers: readonly RunReader[]): Promise<Claim[]> {
  const claimed = new Map<RunReader, GivenFile[]>();
  for (const file of files) {
    const head: FileHead = { path: file.path, size: file.size, bytes: await file.read(0, Math.min(file.size, HEAD_BYTES)) };
    const reader = readers.find((one) => one.claims(head));
    if (reader) claimed.set(reader, [...(claimed.get(reader) ?? []), file]);
  }
  const claims = [...claimed].map(([reader, own]) => ({ reader, files: own }));
  const known = claims.filter(({ reader }) => reader.source !== LAST);
  return known.length > 0 ? known : claims;
}

/** What is claimed as one run: episodes first, then curves. Its source is that of the episodes. */
export function joined(claims: readonly [Claim, ...Claim[]]): Claim {
  const ordered = claims.toSorted((a, b) => Number(CURVES.includes(a.reader.source)) - Number(CURVES.includes(b.reader.source)));
  const [first = claims[0]] = ordered;
  const reader: RunReader = {
    source: first.reader.source,
    ...(first.reader.columns && { columns: () => first.reader.columns?.(first.files) ?? Promise.resolve({ columns: [], mapping: {} }) }),
    claims: (head) => claims.some(({ reader: one }) => one.claims(head)),
    async *read(_files, mapping): AsyncGenerator<ImportedPart> {
      for (const claim of ordered) yield* claim.reader.read(claim.files, mapping);
    },
  };
  return { reader, files: ordered.flatMap(({ files }) => files) };
}
