/** How the items of a form did: how many answered each right, and how well each goes with the rest (Crocker and Algina 1986, chapter 14). */
import { mean } from '../../src/core/statistics/intervals.ts';
import { pearson } from '../../src/core/statistics/rank.ts';

export interface ItemStatistics {
  readonly item: string;
  readonly count: number;
  /** Share of right answers. */
  readonly difficulty: number;
  /** Correlation of the item with the score of the others; null where one of them does not vary. */
  readonly discrimination: number | null;
}

export interface FormStatistics {
  readonly count: number;
  readonly mean: number;
  readonly deviation: number | null;
  /** Kuder and Richardson's formula 20; null where scores do not vary. */
  readonly reliability: number | null;
  readonly items: readonly ItemStatistics[];
}

/** Of several participants' answers to one form; `answers` by item, right or not. Null of none. */
export function formStatistics(answers: readonly Readonly<Record<string, boolean>>[]): FormStatistics | null {
  const [first] = answers;
  if (!first) return null;
  const items = Object.keys(first).sort();
  const rows = answers.map((answer) => items.map((item) => (answer[item] ? 1 : 0)));
  const scores = rows.map((row) => row.reduce<number>((sum, value) => sum + value, 0));
  const variance = varianceOf(scores);
  const shares = items.map((_, index) => mean(rows.map((row) => row[index] ?? Number.NaN)));
  // The variance of all that were seen, as that of the items is.
  const whole = (variance * (scores.length - 1)) / scores.length;
  const own = shares.reduce((sum, share) => sum + share * (1 - share), 0);
  return {
    count: rows.length,
    mean: mean(scores),
    deviation: scores.length < 2 ? null : Math.sqrt(variance),
    reliability: whole > 0 && items.length > 1 ? (items.length / (items.length - 1)) * (1 - own / whole) : null,
    items: items.map((item, index) => ({
      item,
      count: rows.length,
      difficulty: shares[index] ?? Number.NaN,
      discrimination: pearson(
        rows.map((row) => row[index] ?? Number.NaN),
        rows.map((row, participant) => (scores[participant] ?? Number.NaN) - (row[index] ?? Number.NaN)),
      ),
    })),
  };
}

function varianceOf(values: readonly number[]): number {
  const centre = mean(values);
  return values.reduce((sum, value) => sum + (value - centre) ** 2, 0) / (values.length - 1);
}
