/** Without a critic: the returns an episode's is held against, each with the way to its episode. */
import { memo } from 'react';
import { UnstyledButton } from '@mantine/core';
import { cursorStore } from '../../../state/address/cursor.ts';
import type { BatchCredit } from '../../../state/reading/batchCredit.ts';
import type { Baseline } from './microscope.ts';
import type { EpisodeRecord } from '../../../../core/episode/records.ts';
import { formatNumber } from '../../../kit/figures/format.ts';
import { microscopeText as words } from '../../../../words/words.ts';
import styles from './microscope.module.css';

/** Most returns shown singly. */
const MOST = 32;

interface Props {
  readonly credit: BatchCredit;
  readonly episode: EpisodeRecord;
  readonly baseline: Baseline;
}

export const ComparedReturns = memo(function ComparedReturns({ credit, episode, baseline }: Props) {
  const others = baseline.compared.length - MOST;
  return (
    <section aria-label={words.compared}>
      <h4 className={styles.small}>{words.compared}</h4>
      <ul className={styles.returns}>
        {baseline.compared.slice(0, MOST).map(({ episode: index, score }) => {
          const record = credit.episodeAt(index);
          return (
            record && (
              <li key={index}>
                <UnstyledButton
                  className={styles.returnChip}
                  data-own={record === episode}
                  title={record === episode ? words.thisOne : undefined}
                  aria-label={words.goEpisode(record.episode, formatNumber(score))}
                  onClick={() => cursorStore.getState().move({ iteration: record.iteration, episode: record.episode })}
                >
                  {formatNumber(score)}
                </UnstyledButton>
              </li>
            )
          );
        })}
        {others > 0 && <li className={styles.small}>{words.lights.more(others)}</li>}
      </ul>
    </section>
  );
});
