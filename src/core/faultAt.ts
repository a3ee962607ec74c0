/** Faults of files and folders, whose sentences name the very place they are about. */
import { fault, FaultError, type Fault, type FaultLocation, type FaultWords, type ParamsOf } from './faults.ts';

/** A fault to throw, at the file or folder `subject` (and the line of it) that its sentence names. */
export function faultAt<W extends FaultWords, C extends keyof W & Fault['code']>(
  words: W,
  code: C,
  params: ParamsOf<W[C]> & FaultLocation & { readonly subject: string },
  detail?: string,
): FaultError {
  const { subject, line, column }: FaultLocation = params;
  const place = { subject, ...(line === undefined ? {} : { line }), ...(column === undefined ? {} : { column }) };
  return new FaultError(fault(words, code, params, { place, ...(detail === undefined ? {} : { detail }) }));
}
