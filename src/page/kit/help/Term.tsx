/**
 * A word of the field with its sentence: dotted below, explained on hover, focus and tap.
 *
 *     <Term id="entropy" />               the word itself
 *     <Term id="dependency">graph</Term>  in other words
 */
import { Anchor, Text } from '@mantine/core';
import { memo, type ReactNode } from 'react';
import { useTeacherView } from '../../state/projects/teach.ts';
import { COLON, languageSpoken, termsChinese, termsText, type TermId } from '../../../words/words.ts';
import { openLearn } from '../../state/address/learnStore.ts';
import { Explained } from './Explained.tsx';

interface Props {
  readonly id: TermId;
  /** What stands in the text; the word's own name where nothing is given. */
  readonly children?: ReactNode;
  /** The element, where it is another than a span: a symbol of a formula. */
  readonly as?: string;
}

/** Stays as it is while what stands around it is drawn again: a pop-up is dear. */
export const Term = memo(function Term({ id, children, as }: Props) {
  const { name } = termsText.entries[id];
  return (
    <Explained explanation={<TermCard id={id} />} as={as}>
      {children ?? name}
    </Explained>
  );
});

/** A word's sentence and its source, with the way to all words. */
function TermCard({ id }: { readonly id: TermId }) {
  const { name, says } = termsText.entries[id];
  const view = useTeacherView();
  return (
    <>
      <Text size="sm" fw={600}>
        {name} <TermZh id={id} />
      </Text>
      <Text size="sm">{says}</Text>
      <TermAlso id={id} />
      <TermSource id={id} />
      {(!view || view.places.includes('learn')) && (
        <Anchor component="button" type="button" size="xs" c="var(--ink)" underline="always" onClick={() => openLearn('words', id)}>
          {termsText.all}
        </Anchor>
      )}
    </>
  );
}

/** What a word is called in Chinese, beside its English name. */
export function TermZh({ id }: { readonly id: TermId }) {
  if (languageSpoken() === 'zh') return null;
  return (
    <Text span size="xs" c="dimmed" fw={400} lang="zh" title={termsText.chinese}>
      {termsChinese[id]}
    </Text>
  );
}

/** What else a word is called; nothing where it has one name only. */
export function TermAlso({ id }: { readonly id: TermId }) {
  const { also } = termsText.entries[id];
  if (!also) return null;
  return (
    <Text size="xs" c="dimmed">
      {termsText.also}
      {COLON}
      {also.join(' · ')}
    </Text>
  );
}

/** Where a word comes from. */
export function TermSource({ id }: { readonly id: TermId }) {
  const { source } = termsText.entries[id];
  return (
    <Text size="xs" c="dimmed">
      {termsText.source}
      {COLON}
      {source.url ? (
        <Anchor href={source.url} target="_blank" rel="noreferrer" fz="inherit" c="var(--ink)" underline="always">
          {source.text}
        </Anchor>
      ) : (
        source.text
      )}
    </Text>
  );
}
