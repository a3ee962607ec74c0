/**
 * What a browser's storage and files say when they fail, for people. They say it by the name of the error alone, and other
 * parts of a browser use some of the same names: only who has just read or written may ask {@link storageFault}.
 */
import type { Fault } from './faults.ts';

type Said = Pick<Fault, 'code' | 'message' | 'hint'>;

/** Names that nothing but storage and files use. */
const ALONE: Readonly<Record<string, Said>> = {
  QuotaExceededError: {
    code: 'E_STORAGE_FULL',
    message: 'This browser has no room left for this page.',
    hint: 'Delete runs or projects you no longer need, or make room on the disk; then try again.',
  },
  NoModificationAllowedError: {
    code: 'E_STORAGE_LOCKED',
    message: 'A file of this page cannot be written: it is read-only, or another tab has it.',
    hint: 'Close other tabs of this page, then try again.',
  },
  NotReadableError: {
    code: 'E_STORAGE_READ',
    message: 'A file could not be read: it was changed or moved since it was chosen, or this browser may not read it.',
    hint: 'Choose the file again.',
  },
};

const FORBIDDEN: Said = {
  code: 'E_STORAGE_FORBIDDEN',
  message: 'This browser does not let this page use its storage.',
  hint: 'Private windows and strict settings do that. Download what you want to keep.',
};
const FAILED: Said = {
  code: 'E_STORAGE_FAILED',
  message: 'The storage of this browser failed without saying why.',
  hint: 'Download what you want to keep, then reload the page. A full or broken disk does that.',
};

const ALL: Readonly<Record<string, Said>> = {
  ...ALONE,
  NotAllowedError: FORBIDDEN,
  SecurityError: FORBIDDEN,
  UnknownError: FAILED,
  AbortError: FAILED,
  TimeoutError: {
    code: 'E_STORAGE_SILENT',
    message: 'The storage of this browser does not answer.',
    hint: 'Download what you want to keep, then close other tabs of this page and reload it.',
  },
  InvalidStateError: {
    code: 'E_STORAGE_GONE',
    message: 'The storage of this page was closed or cleared while it was in use.',
    hint: 'Download what you want to keep, then reload the page.',
  },
  NotFoundError: {
    code: 'E_STORAGE_MISSING',
    message: 'A file is not there any more: it was moved or deleted.',
    hint: 'Choose it again; what this page kept itself may have been cleared by the browser.',
  },
};

const faultBy = (names: Readonly<Record<string, Said>>, error: unknown): Fault | null => {
  const said = error instanceof Error && Object.hasOwn(names, error.name) ? names[error.name] : undefined;
  return said && error instanceof Error ? { ...said, detail: `${error.name}: ${error.message}` } : null;
};

/** Why reading or writing failed; null where it was something else. */
export const storageFault = (error: unknown): Fault | null => faultBy(ALL, error);

/** The same of an error from anywhere: null unless its name can mean nothing else. */
export const surelyStorageFault = (error: unknown): Fault | null => faultBy(ALONE, error);
