/** The inspect place: which episode is read at the left, how it is looked at on the right. */
import { Loader, Tabs } from '@mantine/core';
import { Suspense } from 'react';
import { INSPECT_VIEWS, useCursor } from '../../stores/cursor.ts';
import type { RunSet } from '../../stores/runs/types.ts';
import { EmptyRun } from '../runs/EmptyRun.tsx';
import { useCalmRun } from '../runs/useCalmRun.ts';
import { inspectText } from '../text/en.inspect.ts';
import { EpisodeList } from './EpisodeList.tsx';
import { useReading } from './useReading.ts';
import { VIEWS } from './views.ts';

/** Least time between two iterations while the newest is followed, milliseconds: what changes faster cannot be read. */
const READING_INTERVAL = 500;

export function InspectPlace() {
  const run = useCalmRun(READING_INTERVAL);
  return run ? <Reading run={run} /> : <EmptyRun />;
}

function Reading({ run }: { readonly run: RunSet }) {
  const reading = useReading(run);
  const view = useCursor((cursor) => cursor.view);
  const move = useCursor((cursor) => cursor.move);
  if (!reading) return <EmptyRun />;
  const { iteration, episodes, shown, episode } = reading;
  return (
    <>
      <EpisodeList episodes={shown} chosen={episode?.episode ?? null} onChoose={(number) => move({ iteration, episode: number })} />
      <Tabs value={view} onChange={(value) => move({ view: INSPECT_VIEWS.find((known) => known === value) ?? view })} keepMounted={false}>
        <Tabs.List aria-label={inspectText.views.label}>
          {INSPECT_VIEWS.map(
            (name) =>
              VIEWS[name] && (
                <Tabs.Tab key={name} value={name}>
                  {inspectText.views[name]}
                </Tabs.Tab>
              ),
          )}
        </Tabs.List>
        {episode &&
          INSPECT_VIEWS.map((name) => {
            const View = VIEWS[name];
            return (
              View && (
                <Tabs.Panel key={name} value={name}>
                  <Suspense fallback={<Loader size="sm" />}>
                    <View run={run} iteration={iteration} episodes={episodes} episode={episode} />
                  </Suspense>
                </Tabs.Panel>
              )
            );
          })}
      </Tabs>
    </>
  );
}
