/** What the flags of `npm start`, `npm run open` and `marft open` add to the server of the page. */
import { servingFrom as forwarding } from '../forward/start.ts';
import { printFault } from '../kit/console.ts';
import { terminalFault } from '../kit/ioFaults.ts';
import type { Serving } from '../kit/serving.ts';
import { servingFrom as opening } from '../open/start.ts';

/** Null where they add nothing. `folder`: where they were typed. What is wrong with them is printed, and ends the process. */
export async function servingFrom(flags: readonly string[], folder: string): Promise<Serving | null> {
  try {
    // A path is what is to be opened, whether `--open` is said with it or not.
    const opens = flags.includes('--open') || (flags[0] !== undefined && !flags[0].startsWith('-'));
    return opens ? await opening(flags, folder) : forwarding(flags);
  } catch (error) {
    printFault(terminalFault(error));
    return process.exit(1);
  }
}
