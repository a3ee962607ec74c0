/**
 * Holds that what a fault says is a part of the catalogue: outside `src/words` no object has a code of a fault (`E_…`) beside a
 * `message` or a `hint` that is written there. `fault()` of `src/core/faults.ts` has what to write instead. Every offence is one
 * line `file:line message`.
 */
import { fileURLToPath } from 'node:url';
import { bare, isOfType, lineAt, nameOf, type Offence, parsed, report, sourcesIn, type SyntaxNode, textOf, visit } from './syntax.ts';

/** Where the rule holds, and where sentences belong. */
const FOLDERS = ['src', 'workers', 'headless'];
const WORDS = 'src/words/';

const SAID = ['message', 'hint'];

/** The text a template begins with. */
const beginningOf = (template: SyntaxNode): string => {
  const [first] = template['quasis'] as readonly { readonly value: { readonly raw: string } }[];
  return first?.value.raw ?? '';
};

/** The code of a fault that an expression is or begins; undefined for anything else. */
function codeOf(value: unknown): string | undefined {
  const node = bare(value);
  const text = isOfType(node, 'TemplateLiteral') ? `${beginningOf(node)}…` : textOf(node);
  return text?.startsWith('E_') ? text : undefined;
}

/** Whether an expression is a text that is written here, or one of several, or put together with one. */
function isWritten(value: unknown): boolean {
  const node = bare(value);
  if (isOfType(node, 'TemplateLiteral')) return true;
  if (isOfType(node, 'ConditionalExpression')) return isWritten(node['consequent']) || isWritten(node['alternate']);
  if (isOfType(node, 'LogicalExpression', 'BinaryExpression')) return isWritten(node['left']) || isWritten(node['right']);
  return textOf(node) !== undefined;
}

/** All offences in one source file; `file` is its path in the repository, with forward slashes. */
export function checkFaults(file: string, text: string): Offence[] {
  if (!FOLDERS.some((folder) => file.startsWith(`${folder}/`)) || file.startsWith(WORDS)) return [];
  const tree = parsed(file, text);
  if ('offence' in tree) return [tree.offence];
  const offences: Offence[] = [];
  visit(tree.program, (node) => {
    if (node.type !== 'ObjectExpression') return;
    const properties = (node['properties'] as readonly SyntaxNode[]).filter(({ type }) => type === 'Property');
    const keyOf = ({ key }: SyntaxNode): string | undefined => nameOf(key) ?? textOf(key);
    const code = codeOf(properties.find((property) => keyOf(property) === 'code')?.['value']);
    if (code === undefined) return;
    for (const property of properties) {
      const said = keyOf(property);
      if (said === undefined || !SAID.includes(said) || !isWritten(property['value'])) continue;
      const message = `the ${said} of ${code} is written here: move it to src/words/en/faults, and make the fault by fault() of core/faults.ts`;
      offences.push({ file, line: lineAt(text, property.start), message });
    }
  });
  return offences;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  report(sourcesIn(root, FOLDERS).flatMap(({ file, text }) => checkFaults(file, text)));
}
