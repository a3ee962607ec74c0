/**
 * Reads the episodes a run has kept: the list of one iteration on the left, the chosen episode's transcript on the right.
 * What is being read is the page's cursor; until a person chooses, the reader follows the newest iteration.
 */
import { Text } from '@mantine/core';
import { IconMessages } from '@tabler/icons-react';
import { memo, useMemo, useState } from 'react';
import { useCursor } from '../../state/address/cursor.ts';
import { useReader } from '../../state/reading/reader.ts';
import { keptIterations, readableIterations } from '../../state/runs/keep.ts';
import type { RunSet } from '../../state/runs/types.ts';
import { EmptyRun } from '../../kit/lessons/EmptyRun.tsx';
import { useCalmRun } from '../../kit/runs/useCalmRun.ts';
import { EmptyState } from '../../kit/notices/EmptyState.tsx';
import { inspectText } from '../../../words/words.ts';
import { EpisodeList } from './EpisodeList.tsx';
import styles from './inspect.module.css';
import { ReaderToolbar } from './ReaderToolbar.tsx';
import { Transcript } from './Transcript.tsx';
import { useReading } from './useReading.ts';

const text = inspectText.reader;

/** Least time between two iterations while the newest is followed, milliseconds: what changes faster cannot be read. */
const READING_INTERVAL = 500;

export function EpisodeReader() {
  const run = useCalmRun(READING_INTERVAL);
  const readable = run && keptIterations(run.episodes).length > 0 ? run : null;
  const held = useLast(readable);
  return (
    <div className={styles.stage} data-stage="episodes">
      {!readable && <div className={styles.over}>{run ? <NoEpisodes /> : <EmptyRun />}</div>}
      {/* Out of sight but in place until a new run has episodes: to put others into it costs far less than to build it anew. */}
      {held && (
        <div className={styles.held} data-shown={readable !== null}>
          <Reading run={held} />
        </div>
      )}
    </div>
  );
}

/** The last `value` that was not null. */
function useLast<T>(value: T | null): T | null {
  const [last, setLast] = useState(value);
  if (value !== null && value !== last) setLast(value);
  return value ?? last;
}

function NoEpisodes() {
  return <EmptyState icon={IconMessages} title={inspectText.empty.noEpisodes} hint={inspectText.empty.noEpisodesHint} />;
}

/** The kept episodes of a run that has any. */
const Reading = memo(function Reading({ run }: { readonly run: RunSet }) {
  const chosenIteration = useCursor((cursor) => cursor.iteration);
  const move = useCursor((cursor) => cursor.move);
  const filter = useReader((state) => state.filter);
  const setFilter = useReader((state) => state.setFilter);
  const kept = useMemo(() => readableIterations(run), [run]);
  const reading = useReading(run);
  if (!reading) return null; // it has none
  const { iteration, episodes: all, shown, episode } = reading;
  return (
    <section className={`${styles.reader} ${styles.sized}`} aria-label={text.heading}>
      <ReaderToolbar
        kept={kept}
        following={chosenIteration === null}
        iteration={iteration}
        all={all}
        shown={shown.length}
        dropped={run.stored ? 0 : run.episodesDropped}
        filter={filter}
        onFilter={setFilter}
        onIteration={(chosen) => move({ iteration: chosen })}
      />
      <div className={styles.columns}>
        <EpisodeList episodes={shown} chosen={episode?.episode ?? null} onChoose={(number) => move({ iteration, episode: number })} />
        {episode ? (
          <Transcript run={run} iteration={iteration} episodes={all} episode={episode} />
        ) : (
          <div className={styles.empty}>
            <Text size="sm" c="dimmed">
              {text.choose}
            </Text>
          </div>
        )}
      </div>
    </section>
  );
});
