/** The bug museum: a tab of the Learn place. */
import { Text, Title } from '@mantine/core';
import { exhibitOf } from '../../../core/museum/exhibits.ts';
import { GAP, museumText as words } from '../../../words/words.ts';
import type { TrainedHerePart } from '../../kit/runs/trainedHere.ts';
import { ExhibitList } from './ExhibitList.tsx';
import { ExhibitView } from './ExhibitView.tsx';
import styles from './museum.module.css';
import { useShownExhibit } from './museumStore.ts';

export function MuseumPage({ TrainedHere }: { readonly TrainedHere: TrainedHerePart }) {
  const shown = useShownExhibit();
  return (
    <>
      <Text size="sm" maw={760}>
        {words.intro}
      </Text>
      <Text size="xs" c="dimmed" maw={760} mt={4} mb="md">
        {words.sources}
        {GAP}
        {words.caution}
      </Text>
      <div className={styles.page}>
        <ExhibitList />
        <ExhibitView key={shown} exhibit={exhibitOf(shown)} TrainedHere={TrainedHere} />
      </div>
      <section aria-label={words.parts.crashes} className={styles.crashes}>
        <Title order={3} fz="sm" mb={6}>
          {words.parts.crashes}
        </Title>
        <dl className={styles.defects}>
          {words.crashes.map(({ quirk, says }) => (
            <div key={says}>
              <dt>{quirk}</dt>
              <dd>{says}</dd>
            </div>
          ))}
        </dl>
      </section>
    </>
  );
}
