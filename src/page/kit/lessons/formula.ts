/** Formulas among the words of a lesson: fenced blocks called `math`. */
import { isValidElement, type ReactNode } from 'react';

/** The TeX of a block of code as Markdown gives it; null where it is code. */
export function formulaIn(children: ReactNode): string | null {
  if (!isValidElement<{ readonly className?: string; readonly children?: ReactNode }>(children)) return null;
  const { className, children: text } = children.props;
  return className === 'language-math' && typeof text === 'string' ? text : null;
}
