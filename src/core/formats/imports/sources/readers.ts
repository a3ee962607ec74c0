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

export interface Claim {
  readonly reader: RunReader;
  /** Of the files it reads. */
  readonly paths: readonly string[];
}

/** Who reads what; `unclaimed` is what nobody knows. A folder may be of several: a trainer's rollouts and somebody's curves. */
export interface ReaderChoice {
  readonly claims: readonly Claim[];
  readonly unclaimed: readonly string[];
}

export function chooseReader(heads: readonly FileHead[], readers: readonly RunReader[] = RUN_READERS): ReaderChoice {
  const paths = new Map<RunReader, string[]>();
  const unclaimed: string[] = [];
  for (const head of heads) {
    const reader = readers.find((one) => one.claims(head));
    if (!reader) unclaimed.push(head.path);
    else paths.set(reader, [...(paths.get(reader) ?? []), head.path]);
  }
  return { claims: [...paths].map(([reader, of]) => ({ reader, paths: of })), unclaimed };
}
