/** Where in a file of problems something stands. */

/** From 1. */
export interface TextLocation {
  readonly line: number;
  readonly column?: number;
}

/** The line and column of an offset. */
export function locationAt(text: string, offset: number): TextLocation {
  const before = text.lastIndexOf('\n', offset - 1);
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line += 1;
  return { line, column: offset - before };
}
