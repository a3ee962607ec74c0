/**
 * Reads the episodes a run has kept: the list of one iteration on the left, the chosen episode's transcript on the right.
 * What is being read is the page's cursor; until a person chooses, the reader follows the newest iteration.
 */
import { Text } from '@mantine/core';
import { useDeferredValue, useMemo, useState } from 'react';
import { useCursor } from '../../stores/cursor.ts';
import { selectEpisodes, type EpisodeFilter } from '../../stores/runs/episodes.ts';
import { keptIterations, nearestKept } from '../../stores/runs/keep.ts';
import { EmptyRun } from '../runs/EmptyRun.tsx';
import { useCalmRun } from '../runs/useCalmRun.ts';
import { inspectText } from '../text/en.inspect.ts';
import { EpisodeList } from './EpisodeList.tsx';
import styles from './inspect.module.css';
import { ReaderToolbar } from './ReaderToolbar.tsx';
import { Transcript } from './Transcript.tsx';

const text = inspectText.reader;

/** Least time between two iterations while the newest is followed, milliseconds: what changes faster cannot be read. */
const READING_INTERVAL = 500;

export function EpisodeReader() {
  const run = useCalmRun(READING_INTERVAL);
  const chosenIteration = useCursor((cursor) => cursor.iteration);
  const chosenEpisode = useCursor((cursor) => cursor.episode);
  const move = useCursor((cursor) => cursor.move);
  const [filter, setFilter] = useState<EpisodeFilter>({ verdict: 'all', order: 'episode', text: '' });
  const calmFilter = useDeferredValue(filter);

  const kept = useMemo(() => (run ? keptIterations(run.episodes) : []), [run]);
  const newest = kept[0] ?? null;
  const iteration = run && chosenIteration !== null ? nearestKept(run.episodes, chosenIteration) : newest;
  const all = run && iteration !== null ? run.episodes[iteration] : undefined;
  const shown = useMemo(() => selectEpisodes(all ?? [], calmFilter), [all, calmFilter]);

  if (!run) return <EmptyRun />;
  if (iteration === null || !all) {
    return (
      <div className={styles.empty} role="status">
        <Text size="sm" fw={600}>
          {inspectText.empty.noEpisodes}
        </Text>
        <Text size="sm" c="dimmed">
          {inspectText.empty.noEpisodesHint}
        </Text>
      </div>
    );
  }
  const episode = all.find((record) => record.episode === chosenEpisode) ?? shown[0];
  return (
    <section className={styles.reader} aria-label={text.heading}>
      <ReaderToolbar
        kept={kept}
        following={chosenIteration === null}
        iteration={iteration}
        all={all}
        shown={shown.length}
        dropped={run.episodesDropped}
        filter={filter}
        onFilter={setFilter}
        onIteration={(chosen) => move({ iteration: chosen })}
      />
      <div className={styles.columns}>
        <EpisodeList episodes={shown} chosen={episode?.episode ?? null} onChoose={(number) => move({ iteration, episode: number })} />
        {episode ? (
          <Transcript
            episode={episode}
            peers={all}
            document={run.document}
            vocabulary={run.vocabulary}
            onPoint={(message, token) => move({ iteration, episode: episode.episode, message, token })}
          />
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
}
