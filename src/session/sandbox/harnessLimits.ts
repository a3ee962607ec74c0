/** How much of what a module says is kept; both sides of the sandbox's wall read this. */

/** Most characters of a console line, and of an error's message. */
export const LINE_LIMIT = 2048;
/** Most characters of an error's name. */
export const NAME_LIMIT = 100;
/** Most characters of an error's stack. */
export const STACK_LIMIT = 16 * 1024;
/** Most levels of a value handed back. */
export const DEPTH_LIMIT = 64;
