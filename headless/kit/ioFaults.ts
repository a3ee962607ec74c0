/** What the operating system refuses, in words for people. */
import { type Fault, fault, FaultError, faultFrom } from '../../src/core/faults.ts';
import { flagFaults, ioFaults } from '../../src/words/words.ts';

/** Any thrown thing as a fault, as `faultFrom` does it, with errors of files and of flags as what they are. */
export function terminalFault(error: unknown): Fault {
  if (error instanceof FaultError || !(error instanceof Error)) return faultFrom(error);
  const { code = '', path, syscall } = error as NodeJS.ErrnoException;
  if (code.startsWith('ERR_PARSE_ARGS'))
    return fault(flagFaults, 'E_FLAG', { wrong: 'syntax', said: error.message.split('. ')[0]?.replace(/\.?$/, '.') ?? error.message });
  const known = `E_IO_${code}`;
  if (!isRefusal(known) || syscall === undefined) return faultFrom(error);
  return fault(ioFaults, known, { path: path ?? null, errno: code, syscall }, { place: { subject: path } });
}

const isRefusal = (code: string): code is keyof typeof ioFaults => Object.hasOwn(ioFaults, code);
