/** The first episode of a run as it will be read, so that a wrong agent or column is seen before anything is kept. */
import { Stack, Text } from '@mantine/core';
import type { EpisodeRecord } from '../../../core/episode/records.ts';
import { importText, inBrackets } from '../../../words/words.ts';
import styles from './imports.module.css';

const words = importText.dialogue;
/** Messages that are shown, and characters of each. */
const MESSAGES = 6;
const CHARACTERS = 300;

export function ExamplePart({ episode }: { readonly episode: EpisodeRecord }) {
  return (
    <Stack gap={6} component="section" aria-label={words.example}>
      <Text size="sm" fw={650}>
        {words.example}
      </Text>
      <ol className={styles.example}>
        {episode.messages.slice(0, MESSAGES).map((message, at) => (
          <li key={at}>
            <span className={styles.speaker}>{message.role}</span> {message.text.slice(0, CHARACTERS) || inBrackets(words.noText)}
            {message.text.length > CHARACTERS && ' …'}
          </li>
        ))}
      </ol>
    </Stack>
  );
}
