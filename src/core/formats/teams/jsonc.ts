/** JSON with comments and a comma behind the last entry, as crewAI's `crew.jsonc` has them; in one walk over the text. */

const blank = (text: string): string => text.replace(/[^\n]/g, ' ');

/** The JSON in `text`: comments and such a comma become blanks, so that everything else stays where it is. */
export function withoutComments(text: string): string {
  const parts: string[] = [];
  /** Where in `parts` the last comma is that only blanks and comments followed. */
  let comma = -1;
  for (let at = 0; at < text.length; ) {
    const two = text.slice(at, at + 2);
    let end = at + 1;
    if (two === '//' || two === '/*') {
      const close = text.indexOf(two === '//' ? '\n' : '*/', at + 2);
      // A comment that nothing closes stays: JSON then says where it stands.
      if (close < 0 && two === '/*') return parts.join('') + text.slice(at);
      end = close < 0 ? text.length : close + (two === '//' ? 0 : 2);
      parts.push(blank(text.slice(at, end)));
      at = end;
      continue;
    }
    const letter = text[at] ?? '';
    if (letter === '"') while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1;
    if (letter === '"') end = Math.min(end + 1, text.length);
    if (letter === ',') comma = parts.length;
    else if (letter === '}' || letter === ']') {
      if (comma >= 0) parts[comma] = ' ';
      comma = -1;
    } else if (letter.trim() !== '') comma = -1;
    parts.push(text.slice(at, end));
    at = end;
  }
  return parts.join('');
}
