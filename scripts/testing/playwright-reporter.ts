/** Ends a Playwright run with the line `N passed, N failed, N skipped`. */
import type { FullResult, Reporter, Suite, TestError } from '@playwright/test/reporter';
import { reportCounts } from './counts.ts';

/** Counts tests by their final outcome after retries; an error outside any test is a failure too. */
export default class ClosingLine implements Reporter {
  private suite: Suite | undefined;
  private errors = 0;

  onBegin(_config: unknown, suite: Suite): void {
    this.suite = suite;
  }

  onError(_error: TestError): void {
    this.errors += 1;
  }

  onEnd(result: FullResult): void {
    const counts = { passed: 0, failed: this.errors, skipped: 0 };
    for (const test of this.suite?.allTests() ?? []) {
      const outcome = test.outcome();
      if (outcome === 'skipped') counts.skipped += 1;
      else if (outcome === 'unexpected') counts.failed += 1;
      else counts.passed += 1;
    }
    if (counts.failed === 0 && result.status !== 'passed') counts.failed = 1;
    reportCounts(counts);
  }

  printsToStdio(): boolean {
    return false;
  }
}
