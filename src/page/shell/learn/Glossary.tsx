/** Every word of the page with its sentence, what else it is called, its source and where it is used; searched by any of its names. */
import { Anchor, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { memo, useEffect, useRef, useState } from 'react';
import { findTerms } from '../../kit/help/findTerms.ts';
import { TermAlso, TermSource, TermZh } from '../../kit/help/Term.tsx';
import { termUses } from './termUses.ts';
import { COLON, isTermId, type TermId, termsText } from '../../../words/words.ts';
import styles from './learn.module.css';
import { useLearn } from '../../state/address/learnStore.ts';

const words = termsText;

export function Glossary() {
  const sought = useLearn((state) => state.term);
  const [query, setQuery] = useState('');
  const list = useRef<HTMLDListElement>(null);
  const found = findTerms(query);
  useEffect(() => {
    const entry = list.current?.querySelector<HTMLElement>(`[data-term="${sought}"]`);
    entry?.scrollIntoView({ block: 'center' });
    entry?.focus({ preventScroll: true });
  }, [sought]);
  return (
    <>
      <TextInput
        size="sm"
        mb="xs"
        aria-label={words.search}
        placeholder={words.searchPlaceholder}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
      />
      <Text size="xs" c="dimmed" role="status" mb="sm">
        {sought !== null && !isTermId(sought) && `${words.unknown(sought)} `}
        {found.length === 0 ? words.none : words.count(found.length)}
      </Text>
      <dl ref={list} className={styles.words}>
        {found.map((id) => (
          <Entry key={id} id={id} sought={id === sought} />
        ))}
      </dl>
    </>
  );
}

const Entry = memo(function Entry({ id, sought }: { readonly id: TermId; readonly sought: boolean }) {
  const { name, says } = words.entries[id];
  return (
    <div data-term={id} data-sought={sought || undefined} tabIndex={-1} className={styles.word}>
      <dt>
        {name} <TermZh id={id} />
      </dt>
      <dd>
        <Text size="sm">{says}</Text>
        <TermAlso id={id} />
        <Uses id={id} />
        <TermSource id={id} />
      </dd>
    </div>
  );
});

/** Charts and settings that the word stands behind, as ways there. */
function Uses({ id }: { readonly id: TermId }) {
  const uses = termUses(id);
  if (uses.length === 0) return null;
  return (
    <Text size="xs" c="dimmed" component="div">
      {words.used}
      {COLON}
      {uses.map((use, index) => (
        <span key={use.id}>
          {index > 0 && ' · '}
          <Anchor component="button" type="button" fz="inherit" c="var(--ink)" underline="always" onClick={use.go}>
            {use.name}
          </Anchor>
        </span>
      ))}
    </Text>
  );
}
