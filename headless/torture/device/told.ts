/** What `losingRun.ts` says at its end. */
export interface Told {
  submissions: number;
  /** Devices that were destroyed. */
  lost: number;
  /** Codes of what the run said. */
  readonly notices: string[];
  readonly backend: string;
}

/** More in a row, and a run goes on on WASM, as it should. */
export const MOST_IN_AN_ITERATION = 2;
