/** Where a text stops being JSON: browsers say it in different words or not at all, so it is looked for here. */

// JSON forbids control characters in strings.
// oxlint-disable-next-line no-control-regex
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const BLANK = /[ \t\r\n]*/y;

/** Offset of the first character that no JSON value can have there; the text's length when it ends too early. */
export function jsonErrorOffset(text: string): number {
  let at = 0;
  /** Closing brackets that are still due. */
  const open: ('}' | ']')[] = [];
  const take = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) at += found[0].length;
    return found !== null;
  };
  const key = (): boolean => {
    if (!take(STRING)) return false;
    take(BLANK);
    if (text[at] !== ':') return false;
    at += 1;
    return true;
  };
  take(BLANK);
  for (;;) {
    // A value begins here.
    take(BLANK);
    const first = text[at];
    if (first === '{' || first === '[') {
      at += 1;
      take(BLANK);
      const end = first === '{' ? '}' : ']';
      if (text[at] !== end) {
        open.push(end);
        if (end === '}' && !key()) return at;
        continue;
      }
      at += 1;
    } else if (!take(STRING) && !take(SCALAR)) return at;
    // Behind a value.
    for (;;) {
      take(BLANK);
      const due = open.at(-1);
      if (due === undefined || text[at] !== due) break;
      at += 1;
      open.pop();
    }
    const due = open.at(-1);
    if (due === undefined || text[at] !== ',') return at;
    at += 1;
    take(BLANK);
    if (due === '}' && !key()) return at;
  }
}
