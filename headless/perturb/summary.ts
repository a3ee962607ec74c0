/** What came of giving every setting another value, as a file of the repository: how many of each verdict, by project. */
import { join } from 'node:path';
import { projectRoot } from '../kit/folders.ts';
import type { Verdict } from './perturb.ts';

/** The trial of one setting of one project. */
export interface Line {
  readonly preset: string;
  readonly setting: string;
  readonly verdict: Verdict['verdict'] | 'failed';
  readonly says?: string;
  readonly unchanged?: boolean | null;
}

const VERDICTS = ['acts', 'told', 'refused', 'lacking', 'idle', 'failed'] as const satisfies readonly Line['verdict'][];

/** `wrong`: accepted though nothing changed, failed, or told although something changed. */
export type Summary = Readonly<Record<(typeof VERDICTS)[number] | 'trials' | 'wrong', number>>;

/** By project; of those alone of which every one of `settings` was tried, so that none is taken for whole. */
export type Summaries = Readonly<Record<string, Summary>>;

export const SUMMARY_FILE = join(projectRoot, 'docs', 'settings-grid.json');

export const isWrong = ({ verdict, unchanged }: Line): boolean => verdict === 'idle' || verdict === 'failed' || unchanged === false;

export function summariesOf(lines: readonly Line[], settings: readonly string[]): Summaries {
  const presets = [...new Set(lines.map(({ preset }) => preset))];
  return Object.fromEntries(
    presets.flatMap((preset) => {
      const own = settings.flatMap((setting) => lines.find((line) => line.preset === preset && line.setting === setting) ?? []);
      if (own.length < settings.length) return [];
      const counts = VERDICTS.map((verdict) => [verdict, own.filter((line) => line.verdict === verdict).length] as const);
      const summary = { trials: own.length, ...Object.fromEntries(counts), wrong: own.filter(isWrong).length };
      return [[preset, summary as Summary] as const];
    }),
  );
}

/** Contents of the file; `known` are the projects it had, which stay where they were not tried again. */
export function summaryText(summaries: Summaries, known: Summaries = {}): string {
  const all = Object.entries({ ...known, ...summaries }).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{\n${all.map(([preset, summary]) => `${JSON.stringify(preset)}: ${JSON.stringify(summary)}`).join(',\n')}\n}\n`;
}
