/** A document with what is in it. */
import { Anchor, Button, Loader, Text, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type MouseEvent, useRef } from 'react';
import type { Doc } from 'virtual:docs';
import { documentsPolicy } from '../../kit/browser/trusted.ts';
import { DocLink, goesHere } from '../../kit/help/DocLink.tsx';
import told from '../../kit/lessons/told.module.css';
import { FaultList } from '../../kit/notices/FaultList.tsx';
import { openDoc, openLearn, type OpenDoc } from '../../state/address/learnStore.ts';
import { docsText as words, LANG } from '../../../words/words.ts';
import { isTranslated } from './docs.ts';
import styles from './docs.module.css';
import { useArrival } from './useArrival.ts';
import { useDocText } from './useDocText.ts';

interface Props {
  readonly doc: Doc;
  readonly open: OpenDoc;
}

export function DocReader({ doc, open }: Props) {
  const { html, fault, retry } = useDocText(doc.file);
  const article = useRef<HTMLElement>(null);
  useArrival(article, open, html !== null);
  const unknown = open.at !== null && !doc.headings.some(({ at }) => at === open.at);
  return (
    <div className={styles.reader} data-doc-page>
      {!isTranslated(doc) && (
        <Text size="sm" c="dimmed" mb="sm">
          {words.englishOnly}
        </Text>
      )}
      <div className={styles.columns}>
        <Contents doc={doc} />
        <article
          ref={article}
          lang={LANG[doc.language]}
          aria-label={doc.title}
          aria-busy={html === null && fault === null}
          className={styles.text}
        >
          <Title order={3} fz={24} tabIndex={-1} mb="sm">
            {doc.title}
          </Title>
          {unknown && (
            <Text size="sm" c="dimmed" role="status" mb="sm">
              {words.noHeading(open.at ?? '')}
            </Text>
          )}
          {fault && (
            <FaultList
              faults={[fault]}
              action={
                <Button variant="default" onClick={retry}>
                  {words.retry}
                </Button>
              }
            />
          )}
          {html === null ? !fault && <Loader size="sm" /> : <Words html={html} />}
        </article>
      </div>
    </div>
  );
}

function Words({ html }: { readonly html: string }) {
  // What is clicked are the links in it, which keys reach and press as well.
  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
  return <div className={told.words} onClick={follow} dangerouslySetInnerHTML={{ __html: documentsPolicy?.createHTML(html) ?? html }} />;
}

/** Links between documents lead there without leaving the page. */
function follow(event: MouseEvent): void {
  const { doc, at } = (event.target instanceof Element ? event.target.closest<HTMLElement>('a[data-doc]') : null)?.dataset ?? {};
  if (doc === undefined || !goesHere(event)) return;
  event.preventDefault();
  openDoc(doc, at ?? null);
}

/** From this width on the headings stand beside the text, and need not be asked for. */
const WIDE = '(min-width: 900px)';

function Contents({ doc: { id, headings } }: { readonly doc: Doc }) {
  const wide = useMediaQuery(WIDE, undefined, { getInitialValueInEffect: false });
  return (
    <nav aria-label={words.contents} className={styles.contents}>
      <Anchor component="button" type="button" fz="sm" c="var(--ink)" underline="always" onClick={() => openLearn('docs')}>
        {words.back}
      </Anchor>
      {headings.length > 0 && (
        <details key={String(wide)} open={wide}>
          <summary>{words.contents}</summary>
          <ul>
            {headings.map(({ at, title, level }) => (
              <li key={at} data-level={level}>
                <DocLink id={id} at={at}>
                  {title}
                </DocLink>
              </li>
            ))}
          </ul>
        </details>
      )}
    </nav>
  );
}
