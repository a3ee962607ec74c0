/** Every word of the page with its sentence and its source, to be searched by whatever else it is called. */
import { Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { findTerms } from '../help/findTerms.ts';
import { TermSource } from '../help/Term.tsx';
import { termsEn } from '../text/en.terms.ts';
import styles from './learn.module.css';
import { useLearn } from './learnStore.ts';

const words = termsEn;

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
        {found.length === 0 ? words.none : words.count(found.length)}
      </Text>
      <dl ref={list} className={styles.words}>
        {found.map((id) => {
          const { name, says } = words.entries[id];
          return (
            <div key={id} data-term={id} data-sought={id === sought || undefined} tabIndex={-1} className={styles.word}>
              <dt>{name}</dt>
              <dd>
                <Text size="sm">{says}</Text>
                <TermSource id={id} />
              </dd>
            </div>
          );
        })}
      </dl>
    </>
  );
}
