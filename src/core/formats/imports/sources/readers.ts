/** All readers, and which of them reads which of the files that were given. */
import type { FileHead, RunReader } from '../reader.ts';
import { areal } from './areal.ts';
import { primeRl } from './primeRl.ts';
import { SERVICE_READERS } from './serviceReaders.ts';
import { trl } from './trl.ts';
import { verifiers } from './verifiers.ts';
import { verl } from './verl.ts';
import { workbench } from './workbench.ts';

/** In the order in which they are asked; whoever knows its files by the surest signs comes first. */
export const RUN_READERS: readonly RunReader[] = [workbench, primeRl, verl, areal, trl, verifiers, ...SERVICE_READERS];

/** Who reads a file, by how it begins; undefined where nobody knows it. */
export const readerOf = (head: FileHead, readers: readonly RunReader[] = RUN_READERS): RunReader | undefined =>
  readers.find((reader) => reader.claims(head));
