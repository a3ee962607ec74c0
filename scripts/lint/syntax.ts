/** What the rules of `npm run lint` share: the sources of the repository, their syntax trees, and offences. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { parseSync } from 'vite';

export interface Offence {
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

export const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

export const isOfType = (value: unknown, ...types: readonly string[]): value is SyntaxNode => isNode(value) && types.includes(value.type);

export const nameOf = (value: unknown): string | undefined => (isOfType(value, 'Identifier') ? String(value['name']) : undefined);

export const textOf = (value: unknown): string | undefined =>
  isOfType(value, 'Literal') && typeof value['value'] === 'string' ? value['value'] : undefined;

/** The expression without what changes nothing of its value: parentheses, `?.`, `!` and type assertions around it. */
export function bare(value: unknown): unknown {
  if (isOfType(value, 'ChainExpression', 'TSNonNullExpression', 'TSAsExpression', 'TSSatisfiesExpression', 'ParenthesizedExpression'))
    return bare(value['expression']);
  return value;
}

/** Enters every node, the outer before the inner. */
export function visit(value: unknown, enter: (node: SyntaxNode) => void): void {
  if (Array.isArray(value)) {
    for (const item of value) visit(item, enter);
  } else if (isNode(value)) {
    enter(value);
    for (const child of Object.values(value)) if (typeof child === 'object') visit(child, enter);
  }
}

/** The syntax tree of a source file, or the offence that it cannot be read. */
export function parsed(file: string, text: string): { readonly program: unknown } | { readonly offence: Offence } {
  const { program, errors } = parseSync(file, text);
  if (errors.length === 0) return { program };
  return { offence: { file, line: 1, message: `cannot be parsed: ${errors[0]?.message ?? 'unknown error'}` } };
}

/** The 1-based line of the character at `offset`. */
export const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

export interface Source {
  /** Its path in the repository, with forward slashes. */
  readonly file: string;
  readonly text: string;
}

/** The TypeScript below these folders of the repository at `root`, by path. */
export const sourcesIn = (root: string, folders: readonly string[]): Source[] =>
  folders
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort()
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));

/** Says each offence in one line `file:line message`; the process fails where there are any. */
export function report(offences: readonly Offence[]): void {
  for (const { file, line, message } of offences) console.error(`${file}:${line} ${message}`);
  if (offences.length > 0) process.exitCode = 1;
}
