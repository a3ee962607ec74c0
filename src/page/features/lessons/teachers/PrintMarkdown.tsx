/** The words of a lesson on paper: links are their text, recorded numbers are written out, nothing can be pressed. */
import { memo, Suspense, type ReactNode } from 'react';
import ReactMarkdown, { defaultUrlTransform, type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { evidenceNumber, evidenceText, parseEvidenceLink } from '../../../../core/lessons/evidenceNumbers.ts';
import { formulaIn } from '../../../kit/lessons/formula.ts';
import { useEvidence } from '../../../state/lessons/evidence.ts';
import { GAP, inBrackets, teachersText, type TermId, termsText } from '../../../../words/words.ts';
import { lazyPart } from '../../../kit/parts/lazyPart.ts';

const OWN = /^(term|place|evidence|step|lesson):/;
const PLUGINS = [remarkGfm];
const Mathematics = lazyPart(() => import('../../../kit/lessons/Mathematics.tsx'));

const COMPONENTS: Components = {
  a: ({ href = '', children }) => <Printed href={href}>{children}</Printed>,
  pre: ({ children }) => {
    const formula = formulaIn(children);
    return formula === null ? (
      <pre>{children}</pre>
    ) : (
      <Suspense fallback={<pre>{children}</pre>}>
        <Mathematics tex={formula} printed />
      </Suspense>
    );
  },
  // A corner without words heads nothing.
  th: ({ children, style }) => (children === undefined ? <td style={style}>{children}</td> : <th style={style}>{children}</th>),
};

export const PrintMarkdown = memo(function PrintMarkdown({ children }: { readonly children: string }) {
  return (
    <ReactMarkdown remarkPlugins={PLUGINS} components={COMPONENTS} urlTransform={(url) => (OWN.test(url) ? url : defaultUrlTransform(url))}>
      {children}
    </ReactMarkdown>
  );
});

function Printed({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  const [, scheme, target = ''] = /^(\w+):(.*)$/.exec(href) ?? [];
  if (scheme === 'evidence') return <PrintedNumber link={target} />;
  if (OWN.test(href)) return <>{children ?? (target in termsText.entries ? termsText.entries[target as TermId].name : target)}</>;
  return (
    <>
      {children}
      {GAP}
      {inBrackets(href)}
    </>
  );
}

function PrintedNumber({ link }: { readonly link: string }) {
  const { id, variant, what } = parseEvidenceLink(link) ?? { id: link, variant: '', what: '' };
  const file = useEvidence(id);
  const number = file.status === 'ready' ? evidenceNumber(file.evidence, { variant, what }) : null;
  return <>{number === null ? inBrackets(teachersText.print.missing) : evidenceText(number)}</>;
}
