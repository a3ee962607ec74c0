/** Which parts of an imported run's project its files told: who the agents are, what they were told first and who hears whom. */

const TOLD = /^team\.(agents(\.[^.]+\.prompt)?|edges\..+)$/;

/** Whether a difference at `path`, as `core/editing/diff.ts` names it, rests on the files; all else of the project is unknown. */
export const isTold = (path: string): boolean => TOLD.test(path);
