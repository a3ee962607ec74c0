/** A results table as files: CSV and JSON for programs, Markdown for people. */
import { csvField } from '../formats/csv.ts';
import { markdownText } from '../formats/exports/markdownText.ts';
import { encodeJson } from '../formats/files.ts';
import { overSeeds } from '../statistics/overSeeds.ts';
import type { Measure } from './measure.ts';
import type { ResultRow } from './table.ts';

/** What the number of a row is, in words: `reward/mean, mean of the last 10 values`. */
export function measureName({ metric, summary, window }: Measure): string {
  if (summary === 'area') return `${metric}, mean over the training`;
  if (window === 1) return `${metric}, ${summary === 'final' ? 'last' : 'best'} value`;
  return `${metric}, ${summary === 'final' ? `mean of the last ${window} values` : `best mean of ${window} values in a row`}`;
}

const COLUMNS = [
  'cell',
  'runs',
  'seeds',
  'missing',
  'mean',
  'low',
  'high',
  'best',
  'best_seed',
  'difference',
  'difference_low',
  'difference_high',
];

/** One line per cell, then one column per seed, the mean where it has several runs; numbers in full, empty where there is none. */
export function tableCsv(rows: readonly ResultRow[]): string {
  const seeds = [...new Set(rows.flatMap(({ values }) => values.flatMap(({ seed }) => seed ?? [])))].toSorted((a, b) => a - b);
  const lines = rows.map(({ name, values, seeds: independent, missing, mean, interval, best, difference }) => [
    name,
    values.length,
    independent,
    missing,
    mean,
    interval?.low,
    interval?.high,
    best?.value,
    best?.seed ?? undefined,
    difference?.mean,
    difference?.interval.low,
    difference?.interval.high,
    ...seeds.map((seed) => overSeeds(values).find((value) => value.seed === seed)?.value),
  ]);
  return [[...COLUMNS, ...seeds.map((seed) => `seed_${seed}`)], ...lines].map((line) => `${line.map(csvField).join(',')}\n`).join('');
}

export function tableJson(rows: readonly ResultRow[], measure: Measure): Uint8Array {
  return encodeJson({ measure, rows });
}

export function tableMarkdown(rows: readonly ResultRow[], measure: Measure): string {
  const lines = rows.map(({ name, values, seeds, mean, interval, best, difference }) => {
    const compared = difference
      ? `${signed(difference.mean)} (${signed(difference.interval.low)} to ${signed(difference.interval.high)})${difference.apart ? '' : ', not told apart'}`
      : '';
    return `| ${markdownText(name) || '(the project as it is)'} | ${values.length}${seeds < values.length ? ` of ${seeds} ${seeds === 1 ? 'seed' : 'seeds'}` : ''} | ${short(mean)} | ${interval ? `${short(interval.low)} to ${short(interval.high)}` : ''} | ${best ? `${short(best.value)}${best.seed === null ? '' : ` (seed ${best.seed})`}` : ''} | ${compared} |\n`;
  });
  return `${markdownText(measureName(measure))}; intervals at 95 % over seeds (Student’s t), differences are the row less the first row (paired where both have the same seeds, else Welch).

| cell | runs | mean | interval | best seed | difference |
| --- | --- | --- | --- | --- | --- |
${lines.join('')}`;
}

function short(value: number | null): string {
  return value === null ? '' : String(Number(value.toPrecision(3)));
}

function signed(value: number): string {
  return value > 0 ? `+${short(value)}` : short(value);
}
