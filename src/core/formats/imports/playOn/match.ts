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

/** Finds those of the environment's problems whose observation is one of the texts with these keys. */
export async function findProblems(
  { host, splits, seed, data }: ProblemSource,
  wanted: ReadonlySet<string>,
  tell: (seen: number, of: number) => void = () => undefined,
): Promise<Looked> {
  const found: Record<string, { train?: number; test?: number }> = {};
  const sizes = { train: sizeOf(splits.train, data, 'train'), test: sizeOf(splits.test, data, 'test') };
  let seen = 0;
  for (const split of ['train', 'test'] as const) {
    // An unlimited split is measured on problems far behind those that are trained on.
    const indexAt = (nth: number): number =>
      data ? (data.splits[split][nth] ?? nth) : split === 'test' ? evaluationProblem(splits.test, nth) : nth;
    for (let first = 0; first < sizes[split]; first += TOGETHER) {
      const indices = Array.from({ length: Math.min(TOGETHER, sizes[split] - first) }, (_, at) => indexAt(first + at));
      const starts = await host.reset(indices.map((index) => resetRequest({ seed, split, index, problem: data?.problem(index) })));
      for (const [at, { observation }] of starts.entries()) {
        const index = indices[at];
        for (const text of new Set(typeof observation === 'string' ? [observation] : Object.values(observation))) {
          const key = problemKey(text);
          // Of problems that read alike the first is as good as any.
          if (index !== undefined && wanted.has(key)) (found[key] ??= {})[split] ??= index;
        }
      }
      tell((seen += indices.length), sizes.train + sizes.test);
    }
  }
  return { problems: found, seen };
}

function sizeOf(size: number | 'unlimited', data: AttachedData | null, split: Split): number {
  const all = data ? data.splits[split].length : size === 'unlimited' ? MOST_PROBLEMS : size;
  return Math.min(all, MOST_PROBLEMS);
}
