/**
 * Warnings about a run, from its metrics alone: pure, so that page, terminal and tests say the same. The table of all rules
 * with their thresholds is docs/warnings.md.
 */
import type { ProjectDocument } from '../document/schema.ts';
import { Course, type Row } from './course.ts';
import * as policy from './policy.ts';
import * as rising from './rising.ts';
import { apply, type Rule } from './rule.ts';
import * as signal from './signal.ts';
import * as team from './team.ts';
import * as turned from './turned.ts';
import { WARNING_CODES, type HealthWarning, type Known } from './types.ts';

/** Every rule, in the order of {@link WARNING_CODES}: what explains most comes first. */
export const RULES: readonly Rule[] = [...Object.values({ ...signal, ...policy, ...team, ...rising, ...turned })].sort(
  (a, b) => WARNING_CODES.indexOf(a.code) - WARNING_CODES.indexOf(b.code),
);

/** A long run is looked at by its first iterations and its newest: enough for every rule, and never a long task. */
const FIRST = 10;
const NEWEST = 500;

/** What is or was wrong with a run of `document` with these metrics; what still holds comes first. */
export function warningsOf(
  rows: readonly Row[],
  document: Pick<ProjectDocument, 'training' | 'team'>,
  known: Known = { mistakes: null },
): readonly HealthWarning[] {
  const course = new Course(rows.length > FIRST + NEWEST ? [...rows.slice(0, FIRST), ...rows.slice(-NEWEST)] : rows, document, known);
  const found = RULES.flatMap((rule) => apply(rule, course));
  return [...found.filter(({ holds }) => holds), ...found.filter(({ holds }) => !holds)];
}
