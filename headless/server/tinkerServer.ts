/** The flags by which commands name a server of the Tinker protocol, and this process as its client sees it. */
import { setMaxListeners } from 'node:events';
import { readFileSync } from 'node:fs';
import { fault, FaultError } from '../../src/core/faults.ts';
import { OUTSIDE } from '../../src/session/tinker/outside.ts';
import type { Outside } from '../../src/tinker/http.ts';
import { pathFaults } from '../../src/words/words.ts';
import { nodeFetch } from './nodeFetch.ts';

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

export const NODE_OUTSIDE: Outside = {
  ...OUTSIDE,
  fetch: nodeFetch,
  sleep: (milliseconds, signal) => {
    // As many calls as are under way may rest at a time.
    if (signal) setMaxListeners(0, signal);
    return OUTSIDE.sleep(milliseconds, signal);
  },
};
