/** Every run there is: find, label, open, fork and delete them; compare them; queue more of them. */
import { Tabs } from '@mantine/core';
import { useEffect } from 'react';
import { libraryStore, useLibrary } from '../../state/library/library.ts';
import { useQueue } from '../../state/queue/queue.ts';
import { type RunsTab, useRunsView } from '../../state/runsView/runsView.ts';
import { text } from '../../../words/words.ts';
import { ComparePanel } from './compare/ComparePanel.tsx';
import { ForkDialogue } from './list/ForkDialogue.tsx';
import { RunList } from './list/RunList.tsx';
import { QueuePanel } from './sweeps/QueuePanel.tsx';
import { SweepDialogue } from './sweeps/SweepDialogue.tsx';
import styles from './place.module.css';

const words = text.runs;

export function RunsPlace() {
  const tab = useRunsView((state) => state.tab);
  const set = useRunsView((state) => state.set);
  const selected = useRunsView((state) => state.selected.length);
  const waiting = useQueue((state) => state.entries.filter(({ status }) => status === 'waiting' || status === 'running').length);
  const kept = useLibrary((state) => state.cards.length);
  // What they take is told by the browser, and only when it is asked.
  useEffect(() => void libraryStore.getState().refresh(), [kept]);
  return (
    <>
      <Tabs value={tab} onChange={(value) => set({ tab: value as RunsTab })} keepMounted={false} className={styles.place}>
        <Tabs.List aria-label={words.tabs}>
          <Tabs.Tab value="list">{words.tab.list}</Tabs.Tab>
          <Tabs.Tab value="compare">{words.tab.compare(selected)}</Tabs.Tab>
          <Tabs.Tab value="queue">{words.tab.queue(waiting)}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="list" className={styles.panel}>
          <RunList />
        </Tabs.Panel>
        <Tabs.Panel value="compare" className={styles.panel}>
          <ComparePanel />
        </Tabs.Panel>
        <Tabs.Panel value="queue" className={styles.panel}>
          <QueuePanel />
        </Tabs.Panel>
      </Tabs>
      <ForkDialogue />
      <SweepDialogue />
    </>
  );
}
