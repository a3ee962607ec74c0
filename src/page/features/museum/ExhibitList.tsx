/** The exhibits, by code base, each with what its defect did; one is open beside the list. */
import { Text, Title, UnstyledButton } from '@mantine/core';
import { differenceText } from '../../../core/lessons/evidenceNumbers.ts';
import { effectOf } from '../../../core/museum/effect.ts';
import { evidenceOf, EXHIBITS, type Exhibit } from '../../../core/museum/exhibits.ts';
import { useEvidence } from '../../state/lessons/evidence.ts';
import { museumText as words } from '../../../words/words.ts';
import { labelOf } from './museumActions.ts';
import styles from './museum.module.css';
import { showExhibit, useShownExhibit } from './museumStore.ts';

export function ExhibitList() {
  return (
    <nav aria-label={words.list} className={styles.list}>
      {(['r1', 'r3'] as const).map((origin) => (
        <section key={origin} aria-label={words.origin[origin]}>
          <Title order={3} fz="xs" c="dimmed" mb={4}>
            {words.origin[origin]}
          </Title>
          <ul className={styles.entries}>
            {EXHIBITS.filter((exhibit) => exhibit.origin === origin).map((exhibit) => (
              <li key={exhibit.id}>
                <Entry exhibit={exhibit} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}

function Entry({ exhibit }: { readonly exhibit: Exhibit }) {
  const shown = useShownExhibit() === exhibit.id;
  const file = useEvidence(evidenceOf(exhibit.id));
  const effect = file.status === 'ready' ? effectOf(file.evidence) : null;
  return (
    <UnstyledButton
      className={styles.entry}
      aria-current={shown ? 'true' : undefined}
      data-exhibit={exhibit.id}
      onClick={() => showExhibit(exhibit.id)}
    >
      <span className={styles.name}>{labelOf(exhibit.id)}</span>
      <Text span size="xs" c="dimmed" className="tabular">
        {effect ? words.listed(words.shortVerdict[effect.verdict], differenceText(effect, 'share')) : words.listedNone}
      </Text>
    </UnstyledButton>
  );
}
