/** Runs of a sweep that were trained in this browser: how far they are, and what came of them, apart from what is recorded. */
import { Anchor, Badge, Group, Text } from '@mantine/core';
import { useMemo } from 'react';
import { cursorStore } from '../../../state/address/cursor.ts';
import { useLibrary } from '../../../state/library/library.ts';
import { isAhead, useQueue } from '../../../state/queue/queue.ts';
import { runsViewStore } from '../../../state/runsView/runsView.ts';
import { SweepResults } from './SweepResults.tsx';
import { trainedHereText as words } from '../../../../words/words.ts';
import type { TrainedHereProps } from '../../../kit/runs/trainedHere.ts';
import styles from './trainedHere.module.css';

/** Nothing is drawn where none of the sweep's runs was ever queued. */
export function TrainedHere({ sweep, of }: TrainedHereProps) {
  const cards = useLibrary((state) => state.cards);
  const entries = useQueue((state) => state.entries);
  const finished = useMemo(
    () => cards.filter((card) => card.sweep?.id === sweep && card.phase === 'finished').map(({ id }) => id),
    [cards, sweep],
  );
  const own = entries.filter((entry) => entry.sweep?.id === sweep);
  const ahead = own.filter((entry) => isAhead(entry) || entry.status === 'running').length;
  if (finished.length === 0 && ahead === 0) return null;
  const title = of === undefined ? words.title : words.titleOf(of);
  return (
    <section className={styles.live} aria-label={title} data-live>
      <Group gap={8} mb={4}>
        <Badge size="sm" variant="filled" color="teal.9" tt="none">
          {words.live}
        </Badge>
        <Text size="sm" fw={600}>
          {title}
        </Text>
        <Text size="xs" c="dimmed" role="status">
          {words.progress(finished.length, ahead)}
        </Text>
        {ahead > 0 && (
          <Anchor component="button" type="button" size="xs" onClick={toQueue}>
            {words.queue}
          </Anchor>
        )}
      </Group>
      <Text size="xs" c="dimmed" mb={6}>
        {words.help}
      </Text>
      {finished.length > 0 && <SweepResults ids={finished} />}
    </section>
  );
}

function toQueue(): void {
  runsViewStore.getState().set({ tab: 'queue' });
  cursorStore.getState().move({ place: 'runs' });
}
