/** Blanks in the place of the values that a sentence names, and what stood in them once it was read. */

/** How what stood in a blank becomes a value again. */
const KINDS = ['text', 'figure', 'list', 'clauses', 'sentence', 'shown'] as const;
type Kind = (typeof KINDS)[number];

/** Around a blank's kind and name: characters that no sentence has. */
const [OPEN, CLOSE] = ['\uE000', '\uE001'];
const BLANK = /\uE000([a-z]+):([A-Za-z]+)\uE001/;

const blank = (kind: Kind, name: string): string => `${OPEN}${kind}:${name}${CLOSE}`;

/** As it stands there. */
export const text = (name: string): string => blank('text', name);
/** Things with a comma between them. */
export const list = (name: string): readonly string[] => [blank('list', name)];
/** Clauses with a semicolon between them, each worded anew. */
export const clauses = (name: string): readonly string[] => [blank('clauses', name)];
/** A sentence or clause within the sentence, worded anew. */
export const sentence = (name: string): string => blank('sentence', name);
/** A value of the project, of which on, off and nothing are words. */
export const shown = (name: string): string => blank('shown', name);

/** A number that its sentence rounds or compares. */
class Figure {
  constructor(readonly mark: string) {}
  toString(): string {
    return this.mark;
  }
  toPrecision(): string {
    return this.mark;
  }
  /** More than any other, so that it is never taken for one alone. */
  [Symbol.toPrimitive](hint: string): string | number {
    return hint === 'string' ? this.mark : Number.POSITIVE_INFINITY;
  }
}
export const figure = (name: string): Figure => new Figure(blank('figure', name));

/** All values of a sentence as blanks by their own names. */
export const any: object = new Proxy({}, { get: (_, name) => (typeof name === 'string' ? text(name) : undefined) });

/** The pattern of a sentence with blanks, whole; each blank is a group. */
export function patternOf(english: string): RegExp {
  const escaped = english.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
  const seen = new Set<string>();
  const source = escaped.replaceAll(new RegExp(BLANK, 'g'), (_, _kind: string, name: string) => {
    // A value that is named twice stands there twice alike.
    if (seen.has(name)) return String.raw`\k<${name}>`;
    seen.add(name);
    return `(?<${name}>[^]+?)`;
  });
  return new RegExp(`^${source}$`);
}

export interface Reading {
  readonly clause: (english: string) => string;
  readonly sentence: (english: string) => string;
}

/** The values of a sentence with what stood in its blanks. */
export function filled(values: unknown, found: Readonly<Record<string, string>>, reading: Reading): unknown {
  if (values === any) return found;
  if (values instanceof Figure) return valueIn(values.mark, found, reading);
  if (typeof values === 'string') return valueIn(values, found, reading);
  if (Array.isArray(values)) return values.flatMap((value) => filled(value, found, reading));
  if (typeof values !== 'object' || values === null) return values;
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, filled(value, found, reading)]));
}

function valueIn(marked: string, found: Readonly<Record<string, string>>, { clause, sentence: again }: Reading): unknown {
  const [, kind, name = ''] = BLANK.exec(marked) ?? [];
  const stood = found[name] ?? '';
  switch (kind as Kind | undefined) {
    case 'text':
      return stood;
    case 'figure':
      return Number(stood);
    case 'list':
      return stood.split(', ');
    case 'clauses':
      return stood.split('; ').map(clause);
    case 'sentence':
      return again(stood);
    case 'shown':
      return SHOWN.has(stood) ? SHOWN.get(stood) : stood;
    case undefined:
      return marked;
  }
}
const SHOWN = new Map<string, unknown>([
  ['on', true],
  ['off', false],
  ['empty', ''],
]);
