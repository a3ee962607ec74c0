/** A schema's objection to one value, as a sentence for the person typing it. */
import type { z } from 'zod';
import { text } from '../../../words/words.ts';

/** The first objection to the value at `path`; null when there is none there. */
export function issueAt(issues: readonly z.core.$ZodIssue[], path: string): string | null {
  const issue = issues.find((found) => found.path.join('.') === path);
  return issue ? sentence(issue) : null;
}

function sentence(issue: z.core.$ZodIssue): string {
  const { limits } = text.training;
  if (issue.code === 'too_small') return (issue.inclusive ? limits.least : limits.more)(String(issue.minimum));
  if (issue.code === 'too_big') return (issue.inclusive ? limits.most : limits.fewer)(String(issue.maximum));
  if (issue.code === 'invalid_type' && issue.expected === 'int') return limits.whole;
  return `${issue.message}.`;
}
