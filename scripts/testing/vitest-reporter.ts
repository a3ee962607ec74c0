/** Ends a Vitest run with the line `N passed, N failed, N skipped`. */
import type { Reporter, SerializedError, TestModule } from 'vitest/node';
import { reportCounts } from './counts.ts';

/** Counts tests; a file that failed to load, and an error outside any test, are failures too. */
export class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    const counts = { passed: 0, failed: unhandledErrors.length, skipped: 0 };
    for (const module of modules) {
      counts.failed += module.errors().length;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === 'passed') counts.passed += 1;
        else if (state === 'skipped') counts.skipped += 1;
        else counts.failed += 1;
      }
    }
    reportCounts(counts);
  }
}
