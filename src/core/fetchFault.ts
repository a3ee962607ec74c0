/** What browsers say when something could not be fetched, for people. Each has its own sentence for it, and no code. */
import type { Fault } from './faults.ts';
import { generalFaults } from '../words/words.ts';

/** Of a script, named by its address, where the browser says it. */
const OF_SCRIPT = /(?:dynamically imported module|Importing a module script failed|Unable to preload CSS for)(?::? (\S+))?/;
/** Of anything else, by Chromium, Firefox and Safari. */
const OF_FILE = /^(?:Failed to fetch|NetworkError when attempting to fetch resource\.?|Load failed)$/;

/** Why fetching failed, where an error can mean nothing else; null otherwise. */
export function surelyFetchFault(error: unknown): Fault | null {
  if (!(error instanceof Error)) return null;
  const script = OF_SCRIPT.exec(error.message);
  if (!script && !(error instanceof TypeError && OF_FILE.test(error.message))) return null;
  const params = { file: script?.[1] ? pathIn(script[1]) : null };
  // As `fault` makes it, whose file asks this one.
  return { code: 'E_FETCH', params, ...generalFaults.E_FETCH(params), detail: `${error.name}: ${error.message}` };
}

/** Of an address what comes after the host. */
const pathIn = (address: string): string => address.replace(/^(?:[a-z]+:\/\/[^/]*)?\//, '');
