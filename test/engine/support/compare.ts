import { expect } from 'vitest';
import { relativeError } from './relativeError.ts';

export { relativeError };

export function expectClose(actual: ArrayLike<number>, expected: ArrayLike<number>, tolerance: number, what: string): void {
  expect(relativeError(actual, expected), what).toBeLessThan(tolerance);
}
