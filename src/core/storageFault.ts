/**
 * What a browser's storage and files say when they fail, for people. They say it by the name of the error alone, and other
 * parts of a browser use some of the same names: only who has just read or written may ask {@link storageFault}.
 */
import type { Fault } from './faults.ts';
import { storageFaults } from '../words/words.ts';

type Names = Readonly<Record<string, keyof typeof storageFaults>>;

/** Names that nothing but storage and files use. */
const ALONE: Names = {
  QuotaExceededError: 'E_STORAGE_FULL',
  NoModificationAllowedError: 'E_STORAGE_LOCKED',
  NotReadableError: 'E_STORAGE_READ',
};

const ALL: Names = {
  ...ALONE,
  NotAllowedError: 'E_STORAGE_FORBIDDEN',
  SecurityError: 'E_STORAGE_FORBIDDEN',
  UnknownError: 'E_STORAGE_FAILED',
  AbortError: 'E_STORAGE_FAILED',
  TimeoutError: 'E_STORAGE_SILENT',
  InvalidStateError: 'E_STORAGE_GONE',
  NotFoundError: 'E_STORAGE_MISSING',
};

const faultBy = (names: Names, error: unknown): Fault | null => {
  const code = error instanceof Error && Object.hasOwn(names, error.name) ? names[error.name] : undefined;
  if (!code || !(error instanceof Error)) return null;
  // As `fault` makes it, whose file asks this one.
  return { code, params: {}, ...storageFaults[code](), detail: `${error.name}: ${error.message}` };
};

/** Why reading or writing failed; null where it was something else. */
export const storageFault = (error: unknown): Fault | null => faultBy(ALL, error);

/** The same of an error from anywhere: null unless its name can mean nothing else. */
export const surelyStorageFault = (error: unknown): Fault | null => faultBy(ALONE, error);
