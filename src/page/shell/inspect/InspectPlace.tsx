/**
 * The inspect place: at the top which iteration of the run is read, at the left its episodes, at the right the one that is
 * read, looked at in one of several views. All of them follow and move the page's one cursor.
 */
import { IconMessages } from '@tabler/icons-react';
import { Group, Panel, Separator } from 'react-resizable-panels';
import { keptIterations } from '../../state/runs/keep.ts';
import type { RunSet } from '../../state/runs/types.ts';
import { EmptyRun } from '../../kit/lessons/EmptyRun.tsx';
import { useCalmRun } from '../../kit/runs/useCalmRun.ts';
import { EmptyState } from '../../kit/notices/EmptyState.tsx';
import { useSplit } from '../../kit/layout/useSplit.ts';
import { useStacked } from '../../kit/layout/useStacked.ts';
import { exploreText as words, inspectText } from '../../../words/words.ts';
import { ExplorerPanel } from '../../features/inspect/explorer/ExplorerPanel.tsx';
import { WindowBar } from '../../features/inspect/explorer/WindowBar.tsx';
import { ConservationLights } from '../../features/inspect/microscope/ConservationLights.tsx';
import shared from '../../features/inspect/inspect.module.css';
import { IterationBar } from '../../features/inspect/IterationBar.tsx';
import styles from '../../features/inspect/place.module.css';
import { type Reading, useReading } from '../../features/inspect/useReading.ts';
import { useTokenInView } from '../../features/inspect/useTokenInView.ts';
import { ViewTabs } from './ViewTabs.tsx';

/** Least time between two iterations while the newest is followed, milliseconds: what changes faster cannot be read. */
const READING_INTERVAL = 500;

export function InspectPlace() {
  const run = useCalmRun(READING_INTERVAL);
  const found = useReading(run);
  useTokenInView();
  if (!run) return <EmptyRun />;
  if (!found) return <NoEpisodes run={run} />;
  // The small reader's filter is not on screen here: an episode it hides is read all the same.
  const reading = { ...found, episode: found.episode ?? found.episodes[0] };
  return (
    <div className={`${shared.reader} ${styles.place}`}>
      <header className={styles.head}>
        <IterationBar run={run} reading={reading} />
        <ConservationLights run={run} iteration={reading.iteration} episodes={reading.episodes} />
        <WindowBar run={run} reading={reading} />
      </header>
      <Parts run={run} reading={reading} />
    </div>
  );
}

interface PartsProps {
  readonly run: RunSet;
  readonly reading: Reading;
}

/** Episodes and view: side by side, or one under the other in a narrow window. */
function Parts({ run, reading }: PartsProps) {
  const stacked = useStacked();
  const columns = useSplit('inspect.columns', { explorer: 38, view: 62 });
  const busy = reading.awaited !== null;
  const explorer = <ExplorerPanel run={run} reading={reading} />;
  const view = <ViewTabs run={run} reading={reading} />;
  if (stacked)
    return (
      <div className={styles.stack} aria-busy={busy}>
        <div className={styles.stackedExplorer}>{explorer}</div>
        <div className={styles.stackedView}>{view}</div>
      </div>
    );
  return (
    <Group orientation="horizontal" {...columns} className={styles.parts} aria-busy={busy}>
      <Panel id="explorer" minSize={260}>
        {explorer}
      </Panel>
      <Separator className="separator" aria-label={words.resize} />
      <Panel id="view" minSize={420}>
        {view}
      </Panel>
    </Group>
  );
}

/** A run whose episodes have not come yet, or are still read from this browser. */
function NoEpisodes({ run }: { readonly run: RunSet }) {
  const coming = keptIterations(run.episodes).length === 0 && (run.stored?.length ?? 0) > 0;
  const newest = run.stored?.at(-1) ?? 0;
  return coming ? (
    <EmptyState icon="loading" title={words.awaited(newest)} />
  ) : (
    <EmptyState icon={IconMessages} title={inspectText.empty.noEpisodes} hint={inspectText.empty.noEpisodesHint} />
  );
}
