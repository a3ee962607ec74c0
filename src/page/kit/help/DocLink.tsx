/** Ways into the docs under Learn: a link, and a sentence whose `docs/imports.md#how-large` is one. */
import { Anchor } from '@mantine/core';
import { Fragment, type MouseEvent, type ReactNode } from 'react';
import { formatAddress } from '../../state/address/address.ts';
import { openDoc } from '../../state/address/learnStore.ts';
import { useTeacherView } from '../../state/projects/teach.ts';
import { text } from '../../../words/words.ts';

interface Props {
  /** The document's path below `docs/`, without its ending. */
  readonly id: string;
  /** A heading in it, as links name it. */
  readonly at?: string;
  readonly children: ReactNode;
}

export function DocLink({ id, at, children }: Props) {
  return (
    <Anchor
      href={formatAddress({ place: 'learn', doc: id, ...(at ? { at } : {}) })}
      fz="inherit"
      c="var(--ink)"
      underline="always"
      onClick={(event) => {
        if (!goesHere(event)) return;
        event.preventDefault();
        openDoc(id, at ?? null);
      }}
    >
      {children}
    </Anchor>
  );
}

/** Whether a click on a link leads on in this tab. Out of a dialogue it does not: what was filled in there would lie over the document. */
export function goesHere(event: MouseEvent): boolean {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const aside = link?.closest('[aria-modal="true"]') ?? null;
  if (link && aside) link.target = '_blank';
  return aside === null && event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
}

const NAMED = /\bdocs\/([\w/-]+)\.md(?:#([\p{L}\p{N}_-]+))?/gu;

/** A message, in which documents that it names can be opened; in a terminal the same words name files. */
export function Said({ children }: { readonly children: string }) {
  const view = useTeacherView();
  if (view && !view.places.includes('learn')) return <>{children}</>;
  const parts: ReactNode[] = [];
  let end = 0;
  for (const { 0: name, 1: id = '', 2: at, index } of children.matchAll(NAMED)) {
    const link = (
      <DocLink id={id} {...(at ? { at } : {})}>
        {`${name}${text.docInEnglish}`}
      </DocLink>
    );
    parts.push(children.slice(end, index), link);
    end = index + name.length;
  }
  return (
    <>
      {[...parts, children.slice(end)].map((part, index) => (
        <Fragment key={index}>{part}</Fragment>
      ))}
    </>
  );
}
