/** The episode that is read, looked at in one of several views; a defect in one of them leaves the others usable. */
import { Loader, Tabs } from '@mantine/core';
import { IconMessageQuestion } from '@tabler/icons-react';
import { Suspense, useRef } from 'react';
import { keepsNotebook, notesOf } from '../../../core/counterfactual/notes.ts';
import { importInfoOf } from '../../../core/formats/imports/run/info.ts';
import { INSPECT_VIEWS, type InspectView, useCursor } from '../../state/address/cursor.ts';
import type { RunSet } from '../../state/runs/types.ts';
import { EmptyState } from '../../kit/notices/EmptyState.tsx';
import { useMoreAside } from '../../kit/layout/useMoreAside.ts';
import { Guard, placeWithin } from '../../kit/notices/Guard.tsx';
import { exploreText as words, inspectText, text, trainerReportText } from '../../../words/words.ts';
import styles from '../../features/inspect/place.module.css';
import type { Reading } from '../../features/inspect/useReading.ts';
import { PLAY_ON, TRAINER_REPORT, VIEWS } from './views.ts';

/** Views that play episodes on, which takes the environment and the model of a run. */
const PLAYED_ON: readonly InspectView[] = ['replay', 'blame', 'turned', 'notes', 'shares', 'values'];

interface Props {
  readonly run: RunSet;
  readonly reading: Reading;
}

export function ViewTabs({ run, reading: { iteration, episodes, episode } }: Props) {
  const chosen = useCursor((cursor) => cursor.view);
  const move = useCursor((cursor) => cursor.move);
  const tabs = useRef<HTMLDivElement>(null);
  useMoreAside(tabs);
  // A team without a notebook has no notes to ask about; a link to them, and notes that were written all the same, are shown.
  const notebook = chosen === 'notes' || keepsNotebook(run.document.environment.source) || (episode && notesOf(episode).length > 0);
  const there = INSPECT_VIEWS.filter((name) => VIEWS[name] && (name !== 'notes' || notebook));
  const view = there.find((name) => name === chosen) ?? there[0];
  if (!view) return null;
  const imported = importInfoOf(run.info) !== null;
  const tabName = (name: InspectView): string => (imported && name === 'receipt' ? trainerReportText.tab : inspectText.views[name]);
  return (
    <Tabs
      value={view}
      onChange={(value) => move({ view: there.find((known) => known === value) ?? view })}
      keepMounted={false}
      className={styles.tabs}
    >
      <Tabs.List ref={tabs} aria-label={inspectText.views.label} className={styles.tabList}>
        {there.map((name) => (
          <Tabs.Tab key={name} value={name} data-stage={`view:${name}`}>
            {tabName(name)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {there.map((name) => {
        const View = imported && name === 'receipt' ? TRAINER_REPORT : VIEWS[name];
        return (
          <Tabs.Panel key={name} value={name} className={styles.view}>
            {View && episode ? (
              <Guard place={placeWithin(text.shell.place.inspect.name, tabName(name))}>
                <Suspense fallback={<Loader size="sm" m="md" />}>
                  {imported && PLAYED_ON.includes(name) ? (
                    <PLAY_ON view={name} View={View} run={run} iteration={iteration} episodes={episodes} episode={episode} />
                  ) : (
                    <View run={run} iteration={iteration} episodes={episodes} episode={episode} />
                  )}
                </Suspense>
              </Guard>
            ) : (
              <EmptyState icon={IconMessageQuestion} title={words.noEpisode} hint={words.noEpisodeHint} />
            )}
          </Tabs.Panel>
        );
      })}
    </Tabs>
  );
}
