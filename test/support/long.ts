/** Tests of which `npm test` takes a sample only. */
import { inject, type TestContext } from 'vitest';
import { inSample } from '../../scripts/testing/sample.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Seed of the run's sample, or `all`. */
    readonly sample: string;
  }
}

/** Ends a long test as skipped where the sample of this run does not have it; the first thing that the test does. */
export function long(context: TestContext): void {
  sampled(context, 1);
}

/** The same for tests in a row that hardly differ: one in `rarer` of as many. */
export function rare(context: TestContext, rarer = 4): void {
  sampled(context, rarer);
}

function sampled({ task, skip }: TestContext, rarer: number): void {
  skip(!inSample(`${task.suite?.name ?? ''} ${task.name}`, inject('sample'), rarer), 'long, and not in the sample: npm run test:all');
}
