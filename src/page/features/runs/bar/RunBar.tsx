/** Which run is on screen, whether it is recorded or being trained now, how far it is, and its export. */
import { Group, Select, Text } from '@mantine/core';
import { IconHistory, IconPlayerRecordFilled, IconPlayerStop } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { importInfoOf } from '../../../../core/formats/imports/run/info.ts';
import { shownProgress, useEngine } from '../../../state/engine/engine.ts';
import { useLibrary } from '../../../state/library/library.ts';
import { useRuns } from '../../../state/runs/runs.ts';
import { hasEnded, serverOf } from '../../../state/runs/interrupted.ts';
import type { RunBest, RunSet } from '../../../state/runs/types.ts';
import { Explained } from '../../../kit/help/Explained.tsx';
import { formatNumber } from '../../../kit/figures/format.ts';
import { importText, shownRunText, serverText, text as page } from '../../../../words/words.ts';
import { ExportButton } from '../export/ExportButton.tsx';
import { runNames } from '../list/runNames.ts';
import styles from './runs.module.css';
import { useCalmRun } from '../../../kit/runs/useCalmRun.ts';

const text = shownRunText.runs;

export function RunBar() {
  const run = useCalmRun();
  const order = useRuns((state) => state.order);
  const show = useRuns((state) => state.show);
  if (!run && order.length === 0) return null;

  return (
    <Group gap={8} wrap="nowrap" className={styles.bar}>
      {run && <OriginBadge run={run} />}
      <RunPicker order={order} current={run?.id ?? null} onShow={show} />
      {run && (
        <div className={styles.progress}>
          <RunProgressText run={run} />
          {run.best && <BestText best={run.best} />}
        </div>
      )}
      {run && <ExportButton key={run.id} run={run} />}
    </Group>
  );
}

/** How far the run is, and the server that trained it where this computer did not; of the trainer's own run the numbers of the status line, which come before the curves. */
function RunProgressText({ run }: { readonly run: RunSet }) {
  const trained = useEngine((state) => state.runId === run.id);
  const iteration = useEngine((state) => (trained ? state.iteration : run.iteration));
  const phase = useEngine((state) => (trained && state.phase !== 'idle' ? state.phase : run.phase));
  const share = useEngine((state) => {
    const progress = trained ? shownProgress(state) : null;
    return progress && Math.floor(100 * progress.share);
  });
  const imported = importInfoOf(run.info);
  if (imported)
    return (
      <Text size="xs" c="dimmed" lh="inherit" title={importText.readHelp}>
        {importText.readTo(run.iteration, importText.sources[imported.source])}
      </Text>
    );
  const { iterations, seed } = run.document.training;
  const doing = text.phases[phase];
  const server = serverOf(run.info);
  return (
    <Text size="xs" c="dimmed" lh="inherit" title={text.progressHelp(iteration, iterations)}>
      {text.progress(iteration, iterations, share === null ? doing : text.within(doing, share))}
      <span title={text.seedHelp}>{text.seed(seed)}</span>
      {server && (
        <span title={serverText.atHelp(server.url)} data-trained-by>
          {` · ${serverText.at(server.url)}`}
        </span>
      )}
    </Text>
  );
}

/** The best checkpoint, which an export holds beside the newest. */
function BestText({ best }: { readonly best: RunBest }) {
  const { iteration, metric, value } = best;
  return (
    <Text size="xs" c="dimmed" lh="inherit" title={text.bestHelp(metric)}>
      {text.best(iteration, metric, formatNumber(value))}
    </Text>
  );
}

interface PickerProps {
  readonly order: readonly string[];
  /** Null when the project at hand has no run yet. */
  readonly current: string | null;
  readonly onShow: (runId: string) => void;
}

/** The runs of this session; a single one needs no choice. */
function RunPicker({ order, current, onShow }: PickerProps) {
  // By content: the runs change with every event, their names hardly ever.
  const given = useLibrary(
    useShallow((state) => new Map(state.cards.flatMap(({ id, name }) => (name === '' ? [] : [[id, name] as const])))),
  );
  const names = useRuns(useShallow((state) => runNames(order, state.runs, given)));
  const data = useMemo(() => order.map((id) => ({ value: id, label: names.get(id) ?? id })).reverse(), [order, names]);
  return (
    <Select
      aria-label={text.run}
      title={current === null ? undefined : names.get(current)}
      placeholder={text.choose}
      data={data}
      value={current}
      onChange={(id) => id && onShow(id)}
      className={styles.picker}
      rightSectionWidth={20}
      // As wide as the longest name, however narrow the field is; one that is longer than the window goes on below.
      comboboxProps={{ width: 'max-content', position: 'bottom-end' }}
      classNames={{ dropdown: styles.pickerMenu }}
    />
  );
}

/** Recorded, live or over: told apart by word, sign and shape, not by colour alone. */
function OriginBadge({ run }: { readonly run: RunSet }) {
  const [kind, word, help, Icon] =
    run.origin === 'recorded'
      ? (['recorded', text.recorded, text.recordedHelp, IconHistory] as const)
      : run.origin === 'kept'
        ? importInfoOf(run.info)
          ? (['recorded', importText.badge, importText.readHelp, IconHistory] as const)
          : (['recorded', page.kept.badge, page.kept.badgeHelp, IconHistory] as const)
        : hasEnded(run)
          ? (['ended', text.session, text.sessionHelp, IconPlayerStop] as const)
          : (['live', text.live, text.liveHelp, IconPlayerRecordFilled] as const);
  return (
    <Explained
      explanation={<Text size="sm">{help}</Text>}
      className={styles.origin}
      data={{ 'data-origin': kind, 'data-moving': kind === 'live' && run.phase !== 'paused' }}
    >
      <Icon size={13} aria-hidden />
      {word}
    </Explained>
  );
}
