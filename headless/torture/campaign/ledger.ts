/**
 * What was tried of a row and what came of it: a committed file a row, `ledger/<id>.json`. It holds for the code it was made with, of
 * which it has the digest: where that changed, the row begins anew.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { projectRoot, writeFileWhole } from '../../kit/folders.ts';
import type { TortureRow, TrialOutcome } from '../row.ts';

const rangeSchema = z.tuple([z.int().min(1), z.int().min(1)]);
const badSchema = z.object({ seed: z.int().min(1), kind: z.enum(['lost', 'failed']), what: z.string() });
const ledgerSchema = z.object({
  /** Of the code under test, the row's own file and the versions of the packages that it names. */
  code: z.string(),
  /** Commits at which trials were made. */
  builds: z.array(z.string()),
  /** First and last seed of stretches that were tried, ascending and apart. */
  tried: z.array(rangeSchema),
  /** What came of those that did not survive. */
  bad: z.array(badSchema),
  /** How many survivors said so. */
  notes: z.record(z.string(), z.int()),
  /** Time that the trials took, rounded. */
  seconds: z.int(),
});
type Range = z.infer<typeof rangeSchema>;
export type Ledger = z.infer<typeof ledgerSchema>;

const fileOf = (id: string): string => join(projectRoot, 'headless', 'torture', 'ledger', `${id}.json`);

/** The digest of what a row tests, and of the row itself. */
export function codeDigest(
  { id, codeUnderTest, packages = [] }: Pick<TortureRow, 'id' | 'codeUnderTest' | 'packages'>,
  root = projectRoot,
): string {
  const hash = createHash('sha256');
  for (const path of [...new Set([...codeUnderTest, `headless/torture/rows/${id}.ts`].flatMap((named) => sourcesOf(root, named)))].sort())
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0');
  if (packages.length > 0) hash.update(JSON.stringify(resolvedVersions(packages, root)));
  return hash.digest('hex').slice(0, 16);
}

const lockSchema = z.object({ packages: z.record(z.string(), z.object({ version: z.string().optional() })) });

/** Names with the versions that the lock file says are installed at the top, by name. */
function resolvedVersions(packages: readonly string[], root: string): string[] {
  const lock = lockSchema.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')));
  return packages.toSorted().map((name) => {
    const version = lock.packages[`node_modules/${name}`]?.version;
    if (version === undefined) throw new Error(`package-lock.json has no ${name}`);
    return `${name}@${version}`;
  });
}

/** A file itself; of a folder all TypeScript below it, and all kernels that were compiled. */
function sourcesOf(root: string, path: string): string[] {
  if (statSync(join(root, path)).isFile()) return [path];
  return readdirSync(join(root, path), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() || /\.(ts|wasm)$/.test(entry.name) ? sourcesOf(root, `${path}/${entry.name}`) : [],
  );
}

export const newLedger = (code: string): Ledger => ({ code, builds: [], tried: [], bad: [], notes: {}, seconds: 0 });

/** As it was written last, whatever code that was of; null where it never was. */
export function writtenLedger(id: string): Ledger | null {
  const file = fileOf(id);
  return existsSync(file) ? ledgerSchema.parse(JSON.parse(readFileSync(file, 'utf8'))) : null;
}

export const saveLedger = (id: string, ledger: Ledger): Promise<void> => writeFileWhole(fileOf(id), ledgerText(ledger));

/** One line an entry, so that two versions can be compared. */
export function ledgerText({ tried, ...rest }: Ledger): string {
  const ranges = tried.map((range) => `    [${range.join(', ')}]`).join(',\n');
  return `${JSON.stringify({ ...rest, tried: 'RANGES' }, null, 2).replace('"RANGES"', ranges === '' ? '[]' : `[\n${ranges}\n  ]`)}\n`;
}

export const wasTried = ({ tried }: Pick<Ledger, 'tried'>, seed: number): boolean => tried.some(([from, to]) => seed >= from && seed <= to);

export const trialsOf = ({ tried }: Pick<Ledger, 'tried'>): number => tried.reduce((sum, [from, to]) => sum + to - from + 1, 0);

/** Whether a row has its trials, or its hours. */
export const isDone = ({ goal, hours }: Pick<TortureRow, 'goal' | 'hours'>, ledger: Pick<Ledger, 'tried' | 'seconds'>): boolean =>
  hours === undefined ? trialsOf(ledger) >= goal : ledger.seconds >= hours * 3600;

/** The least seed from `from` on that was not tried. */
export function nextSeed(ledger: Pick<Ledger, 'tried'>, from = 1): number {
  const within = ledger.tried.find(([first, last]) => from >= first && from <= last);
  return within ? nextSeed(ledger, within[1] + 1) : from;
}

/** The ledger with one more outcome; of a seed that was tried before the newer one counts. */
export function withOutcome(ledger: Ledger, seed: number, outcome: TrialOutcome): Ledger {
  const again = wasTried(ledger, seed);
  const bad = ledger.bad.filter((held) => held.seed !== seed);
  const notes = { ...ledger.notes };
  if (outcome.kind === 'survived') {
    // A note of the first time was counted.
    if (outcome.note !== undefined && !again) notes[outcome.note] = (notes[outcome.note] ?? 0) + 1;
  } else bad.push({ seed, kind: outcome.kind, what: outcome.what.slice(0, 600) });
  return { ...ledger, tried: again ? ledger.tried : withSeed(ledger.tried, seed), bad: bad.sort((a, b) => a.seed - b.seed), notes };
}

function withSeed(ranges: readonly Range[], seed: number): Range[] {
  const joined: Range[] = [];
  for (const [from, to] of [...ranges, [seed, seed] as Range].sort((a, b) => a[0] - b[0])) {
    const last = joined.at(-1);
    if (last && from <= last[1] + 1) last[1] = Math.max(last[1], to);
    else joined.push([from, to]); // a range of its own, for the one given stays as it is
  }
  return joined;
}
