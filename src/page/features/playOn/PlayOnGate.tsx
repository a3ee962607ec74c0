/**
 * Before a view that plays an imported run on: what is missing and how to bring it; else with what it is played on, above the view. The
 * view gets the run as it was equipped and its episodes as they were told again, and knows nothing of imports.
 */
import { Button, Group, Loader, Stack, Text } from '@mantine/core';
import { IconMessageQuestion, IconPlugConnected } from '@tabler/icons-react';
import { type ComponentType, useEffect, useMemo } from 'react';
import type { EpisodeRecord } from '../../../core/episode/records.ts';
import { problemOf } from '../../../core/formats/imports/playOn/match.ts';
import type { PlayOn } from '../../../core/formats/imports/playOn/playOn.ts';
import type { ProjectDocument } from '../../../core/document/schema.ts';
import type { InspectView } from '../../state/address/cursor.ts';
import { useLab } from '../../state/lab/lab.ts';
import { runsViewStore } from '../../state/runsView/runsView.ts';
import { EmptyState } from '../../kit/notices/EmptyState.tsx';
import { FaultList } from '../../kit/notices/FaultList.tsx';
import type { ViewProps } from '../../kit/tokens/view.ts';
import { GAP, importText, playOnText as words } from '../../../words/words.ts';
import { toldOf } from './createRetold.ts';
import { FoundPart } from './FoundPart.tsx';
import { retoldStore, useRetold } from './playOn.ts';
import { fitSentences, statementOf } from './sentences.ts';
import styles from './playOn.module.css';

interface Props extends ViewProps {
  readonly view: InspectView;
  readonly View: ComponentType<ViewProps>;
}

/** Episodes that are told again for a view of several, at most; it asks about no more. */
const TOLD = 128;

export function PlayOnGate(props: Props) {
  const { run } = props;
  const bring = (
    <Button title={importText.playOn.help} onClick={() => runsViewStore.getState().set({ equipping: run.id })}>
      {run.playOn ? words.other : importText.playOn.button}
    </Button>
  );
  if (!run.playOn) return <EmptyState icon={IconPlugConnected} title={words.nothing.title} hint={words.nothing.hint} actions={bring} />;
  // Before anything is shown it is looked at whether it fits.
  if (!run.playOn.check)
    return (
      <Stack gap="sm" p="md" align="flex-start">
        <FoundPart playOn={run.playOn} />
        {bring}
      </Stack>
    );
  return (
    <div className={styles.gate}>
      <Statement playOn={run.playOn} runId={run.id} />
      <div className={styles.view}>
        <Equipped {...props} playOn={run.playOn} key={JSON.stringify([run.id, props.view])} />
      </div>
    </div>
  );
}

function Statement({ playOn, runId }: { readonly playOn: PlayOn; readonly runId: string }) {
  const warnings = fitSentences(playOn).filter(({ warns }) => warns);
  return (
    <Group gap={8} className={styles.statement} role="note">
      <Text size="xs" className={styles.text}>
        {statementOf(playOn)}
        {GAP}
        {warnings.map(({ text }) => (
          <Text key={text} span size="xs" fw={600} className={styles.warning}>
            {text}
            {GAP}
          </Text>
        ))}
      </Text>
      <Button size="compact-xs" variant="default" onClick={() => runsViewStore.getState().set({ equipping: runId })}>
        {words.details}
      </Button>
    </Group>
  );
}

function Equipped({ view, View, playOn, run, iteration, episodes, episode }: Props & { readonly playOn: PlayOn }) {
  // Shares are of problems, and of no episode.
  const needed = useMemo(() => {
    if (view === 'shares') return [];
    return view === 'values' ? [episode, ...episodes.filter((other) => other !== episode).slice(0, TOLD)] : [episode];
  }, [view, episodes, episode]);
  const asking = useRetold((state) => state.asking.includes(run.id));
  const told = useRetold((state) => state.told);
  const fault = useLab((lab) => lab.faults.find(({ by }) => by.view === 'playOn' && by.runId === run.id)?.fault);
  const found = (record: EpisodeRecord) => toldOf({ told }, run.id, playOn, record);
  const matched = view === 'shares' || problemOf(episode, playOn.problems) !== null;
  const missing = matched && needed.some((record) => !found(record) && problemOf(record, playOn.problems) !== null);
  const tell = (): void => void retoldStore.getState().tell(run.id, playOn, needed);
  useEffect(() => {
    if (missing && !asking && !fault) tell();
  });
  const own = found(episode);
  const equipped = useMemo(
    () => ({ ...run, document: view === 'values' && !hasValues(own?.record) ? withoutCritic(playOn.document) : playOn.document }),
    [run, view, own, playOn],
  );
  if (view === 'shares') return <View run={equipped} iteration={iteration} episodes={episodes} episode={episode} />;
  if (!matched) return <EmptyState icon={IconMessageQuestion} title={words.unmatched.title} hint={words.unmatched.hint} />;
  if (own?.obstacle)
    return <EmptyState icon={IconMessageQuestion} title={words.unmatched.title} hint={words.obstacle(words.obstacles[own.obstacle])} />;
  if (!own?.record || (missing && asking))
    return (
      <Stack p="md" gap="sm" align="flex-start">
        {asking || !fault ? (
          <Group gap={8} role="status">
            <Loader size="xs" />
            <Text size="sm">{words.telling}</Text>
          </Group>
        ) : (
          <>
            <FaultList faults={[fault]} />
            <Button onClick={tell}>{words.retell}</Button>
          </>
        )}
      </Stack>
    );
  // Those that cannot be told again are none of this view's.
  const records = view === 'values' ? episodes.flatMap((record) => found(record)?.record ?? []) : episodes;
  return <View run={equipped} iteration={iteration} episodes={records} episode={own.record} />;
}

const hasValues = (record: EpisodeRecord | null | undefined): boolean =>
  record?.messages.some(({ values }) => values.some(Number.isFinite)) ?? false;

/** Without values on record there is nothing to hold against the tree. */
const withoutCritic = (document: ProjectDocument): ProjectDocument => ({
  ...document,
  training: { ...document.training, algorithm: 'reinforce', baseline: 'none' },
});
