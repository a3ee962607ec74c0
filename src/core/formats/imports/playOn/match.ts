/** Which of an environment's problems an imported episode is of: the one that is shown by the very words that were read first. */
import type { AttachedData } from '../../../dataset/attach.ts';
import type { EnvironmentHost, EnvironmentInfo, Split } from '../../../environment/contract.ts';
import { evaluationProblem } from '../../../environment/problems.ts';
import { resetRequest } from '../../../environment/start.ts';
import type { EpisodeRecord } from '../../../episode/records.ts';
import { type PlayOn, problemKey } from './playOn.ts';

/** Problems of a split that are looked at, and how many in one call. */
export const MOST_PROBLEMS = 50_000;
const TOGETHER = 250;

type Asked = Pick<EpisodeRecord, 'problem' | 'messages'>;

/** The texts that may be an episode's problem, the likeliest first: what its record says, and the first and last words of a user that its first message read. */
export function problemTexts({ problem, messages }: Asked): string[] {
  const read = (messages[0]?.prompt_parts ?? []).filter(({ role }) => role !== 'system' && role !== 'developer');
  const texts = [problem, read.at(0)?.text ?? '', read.findLast(({ role }) => role === 'user')?.text ?? ''];
  return [...new Set(texts.map((text) => text.trim()))].filter((text) => text !== '');
}

/** The problem of an episode: of its split where that has it, else of the other; null where none was found. */
export function problemOf(
  record: Asked & Pick<EpisodeRecord, 'split'>,
  problems: PlayOn['problems'],
): { split: Split; index: number } | null {
  const splits = [record.split, record.split === 'train' ? 'test' : 'train'] as const;
  for (const text of problemTexts(record)) {
    const found = problems[problemKey(text)];
    for (const split of splits) {
      const index = found?.[split];
      if (index !== undefined) return { split, index };
    }
  }
  return null;
}

export interface ProblemSource {
  /** The environment, loaded. */
  readonly host: Pick<EnvironmentHost, 'reset'>;
  readonly splits: EnvironmentInfo['splits'];
  /** Of the project, since an environment may make its problems by it. */
  readonly seed: number;
  /** Where problems come from a file. */
  readonly data: AttachedData | null;
}

export interface Looked {
  readonly problems: PlayOn['problems'];
  /** Problems that were looked at. */
  readonly seen: number;
}

/** An episode whose problem is looked for, by the keys of its {@link problemTexts}. */
export interface Wanted {
  readonly split: Split;
  readonly keys: readonly string[];
}

export const wantedOf = (record: Asked & Pick<EpisodeRecord, 'split'>): Wanted => ({
  split: record.split,
  keys: problemTexts(record).map(problemKey),
});

/** Finds the episodes' problems: each in its own split, then in the other; it ends when all are found. */
export async function findProblems(
  { host, splits, seed, data }: ProblemSource,
  episodes: readonly Wanted[],
  tell: (seen: number, of: number) => void = () => undefined,
): Promise<Looked> {
  const keys = new Set(episodes.flatMap((episode) => episode.keys));
  const found: Record<string, { train?: number; test?: number }> = {};
  const sizes = { train: sizeOf(splits.train, data, 'train'), test: sizeOf(splits.test, data, 'test') };
  const done = { train: 0, test: 0 };
  // An unlimited split is measured on problems far behind those that are trained on.
  const indexAt = (split: Split, nth: number): number =>
    data ? (data.splits[split][nth] ?? nth) : split === 'test' ? evaluationProblem(splits.test, nth) : nth;

  const lookAtSome = async (split: Split): Promise<void> => {
    const first = done[split];
    const indices = Array.from({ length: Math.min(TOGETHER, sizes[split] - first) }, (_, at) => indexAt(split, first + at));
    const starts = await host.reset(indices.map((index) => resetRequest({ seed, split, index, problem: data?.problem(index) })));
    for (const [at, { observation }] of starts.entries()) {
      const index = indices[at];
      for (const text of typeof observation === 'string' ? [observation] : Object.values(observation)) {
        const key = problemKey(text);
        // Of problems that read alike the first is as good as any.
        if (index !== undefined && keys.has(key)) (found[key] ??= {})[split] ??= index;
      }
    }
    done[split] += indices.length;
    tell(done.train + done.test, sizes.train + sizes.test);
  };
  /** Looks on in `split` while episodes are `missing`. */
  const look = async (split: Split, wanted: readonly Wanted[], missing: (episode: Wanted) => boolean): Promise<void> => {
    for (let left = wanted.filter(missing); left.length > 0 && done[split] < sizes[split]; left = left.filter(missing))
      await lookAtSome(split);
  };
  const unknown = (episode: Wanted): boolean => episode.keys.every((key) => found[key] === undefined);
  const unknownIn = (split: Split) => (episode: Wanted) => episode.keys.every((key) => found[key]?.[split] === undefined);
  for (const split of ['train', 'test'] as const)
    await look(
      split,
      episodes.filter((episode) => episode.split === split),
      unknownIn(split),
    );
  for (const split of ['train', 'test'] as const) await look(split, episodes, unknown);
  return { problems: found, seen: done.train + done.test };
}

function sizeOf(size: number | 'unlimited', data: AttachedData | null, split: Split): number {
  const all = data ? data.splits[split].length : size === 'unlimited' ? MOST_PROBLEMS : size;
  return Math.min(all, MOST_PROBLEMS);
}
