/**
 * A formula, typeset as MathML: the tree that Temml makes of TeX becomes elements of React, so that nothing is taken in as markup and no
 * inline style is needed. A symbol that stands for a word is explained as words of the text are. Fetched with the first formula.
 */
import { createElement, Fragment, memo, type ReactNode } from 'react';
import { isTermId, termsText } from '../../../words/words.ts';
import { Term } from '../help/Term.tsx';
import { type MathNode, symbolsIn, termOf, treeOf } from './mathTree.ts';
import styles from './told.module.css';

interface Props {
  readonly tex: string;
  /** On paper nothing can be pressed. */
  readonly printed?: boolean;
}

export default memo(function Mathematics({ tex, printed = false }: Props) {
  const tree = treeOf(tex);
  return (
    <div className={styles.formula} data-formula>
      <div tabIndex={printed ? undefined : 0}>{elementOf(tree, printed, 0)}</div>
      <Symbols tree={tree} printed={printed} />
    </div>
  );
});

/** What the marked symbols stand for: whatever lies in a formula is read as one, so that none can be focused there. */
function Symbols({ tree, printed }: { readonly tree: MathNode; readonly printed: boolean }) {
  const marked = symbolsIn(tree).flatMap(({ term, node }) => (isTermId(term) ? [{ id: term, node }] : []));
  return (
    <ul>
      {marked.map(({ id, node }) => (
        <li key={id}>
          {createElement('math', null, elementOf(node, true, 0))} {printed ? termsText.entries[id].name : <Term id={id} />}
        </li>
      ))}
    </ul>
  );
}

/** Attributes that set a formula apart from plain rows; styles are left to the style sheet. */
const KEPT = new Set([
  'accent',
  'columnalign',
  'display',
  'displaystyle',
  'fence',
  'form',
  'lspace',
  'mathvariant',
  'movablelimits',
  'rspace',
  'separator',
  'stretchy',
  'width',
]);

function elementOf(node: MathNode, printed: boolean, key: number): ReactNode {
  if (node.text !== undefined) return node.text;
  const inner = (node.children ?? []).map((child, index) => elementOf(child, printed, index));
  if (!node.type) return <Fragment key={key}>{inner}</Fragment>;
  const attributes = Object.fromEntries(Object.entries(node.attributes ?? {}).filter(([name]) => KEPT.has(name)));
  const named = termOf(node);
  const id = isTermId(named) && !printed ? named : null;
  if (id === null) return createElement(node.type, { ...attributes, key }, ...inner);
  return (
    <Term key={key} id={id} as={node.type}>
      {inner}
    </Term>
  );
}
