/** The form of every check: where it holds, and what is said of it. A rule knows nothing of screens. */
import { PERCENT } from '../../words/words.ts';
import type { Course } from './course.ts';
import type { HealthWarning, WarningCode } from './types.ts';

/** What a rule says at the last iteration of its stretch. */
export type Finding = Pick<HealthWarning, 'sentence' | 'remedies'>;

export interface Rule {
  readonly code: WarningCode;
  readonly source: string;
  /** The checks that apply to a run: one of the team, or one for each agent. */
  readonly checks: (course: Course) => readonly Check[];
}

export interface Check {
  readonly role?: string;
  /** Whether it holds at row `index`, looking back from there. */
  readonly holds: (index: number) => boolean;
  readonly say: (index: number) => Finding;
}

/** A stretch that is over is told only when it was this long, iterations. */
const TOLD_AFTERWARDS = 5;

/** The newest stretch of each of a rule's checks. */
export function apply(rule: Rule, course: Course): HealthWarning[] {
  const { code, source } = rule;
  return rule.checks(course).flatMap((check) => {
    let end = course.length - 1;
    while (end >= 0 && !check.holds(end)) end -= 1;
    if (end < 0) return [];
    let start = end;
    while (start > 0 && check.holds(start - 1)) start -= 1;
    const holds = end === course.length - 1;
    if (!holds && end - start + 1 < TOLD_AFTERWARDS) return [];
    const { role } = check;
    const warning = { code, source, ...check.say(end), since: course.iteration(start), until: course.iteration(end), holds };
    return [role === undefined ? warning : { ...warning, role }];
  });
}

/** A value of a column; NaN, which no comparison holds for, where there is none. */
export function at(values: readonly number[], index: number): number {
  return values[index] ?? Number.NaN;
}

/** A number as these sentences write it: two significant digits, no exponent where that can be read. */
export function shown(value: number): string {
  const size = Math.abs(value);
  if (size >= 100) return String(Math.round(value));
  return size !== 0 && size < 1e-4 ? value.toExponential(1) : String(Number(value.toPrecision(2)));
}

/** A share as per cent. */
export function percent(share: number): string {
  return `${Math.round(100 * share)}${PERCENT}`;
}
