/** What the operating system refuses, in words for people: the one table of the terminal. */
import { type Fault, FaultError, faultFrom } from '../../src/core/faults.ts';

interface Refusal {
  /** Behind the path it is about. */
  readonly what: string;
  readonly hint: string;
}

const GO_ON = 'What was written before is whole: a run goes on with --resume.';

const REFUSALS: Readonly<Record<string, Refusal>> = {
  ENOSPC: { what: 'could not be written: the disk is full', hint: `Make room, then try again. ${GO_ON}` },
  EDQUOT: { what: 'could not be written: your quota on that disk is used up', hint: `Make room, then try again. ${GO_ON}` },
  EFBIG: { what: 'could not be written: the file would be larger than that disk allows', hint: `Choose another disk. ${GO_ON}` },
  EROFS: { what: 'could not be written: it is on a disk that can only be read', hint: 'Choose a folder on another disk.' },
  EACCES: { what: 'may not be opened by you', hint: 'Look at who owns it and its permissions, or choose another path.' },
  EPERM: { what: 'may not be changed by you', hint: 'Look at who owns it and its permissions, or choose another path.' },
  ENOENT: { what: 'is not there', hint: 'Check the path; it is taken relative to where the command runs.' },
  ENOTDIR: { what: 'is no folder, or a part of its path is none', hint: 'Check the path: a file stands where a folder is wanted.' },
  EISDIR: { what: 'is a folder, where a file is wanted', hint: 'Check the path.' },
  EEXIST: { what: 'is there already, as something else', hint: 'Choose another path, or take it away.' },
  ENOTEMPTY: { what: 'is a folder that something is still in', hint: 'Another process may be writing there; end it and try again.' },
  ENAMETOOLONG: { what: 'has too long a name for this disk', hint: 'Choose a shorter path.' },
  ELOOP: { what: 'leads round in a circle of links', hint: 'Check the links on its path.' },
  EBUSY: { what: 'is in use by another program', hint: `Close that program and try again. ${GO_ON}` },
  EMFILE: { what: 'could not be opened: this process has too many files open', hint: 'Raise the limit (ulimit -n), then try again.' },
  ENFILE: { what: 'could not be opened: this computer has too many files open', hint: 'Close other programs, then try again.' },
  EIO: { what: 'could not be read or written: the disk reports an error', hint: `Save what is on it, then look at the disk. ${GO_ON}` },
  ESTALE: { what: 'is on a network disk that has gone away', hint: `Connect it again. ${GO_ON}` },
};

/** Any thrown thing as a fault, as `faultFrom` does it, with errors of files and of flags as what they are. */
export function terminalFault(error: unknown): Fault {
  if (error instanceof FaultError || !(error instanceof Error)) return faultFrom(error);
  const { code = '', path, syscall } = error as NodeJS.ErrnoException;
  if (code.startsWith('ERR_PARSE_ARGS'))
    return {
      code: 'E_FLAG',
      message: error.message.split('. ')[0]?.replace(/\.?$/, '.') ?? error.message,
      hint: 'docs/terminal.md lists the flags of each command.',
    };
  const refusal = Object.hasOwn(REFUSALS, code) ? REFUSALS[code] : undefined;
  if (!refusal || syscall === undefined) return faultFrom(error);
  return {
    code: `E_IO_${code}`,
    message: `${path ?? 'A file'} ${refusal.what} (${code}, ${syscall}).`,
    hint: refusal.hint,
    place: { subject: path },
  };
}
