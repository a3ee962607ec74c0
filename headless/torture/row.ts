/**
 * A row of the campaign (docs/reliability.md): a way in which others break storage, parsers or sandboxes, as a function from a seed to
 * what came of it. `npm run torture` calls it with seed after seed, the short form in `npm test` with the few of `short`.
 */

/** What a trial may take; the campaign holds it in a process of its own (`campaign/watched.ts`), `npm test` has no clock. */
export interface Bounds {
  /** Of the processor. */
  readonly milliseconds: number;
  /** Of the whole process. */
  readonly megabytes: number;
}

export interface TortureRow {
  /** Of its file, `rows/<id>.ts`, and of its ledger. */
  readonly id: string;
  /** What is done in a trial, and what must hold after it: a sentence or two of docs/reliability.md. */
  readonly method: string;
  /** Who does it so: a name and an address. */
  readonly source: string;
  /**
   * Files, or folders with all `.ts` and `.wasm` below them, by their paths from the root, whose change begins the row anew. The row's own file
   * always counts; name the helpers that decide what a seed means.
   */
  readonly codeUnderTest: readonly string[];
  /** Packages that do most of what is tested: the row begins anew as well where `package-lock.json` resolves one to another version. */
  readonly packages?: readonly string[];
  /** Trials that are wanted; where `hours` are, about as many as those take. */
  readonly goal: number;
  /** Time that is wanted in place of a number of trials. */
  readonly hours?: number;
  /** What `seed` counts where it is not the seed of something drawn, as “the nth operation fails”. */
  readonly exhausts?: string;
  /** Seeds whose trials `npm test` runs: few, and together well below a second or two. */
  readonly short: readonly number[];
  readonly bounds?: Bounds;
  /** `seed`: 1 and up. The same seed does the same. What it throws is an outcome as well: `failed`. */
  trial(seed: number): Promise<TrialOutcome>;
  /** Gives back what its trials share (a browser, a worker). */
  close?(): Promise<void>;
}

/**
 * `survived`: all that must hold held; `note` is counted in the ledger by its text, so few texts (“recovered from checkpoint 0”), no
 * numbers that differ from seed to seed. `lost`: something a person had, and was told they had, is gone or other. `failed`: anything
 * else that must not be: a crash of ours, a hang, an error that is no fault, numbers that differ.
 */
export type TrialOutcome =
  | { readonly kind: 'survived'; readonly note?: string }
  | { readonly kind: 'lost' | 'failed'; readonly what: string };

export const SURVIVED: TrialOutcome = { kind: 'survived' };

/** Does a trial; what it throws is a failure of the row. */
export async function tried(row: TortureRow, seed: number): Promise<TrialOutcome> {
  try {
    return await row.trial(seed);
  } catch (error) {
    return {
      kind: 'failed',
      what: error instanceof Error ? (error.stack ?? error.message).split('\n').slice(0, 4).join(' ') : String(error),
    };
  }
}
