/** Thousands of tokens are drawn a stretch at a time. */

/** Tokens of a stretch. */
export const STRETCH = 100;

/** By message, where its stretches begin; `lengths` are the messages' tokens. */
export function stretchesOf(lengths: readonly number[]): number[][] {
  return lengths.map((length) => Array.from({ length: Math.ceil(length / STRETCH) }, (_, stretch) => stretch * STRETCH));
}
