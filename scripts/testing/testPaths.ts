/** Which files of unit and integration tests need modules of their own. */

/** Folders whose files leave something in modules, or put another in a module's place. */
const LEAVES = /\/test\/(unit|integration)\/(page|runs|hub|tinker|workers|session\/team|headless\/kit\/run|headless\/open)\//;

/** Whether a test file needs modules of its own. */
export const leavesState = (path: string): boolean => LEAVES.test(path.replaceAll('\\', '/'));
