/** What the readers of lines and tables share: the order of files, one row after another, and which prompts are the same. */
import { type At, type Fields, fieldsOf } from './fields.ts';
import type { ImportedPart } from './importedRun.ts';
import { jsonLines } from './lines.ts';
import type { GivenFile } from './reader.ts';

const BY_NUMBER = new Intl.Collator('en', { numeric: true });

/** Files in the order of the numbers in their paths: step 2 before step 10. */
export function inOrder(files: readonly GivenFile[]): readonly GivenFile[] {
  return files.toSorted((a, b) => BY_NUMBER.compare(a.path, b.path));
}

/** What becomes of rows, one after another. */
export interface RowTaker {
  /** Parts that are whole with this row. */
  take(row: Fields, at: At): readonly ImportedPart[];
  /** What is left when the file ends. */
  end(): readonly ImportedPart[];
}

/** The parts a taker makes of a file of JSON Lines. */
export async function* partsOf(file: GivenFile, taker: RowTaker): AsyncGenerator<ImportedPart> {
  const notices: ImportedPart[] = [];
  for await (const batch of jsonLines(file, (notice) => notices.push(notice))) {
    for (const { line, value } of batch) {
      const at = { subject: file.path, line };
      yield* taker.take(fieldsOf(value, at, 'the line'), at);
    }
  }
  yield* taker.end();
  yield* notices;
}

/** A taker of rows that are an episode each. */
export const eachRow = (episodeOf: (row: Fields, at: At) => ImportedPart): RowTaker => ({
  take: (row, at) => [episodeOf(row, at)],
  end: () => [],
});

/** The number of the last folder or file name in a path that is `<before><number>`; null where there is none. */
export function numberInPath(path: string, before = ''): number | null {
  const names = path.split('/').map((name) => name.replace(/(?:\.(?:jsonl?|parquet|gz))+$/, ''));
  const found = names.findLast((name) => name.startsWith(before) && /^\d{1,15}$/.test(name.slice(before.length)));
  return found === undefined ? null : Number(found.slice(before.length));
}

/** A name for the episodes of one step that answer the same prompt: equal for equal texts, and else different but for a chance of 2⁻⁵³. */
export function samePrompt(step: number | null, prompt: string): string {
  let [low, high] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < prompt.length; at += 1) {
    const unit = prompt.charCodeAt(at);
    low = Math.imul(low ^ unit, 2_654_435_761);
    high = Math.imul(high ^ unit, 1_597_334_677);
  }
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  return `${step ?? '?'}/${(4_294_967_296 * (2_097_151 & high) + (low >>> 0)).toString(36)}`;
}

/** The agent that a row names, in a column that people add to a trainer's; null where none does. */
export function agentIn(row: Fields): string | null {
  const named = [row['agent'], row['agent_name']].find((name) => typeof name === 'string' && name !== '');
  return typeof named === 'string' ? named : null;
}
