/** Formulas as trees: TeX read by Temml, in which `\term{gae}{A_t}` marks a symbol with the word that it stands for. */
import temml from 'temml';

/** A node of Temml's tree: an element with its children, several without one around them, or text. */
export interface MathNode {
  readonly type?: string;
  readonly text?: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly classes?: readonly string[];
  readonly children?: readonly MathNode[];
}

/** Marks a symbol with the word it stands for. */
const MARK = 'term-';
const TERM = /\\term\{([^{}]+)\}/g;

/** Reads a formula. Throws where it is no TeX. */
export function treeOf(tex: string): MathNode {
  return temml.__renderToMathMLTree(tex.replaceAll(TERM, `\\class{${MARK}$1}`), {
    displayMode: true,
    throwOnError: true,
    trust: ({ command }: { readonly command: string }) => command === '\\class',
  }) as MathNode;
}

/** The word that a node stands for; undefined for most. */
export const termOf = ({ classes = [] }: MathNode): string | undefined => classes.find((name) => name.startsWith(MARK))?.slice(MARK.length);

/** The symbols that are marked, each word once, in the order of the formula. */
export function symbolsIn(node: MathNode): readonly { readonly term: string; readonly node: MathNode }[] {
  const term = termOf(node);
  const all = [...(term === undefined ? [] : [{ term, node }]), ...(node.children ?? []).flatMap(symbolsIn)];
  return all.filter((one, index) => all.findIndex((other) => other.term === one.term) === index);
}
