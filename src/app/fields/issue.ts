/** A schema's objection to one value, as a sentence. */
import type { z } from 'zod';

/** The first objection to the value at `path`; null when there is none there. */
export function issueAt(issues: readonly z.core.$ZodIssue[], path: string): string | null {
  const issue = issues.find((found) => found.path.join('.') === path);
  return issue ? `${issue.message}.` : null;
}
