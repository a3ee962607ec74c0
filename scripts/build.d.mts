/** Types of what TypeScript reads of `build.mjs`, which runs where none is installed. */
export function lastSource(folder?: string): number;
