/** What is given to a reader in mutants. */
import type { Draws } from '../draws.ts';

export interface Format {
  readonly name: string;
  /** A mutant, read to its end. Throws what its reader throws: a `FaultError`, or an error of ours. */
  read(draws: Draws): unknown;
}
