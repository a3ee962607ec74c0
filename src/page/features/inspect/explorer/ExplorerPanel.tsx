/** The left side of the inspect place: the table of episodes with its filters, or what was said to one problem. */
import { SegmentedControl, Text } from '@mantine/core';
import { useCallback, useEffect, useMemo } from 'react';
import { cursorStore } from '../../../state/address/cursor.ts';
import { explorerStore, useExplorer, type ExplorerPanel as PanelName } from '../../../state/reading/explorerView.ts';
import { pinsOf, usePins } from '../../../state/runs/pins.ts';
import { rowOf, type ExplorerRow } from '../../../state/runs/explorer.ts';
import { sameEpisode, type EpisodeRef } from '../../../state/runs/episodeRef.ts';
import type { RunSet } from '../../../state/runs/types.ts';
import { exploreText as words, inspectText } from '../../../../words/words.ts';
import { ExplorerTable } from './ExplorerTable.tsx';
import { ExplorerTools } from './ExplorerTools.tsx';
import styles from '../place.module.css';
import { SameProblem } from './SameProblem.tsx';
import { togglePin } from './togglePin.ts';
import type { Reading } from '../useReading.ts';
import { useSelection } from './useSelection.ts';

interface Props {
  readonly run: RunSet;
  readonly reading: Reading;
}

export function ExplorerPanel({ run, reading }: Props) {
  const panel = useExplorer((state) => state.panel);
  return (
    <section className={styles.explorer} data-stage="explorer" aria-label={inspectText.reader.heading}>
      <SegmentedControl
        size="xs"
        m="8px 10px 0"
        aria-label={words.panels.label}
        value={panel}
        data={PANELS.map((value) => ({ value, label: words.panels[value] }))}
        onChange={(value) => explorerStore.getState().set({ panel: value as PanelName })}
      />
      {panel === 'episodes' ? <Episodes run={run} reading={reading} /> : <SameProblem run={run} episode={reading.episode} />}
    </section>
  );
}

const PANELS: readonly PanelName[] = ['episodes', 'problem'];

const NONE: readonly ExplorerRow[] = [];

const read = ({ iteration, episode }: EpisodeRef): void => cursorStore.getState().move({ iteration, episode });

function Episodes({ run, reading }: Props) {
  const { selection, busy } = useSelection(run, reading.episodes);
  const pins = usePins((state) => pinsOf(state, run.id));
  const others = selection?.rows ?? NONE;
  const pinned = useMemo(() => pins.map((pin) => fresh(run, pin)), [run, pins]);
  useEffect(() => {
    // What the keys of the whole page walk through: each episode once.
    const apart = pinned.filter((pin) => !others.some((row) => sameEpisode(pin, row)));
    explorerStore.getState().set({ listed: [...apart, ...others] });
    return () => explorerStore.getState().set({ listed: [] });
  }, [pinned, others]);
  const { episodes, stored } = run;
  const isReadable = useCallback(
    ({ iteration, episode }: EpisodeRef) =>
      episodes[iteration]?.some((record) => record.episode === episode) ?? stored?.includes(iteration) ?? false,
    [episodes, stored],
  );
  const onPin = useCallback((row: ExplorerRow) => togglePin(run.id, row), [run.id]);
  const { episode } = reading;
  return (
    <>
      <ExplorerTools document={run.document} iteration={reading.iteration} selection={selection} />
      <ExplorerTable
        document={run.document}
        pinned={pinned}
        others={others}
        chosen={episode ?? null}
        busy={busy}
        isReadable={isReadable}
        onChoose={read}
        onPin={onPin}
      />
      {selection && selection.rows.length === 0 && (
        <Text size="sm" c="dimmed" p="md" role="status">
          {inspectText.empty.noneMatch}
        </Text>
      )}
    </>
  );
}

/** The row of a pinned episode as it is now in memory, else as it was when it was pinned. */
function fresh(run: RunSet, pin: ExplorerRow): ExplorerRow {
  const record = run.episodes[pin.iteration]?.find(({ episode }) => episode === pin.episode);
  return record ? rowOf(record) : pin;
}
