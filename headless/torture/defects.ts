/** What the campaign found, in the order in which it was found: each is mended, and held by a test of its own. */

export interface Defect {
  /** The row that found it. */
  readonly row: string;
  readonly found: string;
  readonly mended: string;
  /** Path of the test that holds it. */
  readonly test: string;
}

export const DEFECTS: readonly Defect[] = [];
