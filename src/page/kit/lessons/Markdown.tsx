/**
 * The words of a lesson, with links into the workbench: `term:` explains a word, `place:` goes somewhere, `evidence:` becomes a
 * recorded number, `step:` and `lesson:` lead on. A fenced block `math` is a formula. Text is shown as text: no HTML is taken from it.
 */
import { Anchor } from '@mantine/core';
import { memo, Suspense, type ReactNode } from 'react';
import ReactMarkdown, { defaultUrlTransform, type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { lessonNamed } from '../../../core/lessons/ids.ts';
import { cursorStore } from '../../state/address/cursor.ts';
import { Term } from '../help/Term.tsx';
import { type TermId, termsText } from '../../../words/words.ts';
import { EvidenceNumber } from './EvidenceNumber.tsx';
import styles from './told.module.css';
import { lessonsStore } from '../../state/lessons/lessons.ts';
import { openLearn } from '../../state/address/learnStore.ts';
import { parsePlaceLink, type PlaceLink } from './placeLinks.ts';
import { showWork } from './turns.ts';
import { formulaIn } from './formula.ts';
import { lazyPart } from '../parts/lazyPart.ts';

const Mathematics = lazyPart(() => import('./Mathematics.tsx'));

const OWN = /^(term|place|evidence|step|lesson):/;

/** Not drawn anew while other things of the step change: its pop-ups are dear. */
export const Markdown = memo(function Markdown({ children }: { readonly children: string }) {
  return (
    <div className={styles.words} data-markdown>
      <ReactMarkdown
        remarkPlugins={PLUGINS}
        components={COMPONENTS}
        urlTransform={(url) => (OWN.test(url) ? url : defaultUrlTransform(url))}
      >
        {children}
      </ReactMarkdown>
    </div>
  );
});

/** The same within a line: of an option, say. */
export const InlineMarkdown = memo(function InlineMarkdown({ children }: { readonly children: string }) {
  return (
    <ReactMarkdown remarkPlugins={PLUGINS} components={INLINE} urlTransform={(url) => (OWN.test(url) ? url : defaultUrlTransform(url))}>
      {children}
    </ReactMarkdown>
  );
});

const PLUGINS = [remarkGfm];

const COMPONENTS: Components = {
  a: ({ href = '', children }) => <Link href={href}>{children}</Link>,
  table: ({ children }) => (
    // A wide table scrolls by itself.
    <div data-table tabIndex={0}>
      <table>{children}</table>
    </div>
  ),
  // So do long lines of code.
  pre: ({ children }) => {
    const code = <pre tabIndex={0}>{children}</pre>;
    const formula = formulaIn(children);
    return formula === null ? (
      code
    ) : (
      <Suspense fallback={code}>
        <Mathematics tex={formula} />
      </Suspense>
    );
  },
  // A corner without words heads nothing.
  th: ({ children, style }) => (children === undefined ? <td style={style}>{children}</td> : <th style={style}>{children}</th>),
};
const INLINE: Components = { ...COMPONENTS, p: ({ children }) => <span className={styles.inline}>{children}</span> };

function Link({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  const [, scheme, target = ''] = /^(\w+):(.*)$/.exec(href) ?? [];
  const named = children !== undefined && children !== null && children !== '';
  switch (scheme) {
    case 'term':
      return target in termsText.entries ? <Term id={target as TermId}>{named ? children : undefined}</Term> : <>{children}</>;
    case 'place': {
      const there = parsePlaceLink(target);
      return there ? <Go to={() => leadTo(there)}>{children}</Go> : <>{children}</>;
    }
    case 'evidence':
      return <EvidenceNumber link={target} />;
    case 'step':
      return <Go to={() => lessonsStore.getState().go(target)}>{children}</Go>;
    case 'lesson': {
      const lesson = lessonNamed(target);
      return lesson ? <Go to={() => void lessonsStore.getState().start(lesson)}>{children}</Go> : <>{children}</>;
    }
    default:
      return (
        <Anchor href={href} target="_blank" rel="noreferrer" fz="inherit" c="var(--ink)" underline="always">
          {children}
        </Anchor>
      );
  }
}

function leadTo(there: PlaceLink): void {
  showWork();
  const { part, ...place } = there;
  if (part) openLearn(part);
  else cursorStore.getState().move(place);
}

/** Leads somewhere in the workbench. */
function Go({ to, children }: { readonly to: () => void; readonly children: ReactNode }) {
  return (
    <Anchor component="button" type="button" fz="inherit" c="var(--ink)" underline="always" className={styles.go} onClick={to}>
      {children}
    </Anchor>
  );
}
