/** Which iteration is read: a slider over all that can be, steps, playing through them, and following the newest. */
import { ActionIcon, Button, Loader, Slider, Switch, Text, Tooltip } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconLink, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { useCursor } from '../../state/address/cursor.ts';
import { stepIteration } from '../../state/reading/reader.ts';
import { readableIterations } from '../../state/runs/keep.ts';
import type { RunSet } from '../../state/runs/types.ts';
import { copyLinkHere } from '../../kit/address/linkHere.ts';
import { exploreText as words } from '../../../words/words.ts';
import styles from './place.module.css';
import type { Reading } from './useReading.ts';

/** How long each iteration stays while they are played through, milliseconds. */
const PLAY_INTERVAL = 900;

interface Props {
  readonly run: RunSet;
  readonly reading: Reading;
}

export function IterationBar({ run, reading: { iteration, awaited, absent } }: Props) {
  const iterations = useMemo(() => readableIterations(run).toReversed(), [run]);
  const move = useCursor((cursor) => cursor.move);
  const following = useCursor((cursor) => cursor.iteration === null);
  const at = awaited ?? iteration;
  const current = Math.max(0, iterations.indexOf(at));
  const last = iterations.length - 1;
  const newest = iterations[last] ?? iteration;
  const dropped = run.stored ? 0 : run.episodesDropped;
  const moveTo = (index: number): void => {
    const next = iterations[index];
    if (next !== undefined && next !== at) move({ iteration: next });
  };
  return (
    <div className={styles.bar} data-stage="iterations" role="group" aria-label={words.bar}>
      <Text size="xs" c="dimmed">
        {words.iteration}
      </Text>
      <Step
        label={words.previous}
        disabled={current <= 0}
        icon={<IconChevronLeft size={16} aria-hidden />}
        onClick={() => stepIteration(-1)}
      />
      <Tooltip label={words.readable(iterations.length, dropped)}>
        <Slider
          className={styles.slider}
          size="sm"
          min={0}
          max={Math.max(1, last)}
          disabled={last < 1}
          value={current}
          onChange={moveTo}
          label={(index) => iterations[index] ?? newest}
          thumbLabel={words.iteration}
          thumbValueText={(index) => words.iterationAt(iterations[index] ?? at, newest)}
        />
      </Tooltip>
      <Step
        label={words.next}
        disabled={current >= last}
        icon={<IconChevronRight size={16} aria-hidden />}
        onClick={() => stepIteration(1)}
      />
      <Text size="sm" fw={600} className={styles.at}>
        {at}
      </Text>
      <Play atEnd={current >= last} onBegin={() => moveTo(0)} disabled={last < 1} />
      <Switch
        label={words.follow}
        title={words.followHelp}
        checked={following}
        onChange={({ currentTarget: { checked } }) => move({ iteration: checked ? null : iteration })}
      />
      <Button
        variant="default"
        size="compact-xs"
        leftSection={<IconLink size={12} aria-hidden />}
        title={words.link.copyHelp}
        onClick={() => void copyLinkHere()}
      >
        {words.link.copy}
      </Button>
      <span className={styles.said} role="status">
        {awaited !== null && <Loader size={12} aria-hidden />}
        {awaited !== null ? words.awaited(awaited) : absent !== null ? words.absent(absent) : ''}
      </span>
    </div>
  );
}

interface StepProps {
  readonly label: string;
  readonly disabled: boolean;
  readonly icon: React.ReactNode;
  readonly onClick: () => void;
}

function Step({ label, disabled, icon, onClick }: StepProps) {
  return (
    <ActionIcon size="sm" aria-label={label} title={label} disabled={disabled} onClick={onClick}>
      {icon}
    </ActionIcon>
  );
}

interface PlayProps {
  readonly atEnd: boolean;
  /** Goes to the first one: playing begins there when the last is read. */
  readonly onBegin: () => void;
  readonly disabled: boolean;
}

function Play({ atEnd, onBegin, disabled }: PlayProps) {
  const [playing, setPlaying] = useState(false);
  useEffect(() => {
    if (!playing) return undefined;
    const timer = setInterval(() => {
      if (!stepIteration(1)) setPlaying(false);
    }, PLAY_INTERVAL);
    return () => clearInterval(timer);
  }, [playing]);
  const label = playing ? words.pause : words.play;
  return (
    <ActionIcon
      size="sm"
      variant="default"
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={() => {
        if (!playing && atEnd) onBegin();
        setPlaying(!playing);
      }}
    >
      {playing ? <IconPlayerPause size={14} aria-hidden /> : <IconPlayerPlay size={14} aria-hidden />}
    </ActionIcon>
  );
}
