/** The skills an environment reports, over a run: where each began and where it is now. */
import { mean } from '../../../core/statistics/intervals.ts';
import type { MetricsRow } from '../../state/runs/types.ts';

export interface SkillCourse {
  readonly name: string;
  /** The agent whose role its name says; null where it says none. */
  readonly role: string | null;
  /** Means of the first and of the newest iterations in which it could be seen. */
  readonly start: number;
  readonly now: number;
}

/** Iterations in a mean: fewer jump, more are late. */
const OVER = 5;
const PREFIX = 'skill/';

/** Every skill of a run, by agent in the team's order, those of nobody last, else in the order they were first seen. */
export function skillCourses(rows: readonly MetricsRow[], roles: readonly string[]): readonly SkillCourse[] {
  const seen = new Map<string, number[]>();
  for (const row of rows) {
    for (const [metric, value] of Object.entries(row)) {
      if (!metric.startsWith(PREFIX)) continue;
      const name = metric.slice(PREFIX.length);
      const values = seen.get(name);
      if (values) values.push(value);
      else seen.set(name, [value]);
    }
  }
  const courses = [...seen].map(([name, values]) => ({
    name,
    role: roles.find((role) => name.split(/[^A-Za-z0-9_-]+/).includes(role)) ?? null,
    start: mean(values.slice(0, OVER)),
    now: mean(values.slice(-OVER)),
  }));
  const order = ({ role }: SkillCourse): number => (role === null ? roles.length : roles.indexOf(role));
  return courses.sort((a, b) => order(a) - order(b));
}
