/** The flags by which commands name a server of the Tinker protocol. */
import { readFileSync } from 'node:fs';
import { fault, FaultError } from '../../src/core/faults.ts';
import { pathFaults } from '../../src/words/words.ts';

export const SERVER_FLAGS = {
  url: { type: 'string' },
  /** What the server calls the team's base. */
  model: { type: 'string' },
  'token-file': { type: 'string' },
  /** Longest that a busy or lost server is waited for, seconds. */
  patience: { type: 'string' },
} as const;

/** The token in a file, which holds it alone; null where none is named. It is read here and written nowhere. */
export function tokenIn(file: string | undefined): string | null {
  if (file === undefined) return null;
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    throw new FaultError(fault(pathFaults, 'E_FILE_MISSING', { path: file, wanted: 'token' }, { place: { subject: file } }));
  }
}
