/**
 * WGSL with what it lacks: unrolled loops, and parts that only some variants of a kernel have. Directives take a line each:
 *
 *     #for q in rows … #end        the lines between, once for each entry of the list `rows`, with {q} for the entry
 *     #if norm … #else … #end      the lines between, where `norm` is true; those after #else where it is not
 *
 * Anywhere, {name} is the value of that name. Unknown names, lists that are none and blocks without an end throw.
 */
export type Scalar = string | number | boolean;
export type Values = Readonly<Record<string, Scalar | readonly Scalar[]>>;

/** 0 … count − 1, as a list of a loop. */
export const range = (count: number): number[] => Array.from({ length: count }, (_, q) => q);

const LOOP = /^#for (\w+) in (\w+)$/;
const CONDITION = /^#if (\w+)$/;
const NAME = /\{(\w+)\}/g;

export function expand(text: string, values: Values): string {
  const lines = text.split('\n');
  const out: string[] = [];
  const end = block(lines, 0, values, out);
  if (end < lines.length) throw new Error(`${lines[end]} ends nothing`);
  return out.join('\n');
}

/** Appends the lines from `at` to the end of their block, expanded, to `out` (null: to nowhere); returns where that end is. */
function block(lines: readonly string[], at: number, values: Values, out: string[] | null): number {
  for (; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const directive = line.trim();
    if (!directive.startsWith('#')) {
      out?.push(line.replace(NAME, (_, name: string) => scalarOf(name, values)));
      continue;
    }
    if (directive === '#end' || directive === '#else') return at;
    const [, entry = '', list = ''] = LOOP.exec(directive) ?? [];
    const [, flag = ''] = CONDITION.exec(directive) ?? [];
    if (!list && !flag) throw new Error(`${directive} is no directive`);
    const first = at + 1;
    if (list) {
      const entries = valueOf(list, values);
      if (!Array.isArray(entries)) throw new Error(`${list} is no list`);
      for (const value of out ? entries : []) block(lines, first, { ...values, [entry]: value }, out);
      at = block(lines, first, values, null);
    } else {
      const holds = valueOf(flag, values);
      if (typeof holds !== 'boolean') throw new Error(`${flag} is neither true nor false`);
      at = block(lines, first, values, holds ? out : null);
      if (lines[at]?.trim() === '#else') at = block(lines, at + 1, values, holds ? null : out);
    }
    if (lines[at]?.trim() !== '#end') throw new Error(`${directive} has no #end`);
  }
  return at;
}

function valueOf(name: string, values: Values): Values[string] {
  const value = values[name];
  if (value === undefined) throw new Error(`{${name}} has no value`);
  return value;
}

function scalarOf(name: string, values: Values): string {
  const value = valueOf(name, values);
  if (Array.isArray(value)) throw new Error(`{${name}} is a list`);
  return String(value);
}
