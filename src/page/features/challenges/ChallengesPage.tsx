/** Learn › Challenges: which there are, the case that is open, and the score beside that of fixed strategies. */
import { Text, UnstyledButton } from '@mantine/core';
import { CHALLENGES } from '../../../core/challenges/challenges.ts';
import { challengesText as words } from '../../../words/words.ts';
import { CaseView } from './CaseView.tsx';
import { challengesStore, useChallenges } from './challenges.ts';
import styles from './challenges.module.css';
import { ScoreTable } from './ScoreTable.tsx';

export function ChallengesPage() {
  const challenge = useChallenges((state) => state.challenge);
  const progress = useChallenges((state) => state.progress);
  const isBusy = useChallenges((state) => state.asking !== null);
  const isKept = useChallenges((state) => state.isKept);
  return (
    <>
      <Text size="sm" maw={760} mb="md">
        {words.intro}
      </Text>
      {!isKept && (
        <Text size="sm" c="dimmed" mb="sm" role="status">
          {words.notKept}
        </Text>
      )}
      <div className={styles.page}>
        <nav aria-label={words.list}>
          <ul className={styles.list}>
            {CHALLENGES.map(({ id }) => {
              const { closed } = progress[id];
              const right = closed.filter(({ named, culprit }) => named === culprit).length;
              return (
                <li key={id}>
                  <UnstyledButton
                    className={styles.entry}
                    aria-current={id === challenge || undefined}
                    disabled={isBusy && id !== challenge}
                    onClick={() => challengesStore.getState().show(id)}
                  >
                    <span className={styles.name}>{words.names[id]}</span>
                    <Text span size="xs" c="dimmed">
                      {closed.length === 0 ? words.notTried : words.done(right, closed.length)}
                    </Text>
                  </UnstyledButton>
                </li>
              );
            })}
          </ul>
        </nav>
        <div className={styles.content}>
          <CaseView key={challenge} challenge={challenge} />
          <ScoreTable challenge={challenge} />
        </div>
      </div>
    </>
  );
}
