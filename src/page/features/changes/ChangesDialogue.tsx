/** The changelog since the last visit; all of it on demand. Fetched when it is wanted. */
import { Button, Modal, Text, Title } from '@mantine/core';
import { useEffect, useState } from 'react';
import { InlineMarkdown } from '../../kit/lessons/Markdown.tsx';
import { changesText as words, text } from '../../../words/words.ts';
import { storageWorks } from '../../state/storage/storage.ts';
import { type BrowserScope, type Feature, lacksOf } from '../../kit/browser/lacks.ts';
import type { Release } from './changelog.ts';

interface Props {
  readonly releases: readonly Release[];
  readonly news: readonly Release[];
  /** The version seen last; null at a first visit. */
  readonly since: string | null;
  readonly onClose: () => void;
}

export function ChangesDialogue({ releases, news, since, onClose }: Props) {
  const [all, setAll] = useState(news.length === 0);
  return (
    <Modal opened onClose={onClose} title={words.title} size="xl" closeButtonProps={{ 'aria-label': text.product.closeDialogue }}>
      <Text size="sm" c="dimmed" mb="sm">
        {news.length > 0 && since ? words.since(since) : words.none}
      </Text>
      {(all ? releases : news).map(({ version, note, groups }) => (
        <section key={version} aria-label={version}>
          <Title order={3} fz="md" mt="md">
            {version}{' '}
            <Text span size="sm" c="dimmed" fw={400}>
              {note}
            </Text>
          </Title>
          {groups.map(({ title, entries }) => (
            <div key={title}>
              <Title order={4} fz="sm" mt="xs">
                {title}
              </Title>
              <ul>
                {entries.map((entry) => (
                  <li key={entry}>
                    <InlineMarkdown>{entry}</InlineMarkdown>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </section>
      ))}
      {!all && (
        <Button variant="default" size="compact-sm" mt="md" onClick={() => setAll(true)}>
          {words.all}
        </Button>
      )}
      <Browser />
    </Modal>
  );
}

/** What this browser lacks, and what the page does without it. */
function Browser() {
  const [lacks, setLacks] = useState<readonly Feature[] | null>(null);
  useEffect(() => {
    void lacksOf(globalThis as BrowserScope, storageWorks()).then(setLacks);
  }, []);
  return (
    <section aria-label={words.browser}>
      <Title order={3} fz="md" mt="md">
        {words.browser}
      </Title>
      {lacks?.length === 0 && <Text size="sm">{words.complete}</Text>}
      <ul>
        {lacks?.map((feature) => (
          <li key={feature}>{words.lacks[feature]}</li>
        ))}
      </ul>
    </section>
  );
}
