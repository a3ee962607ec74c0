/** Curves of a run that something else trained: by the names of its own files, each for itself, since nobody says which belong together. */
import { csvText } from '../../../core/formats/csv.ts';
import type { MetricsRow } from '../runs/types.ts';

export interface ImportedCurve {
  readonly name: string;
  /** By step, ascending; steps without a value are left out. */
  readonly points: readonly { readonly iteration: number; readonly value: number }[];
}

/** Names in which every word of `wanted` stands, in the order of the files; without words all of them. */
export function curveNames(rows: readonly MetricsRow[], wanted: string): string[] {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  const names = new Set(rows.flatMap((row) => Object.keys(row)));
  names.delete('iteration');
  return [...names].filter((name) => words.every((word) => name.toLowerCase().includes(word)));
}

/** Most points that are drawn of a curve; of more every n-th and the last. */
const MOST_POINTS = 600;

export function importedCurve(rows: readonly MetricsRow[], name: string): ImportedCurve {
  const points = rows.flatMap((row) => (row[name] === undefined ? [] : [{ iteration: row['iteration'] ?? Number.NaN, value: row[name] }]));
  const every = Math.ceil(points.length / MOST_POINTS);
  return { name, points: points.filter((_, index) => index % every === 0 || index === points.length - 1) };
}

/** Every value of a curve, none left out. */
export function curveCsv(rows: readonly MetricsRow[], name: string): string {
  return csvText([['iteration', name], ...rows.flatMap((row) => (row[name] === undefined ? [] : [[row['iteration'], row[name]]]))]);
}
