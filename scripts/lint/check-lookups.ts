/**
 * Holds that in credit and session a look-up that finds nothing is an error, not a 0: `xs[i] ?? 0` and `map.get(key) ?? []`
 * go on with a wrong number, or shift a vector, in silence. `src/core/at.ts` has what to write instead: `at` and `look`
 * throw, `orElse` says that nothing there really means the default. In a loop over an index (`for (let t = …`) reads at that
 * index are exempt: their bounds are the loop's. `npm run lint` runs it; every offence is one line `file:line message`.
 */
import { fileURLToPath } from 'node:url';
import { bare, isNode, isOfType, lineAt, nameOf, type Offence, parsed, report, sourcesIn, type SyntaxNode } from './syntax.ts';

/** Where the rule holds. */
const FOLDERS = ['src/core/credit', 'src/session'];

/** Names of all identifiers within. */
function namesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(namesIn);
  if (!isNode(value)) return [];
  return [nameOf(value) ?? [], ...Object.values(value).map(namesIn)].flat();
}

/**
 * Where a value comes from a look-up: by index, by `get` of a map or `at` of a list, or through `?.` behind one (`xs[i]?.length`).
 * `reached`: nothing but `?.` lies between. Undefined for what is no look-up.
 */
function lookUpOf(value: unknown, reached = true): { readonly index: unknown } | undefined {
  const node = bare(value);
  if (isOfType(node, 'MemberExpression')) {
    if (node['computed'] !== true) return lookUpOf(node['object'], node['optional'] === true);
    return reached ? { index: node['property'] } : undefined;
  }
  if (!isOfType(node, 'CallExpression')) return undefined;
  const callee = bare(node['callee']);
  if (!isOfType(callee, 'MemberExpression')) return undefined;
  if (!['get', 'at'].includes(nameOf(callee['property']) ?? '')) return lookUpOf(callee, node['optional'] === true);
  return reached ? { index: null } : undefined;
}

/** Whether a default is made up: a number, a text, an empty list, something new. Another value that is at hand, or null, says what it means. */
function isMadeUp(value: unknown): boolean {
  const node = bare(value);
  if (isOfType(node, 'UnaryExpression')) return isMadeUp(node['argument']);
  if (isOfType(node, 'MemberExpression')) return nameOf(node['object']) === 'Number';
  if (isOfType(node, 'Literal')) return node['value'] !== null;
  return isOfType(node, 'ArrayExpression', 'ObjectExpression', 'NewExpression');
}

/** The variables that a `for (let …; …; …)` counts with. */
function countersOf(node: SyntaxNode): string[] {
  const declared = node.type === 'ForStatement' && isOfType(node['init'], 'VariableDeclaration') ? node['init']['declarations'] : [];
  return (declared as SyntaxNode[]).flatMap(({ id }) => nameOf(id) ?? []);
}

/** All offences in one source file; `file` is its path in the repository, with forward slashes. */
export function checkLookups(file: string, text: string): Offence[] {
  if (!FOLDERS.some((folder) => file.startsWith(`${folder}/`))) return [];
  const tree = parsed(file, text);
  if ('offence' in tree) return [tree.offence];
  const offences: Offence[] = [];
  const visit = (value: unknown, counters: readonly string[]): void => {
    if (Array.isArray(value)) {
      for (const item of value) visit(item, counters);
      return;
    }
    if (!isNode(value)) return;
    if (value.type === 'LogicalExpression' && value['operator'] === '??' && isMadeUp(value['right'])) {
      const found = lookUpOf(value['left']);
      if (found && !namesIn(found.index).some((name) => counters.includes(name))) {
        offences.push({
          file,
          line: lineAt(text, value.start),
          message: 'a look-up with a made-up default: use at, look or orElse of core/at.ts',
        });
      }
    }
    const within = [...counters, ...countersOf(value)];
    for (const child of Object.values(value)) visit(child, within);
  };
  visit(tree.program, []);
  return offences;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  report(sourcesIn(root, FOLDERS).flatMap(({ file, text }) => checkLookups(file, text)));
}
