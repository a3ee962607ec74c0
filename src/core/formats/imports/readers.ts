/** Everything that reads runs of something else, in the order in which they are asked whose a file is. */
import type { RunReader } from './reader.ts';

export const READERS: readonly RunReader[] = [];
