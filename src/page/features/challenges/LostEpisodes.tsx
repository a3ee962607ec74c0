/** The lost episodes, their words covered: a message is chosen to be asked about. */
import { Text, Title, UnstyledButton } from '@mantine/core';
import type { OpenCase } from '../../../core/challenges/questions.ts';
import { challengesText as words } from '../../../words/words.ts';
import { challengesStore, useChallenges } from './challenges.ts';
import styles from './challenges.module.css';

export function LostEpisodes({ opened }: { readonly opened: OpenCase }) {
  const chosen = useChallenges((state) => state.chosen);
  return (
    <section aria-label={words.lost}>
      <Title order={4} fz="sm" mb={4}>
        {words.lost}
      </Title>
      <ol className={styles.episodes}>
        {opened.lost.map((messages, episode) => (
          // The order of a case never changes.
          <li key={episode} aria-label={words.episode(episode + 1)} className={styles.episode}>
            <Text span size="xs" c="dimmed" className="tabular" aria-hidden>
              {episode + 1}
            </Text>
            <span className={styles.messages}>
              {messages.map(({ role }, message) => (
                <UnstyledButton
                  key={message}
                  className={styles.message}
                  aria-label={words.message(message + 1, role)}
                  aria-pressed={chosen?.episode === episode && chosen.message === message}
                  onClick={() => challengesStore.getState().choose({ episode, message })}
                >
                  {role}
                </UnstyledButton>
              ))}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
