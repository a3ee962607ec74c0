/** What the campaign found, in the order in which it was found: each is mended, and held by a test of its own. */

export interface Defect {
  /** The row that found it. */
  readonly row: string;
  readonly found: string;
  readonly mended: string;
  /** Path of the test that holds it. */
  readonly test: string;
}

export const DEFECTS: readonly Defect[] = [
  {
    row: 'numbers',
    found: 'The reference executor could not score a vocabulary of one: TensorFlow.js has no one-hot of fewer than two.',
    mended: 'Its word is certain, as it is for the kernels.',
    test: 'test/engine/executors/edges.test.ts',
  },
  {
    row: 'numbers',
    found:
      'The mask of the reference took 10⁹ off scores that are not seen: where scores were as large, tokens attended to what comes after them. The kernels were right.',
    mended: 'It takes off 10³⁰, as they do.',
    test: 'test/engine/executors/edges.test.ts',
  },
  {
    row: 'numbers',
    found: 'The reference had no log-probability of a token beside one whose logit is −∞ (0 · ∞).',
    mended: 'It is chosen, not multiplied out. The entropy is NaN on every executor, which guards see.',
    test: 'test/engine/executors/edges.test.ts',
  },
  {
    row: 'payloads (test/unit/security)',
    found:
      'Names of teams and bases were taken for Markdown in model cards and in the README of a job: a line break began a paragraph, a bracket an element.',
    mended: 'They are one line of text.',
    test: 'test/unit/security/payloads.test.ts',
  },
  {
    row: 'torn-writes-terminal',
    found:
      'The terminal synced what it wrote anew, and neither rows, episodes and events that it added nor the names of files in their folders: after a loss of power a run of which a checkpoint had been told could be gone (215 of 300 trials without the one mend, 197 without the other).',
    mended: 'Added bytes, cuts and the names in a folder are on the disk before the call that made them is done.',
    test: 'test/unit/headless/torture/rows.test.ts',
  },
];
