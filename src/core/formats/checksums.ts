/**
 * Checksums by which damage on a disk shows: of the files of a checkpoint, as `sha256sum -c SHA256SUMS` reads them, and of the
 * rows of `metrics.jsonl`, beside it so that it stays plain JSON Lines. They guard against accidents, not against forgery.
 */
import { z } from 'zod';
import { sha256 } from '../sha256.ts';
import type { Files } from './files.ts';
import { encodeJsonLine } from './jsonl.ts';

/** File with a folder's checksums, in the folder itself. */
export const SUMS = 'SHA256SUMS';

/** Contents of `SHA256SUMS`: a line per file of `files`, whose paths are relative to the folder. */
export function sumsOf(files: Files): Uint8Array {
  return new TextEncoder().encode(
    Object.entries(files)
      .map(([path, bytes]) => `${sha256(bytes)}  ${path}\n`)
      .join(''),
  );
}

const SUM_LINE = /^([0-9a-f]{64}) {2}(.+)$/;

/**
 * What is wrong with a folder's files, or with those of the paths in `only`, a clause each, such as “critic/critic.safetensors is
 * missing”; null without checksums.
 */
export function damageOf(files: Files, only?: readonly string[]): string[] | null {
  const sums = files[SUMS];
  if (!sums) return null;
  const lines = new TextDecoder().decode(sums).split('\n');
  if (lines.pop() !== '') return [`${SUMS} was cut off`];
  return lines.flatMap((line) => {
    const [, sum, path = ''] = SUM_LINE.exec(line) ?? [];
    if (sum === undefined) return [`${SUMS} cannot be read`];
    if (only && !only.includes(path)) return [];
    const bytes = files[path];
    if (!bytes) return [`${path} is missing`];
    return sha256(bytes) === sum ? [] : [`${path} is not what was written`];
  });
}

/** The checksums `sums` of a folder in which the files of `changed` were written anew or are new; those of the others stay as they are. */
export function resummed(sums: Uint8Array, changed: Files): Uint8Array {
  const left: Record<string, Uint8Array> = { ...changed };
  const lines = linesOf(new TextDecoder().decode(sums)).map((line) => {
    const path = SUM_LINE.exec(line)?.[2] ?? '';
    const bytes = left[path];
    delete left[path];
    return bytes ? new TextDecoder().decode(sumsOf({ [path]: bytes })) : `${line}\n`;
  });
  return new TextEncoder().encode([...lines, new TextDecoder().decode(sumsOf(left))].join(''));
}

/** Lines of `checksums.jsonl` for whole lines of `metrics.jsonl`: of each the iteration and the SHA-256, without the newline. */
export function rowSums(lines: string): string {
  return linesOf(lines)
    .map((line) => encodeJsonLine({ iteration: iterationOf(line), sha256: sha256(line) }))
    .join('');
}

/** How the rows of a run stand to their checksums. */
export interface RowsReport {
  /** Why nothing could be checked, a sentence; null where it could. */
  readonly unchecked: string | null;
  /** Iterations that stand twice, or behind a later one, as two processes leave them that write into one folder. */
  readonly mixed: readonly number[];
  /** What is wrong, with the iteration it concerns; empty without checksums. */
  readonly damage: readonly { readonly iteration: number; readonly what: string }[];
}

const WITHOUT_CHECKSUMS = 'This run is without checksums, as earlier versions wrote them, so damage to its rows cannot be noticed.';
const CHECKSUMS_LOST =
  'The checksums of this run are gone: their file is empty or cannot be read, so damage to its rows cannot be noticed.';

const sumSchema = z.object({ iteration: z.int().min(0), sha256: z.string() });

/**
 * Holds `metrics.jsonl` against `checksums.jsonl` (null where the run has none). A last line that is cut off, or that its
 * checksum has not followed yet, is what a crash leaves, and no damage; but a checkpoint is written behind the checksums of its
 * rows, so up to the newest of `checkpoints` none may be missing; of iteration 0 it is the checkpoint that comes first.
 */
