/**
 * How the test runners tell their totals: one closing line for people, and, when `npm test` asks for it through
 * `MARFT_TEST_COUNTS`, the same numbers in a file so that it can add them up.
 */
import { writeFileSync } from 'node:fs';

/** Tests of one runner's run by outcome; a suite that cannot be loaded counts as one failure. */
export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** Prints the closing line, and writes the counts where `npm test` will look for them. */
export function reportCounts(counts: Counts): void {
  const target = process.env['MARFT_TEST_COUNTS'];
  if (target) writeFileSync(target, JSON.stringify(counts));
  console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
}
