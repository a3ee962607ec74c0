/** What the view of edit and replay draws, computed from branches. Pure. */
import { type Branch, changedPrompts } from '../../../core/counterfactual/branches.ts';
import type { Counterfactual } from '../../../core/counterfactual/questions.ts';
import type { EpisodeRecord, MessageRecord } from '../../../core/episode/records.ts';
import { mean } from '../../../core/statistics/intervals.ts';
import { csvText } from '../../../core/formats/csv.ts';

/** One continuation, with the change and without. */
export interface Pair {
  /** From 1. */
  readonly continuation: number;
  readonly original: number;
  readonly edited: number;
}

export function pairsOf({ original, edited }: Counterfactual): Pair[] {
  return edited.map(({ reward }, index) => ({ continuation: index + 1, original: original[index]?.reward ?? Number.NaN, edited: reward }));
}

export interface PairCounts {
  readonly better: number;
  readonly same: number;
  readonly worse: number;
  /** Mean rewards. */
  readonly original: number;
  readonly edited: number;
}

export function pairCountsOf(pairs: readonly Pair[]): PairCounts {
  const count = (is: (difference: number) => boolean): number => pairs.filter(({ original, edited }) => is(edited - original)).length;
  return {
    better: count((difference) => difference > 0),
    same: count((difference) => difference === 0),
    worse: count((difference) => difference < 0),
    original: mean(pairs.map(({ original }) => original)),
    edited: mean(pairs.map(({ edited }) => edited)),
  };
}

/** What became of a message: said before the change, put there by it, kept as it was, or said anew. */
export type Fate = 'before' | 'changed' | 'pinned' | 'anew';

/** The messages at one index of the episode, without the change and with it; null where the episode had ended, or called nobody. */
export interface Lane {
  readonly index: number;
  readonly fate: Fate;
  readonly original: MessageRecord | null;
  readonly edited: MessageRecord | null;
  /** Whether they say the same. */
  readonly same: boolean;
}

export function lanesOf({ answer, change, pinned }: Pick<Branch, 'answer' | 'change' | 'pinned'>, continuation: number): Lane[] {
  const [before, after] = [answer.original, answer.edited].map((side) => side[continuation - 1]?.messages ?? []);
  const length = Math.max(before?.length ?? 0, after?.length ?? 0);
  return Array.from({ length }, (_, index): Lane => {
    const [original = null, edited = null] = [before?.[index], after?.[index]];
    const fate =
      index < change.message
        ? 'before'
        : index === change.message && change.kind === 'message'
          ? 'changed'
          : pinned.includes(index)
            ? 'pinned'
            : 'anew';
    return { index, fate, original, edited, same: original?.text === edited?.text && original?.role === edited?.role };
  });
}

/** The episode that an edit begins from: the recording, or a continuation with a change. Null where that is not there (any more). */
export function sourceEpisode(branches: readonly Branch[], recording: EpisodeRecord, source: Branch['parent']): EpisodeRecord | null {
  if (!source) return recording;
  return branches.find(({ id }) => id === source.id)?.answer.edited[source.continuation - 1] ?? null;
}

/** Counts, for every pinned message, the edited continuations in which its prompt is another than when it was said. */
export function staleIn(branch: Branch, source: EpisodeRecord): ReadonlyMap<number, { changed: number; of: number }> {
  return new Map(branch.pinned.map((index) => [index, changedPrompts(source, branch.answer.edited, index)]));
}

/** Every continuation's rewards and what was said with the change. */
export function pairsCsv(answer: Counterfactual): string {
  return csvText([
    ['continuation', 'original', 'edited', 'difference'],
    ...pairsOf(answer).map(({ continuation, original, edited }) => [continuation, original, edited, edited - original]),
  ]);
}