export function checkRows(metrics: string, checksums: string | null, checkpoints: readonly number[] = []): RowsReport {
  const rows = linesOf(metrics).map((line) => ({ line, iteration: iterationOf(line) }));
  const covered = checkpoints.filter((iteration) => iteration > 0);
  const sums = sumsIn(checksums ?? '');
  if (checksums === null || (sums.length === 0 && covered.length > 0)) {
    const unchecked = checksums === null ? WITHOUT_CHECKSUMS : CHECKSUMS_LOST;
    return { unchecked, mixed: outOfOrder(rows.map(({ iteration }) => iteration)), damage: [] };
  }
  const byIteration = new Map<number | null, string[]>();
  for (const { line, iteration } of rows) byIteration.set(iteration, [...(byIteration.get(iteration) ?? []), line]);
  const damage: { iteration: number; what: string }[] = [];
  for (const { iteration, sha256: sum } of sums) {
    const own = byIteration.get(iteration) ?? [];
    const tell = (what: string) => damage.push({ iteration, what: `the row of iteration ${iteration} ${what}` });
    if (own.length === 0) tell('is missing or cut off');
    else if (own.length > 1) tell(`stands ${own.length} times`);
    else if (sha256(own[0] ?? '') !== sum) tell('is not what was written');
  }
  const summed = new Set(sums.map(({ iteration }) => iteration));
  const last = Math.max(-1, ...summed, ...covered);
  for (const { iteration } of rows)
    if (iteration !== null && iteration <= last && !summed.has(iteration))
      damage.push({ iteration, what: `the checksum of the row of iteration ${iteration} is missing or cannot be read` });
  return { unchecked: null, mixed: outOfOrder(sums.map(({ iteration }) => iteration)), damage };
}

/** The rows of `metrics.jsonl` that are what was written, each once, and those without a checksum; of the others an empty line each. */
export function agreeingRows(metrics: string, checksums: string): string {
  const left = new Map<number, Set<string>>();
  for (const { iteration, sha256: sum } of sumsIn(checksums)) left.set(iteration, (left.get(iteration) ?? new Set()).add(sum));
  return linesOf(metrics)
    .map((line) => {
      const iteration = iterationOf(line);
      const sums = iteration === null ? undefined : left.get(iteration);
      return sums && !sums.delete(sha256(line)) ? '\n' : `${line}\n`;
    })
    .join('');
}

/** Lines that `checksums.jsonl` lacks (null: all): of the rows behind its last, which a crash left or an earlier version wrote. */
export function missingSums(metrics: string, checksums: string | null): string {
  const last = sumsIn(checksums ?? '').reduce((most, { iteration }) => Math.max(most, iteration), -1);
  const behind = linesOf(metrics).filter((line) => (iterationOf(line) ?? -1) > last);
  return rowSums(behind.map((line) => `${line}\n`).join(''));
}

function sumsIn(checksums: string): z.infer<typeof sumSchema>[] {
  return linesOf(checksums).flatMap((line) => {
    try {
      return sumSchema.safeParse(JSON.parse(line)).data ?? [];
    } catch {
      return [];
    }
  });
}

function outOfOrder(iterations: readonly (number | null)[]): number[] {
  const wrong = new Set<number>();
  let highest = -1;
  for (const iteration of iterations) {
    if (iteration === null) continue;
    if (iteration <= highest) wrong.add(iteration);
    highest = Math.max(highest, iteration);
  }
  return [...wrong].sort((a, b) => a - b);
}

/** Without a last one that was cut off. */
const linesOf = (text: string): string[] => text.split('\n').slice(0, -1);

/** The iteration of a row's line; null where its beginning cannot be read. */
export function iterationOf(line: string): number | null {
  const [, iteration] = /^\{"iteration":(\d+)[,}]/.exec(line) ?? [];
  return iteration === undefined ? null : Number(iteration);
}
