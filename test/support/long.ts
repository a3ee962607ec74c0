/** Tests of which `npm test` takes a sample only. */
import type { TestContext } from 'vitest';
import { inSample } from '../../scripts/sample.ts';

/** Ends a long test as skipped where the sample of this run does not have it; the first thing that the test does. */
export function long({ task, skip }: TestContext): void {
  skip(!inSample(`${task.suite?.name ?? ''} ${task.name}`), 'long, and not in the sample: npm run test:all');
}
