/** Which part is here of an iteration too large to be held whole, and the ways to the others; nothing where all of it is. */
import { ActionIcon, NumberInput, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconChevronsLeft, IconChevronsRight } from '@tabler/icons-react';
import type { EpisodeWindow } from '../../../../../workers/library/protocol.ts';
import { faultFrom } from '../../../../core/faults.ts';
import type { RunSet } from '../../../state/runs/types.ts';
import type { Reading } from '../useReading.ts';
import { readNumbered, readWindow } from '../../../state/reading/reader.ts';
import { spanOf } from './spanOf.ts';
import { exploreText } from '../../../../words/words.ts';
import { notifyRefused } from '../../../kit/notices/notify.ts';
import styles from './explorer.module.css';

const words = exploreText.window;

const refuse = (error: unknown): void => notifyRefused(words.failed, faultFrom(error).message);

interface Props {
  readonly run: RunSet;
  readonly reading: Reading;
}

export function WindowBar({ run, reading: { iteration, episodes, episode: read } }: Props) {
  const shown = run.windows?.[iteration];
  return shown && <Bar runId={run.id} iteration={iteration} shown={shown} readable={episodes.length} episode={read?.episode} />;
}

interface BarProps {
  readonly runId: string;
  readonly iteration: number;
  readonly shown: EpisodeWindow;
  /** How many of its episodes could be read. */
  readonly readable: number;
  /** Number of the episode that is read. */
  readonly episode: number | undefined;
}

function Bar({ runId, iteration, shown, readable, episode }: BarProps) {
  const { window, windows, count } = shown;
  const go = (to: number): void => void readWindow(runId, iteration, to).catch(refuse);
  const goTo = (wanted: number): void =>
    void readNumbered(runId, iteration, wanted)
      .then((there) => there || notifyRefused(words.absent, words.absentHint(wanted, iteration)))
      .catch(refuse);
  const ways = [
    { label: words.first, to: 0, icon: IconChevronsLeft },
    { label: words.previous, to: window - 1, icon: IconChevronLeft },
    { label: words.next, to: window + 1, icon: IconChevronRight },
    { label: words.last, to: windows - 1, icon: IconChevronsRight },
  ];
  return (
    <div className={styles.count} role="group" aria-label={words.label}>
      {ways.map(({ label, to, icon: Icon }, index) => (
        <ActionIcon
          key={label}
          size="sm"
          aria-label={label}
          title={label}
          disabled={index < 2 ? window === 0 : window >= windows - 1}
          onClick={() => go(to)}
        >
          <Icon size={14} aria-hidden />
        </ActionIcon>
      ))}
      <span role="status">{words.span(...spanOf(shown))}</span>
      <NumberInput
        size="xs"
        w={110}
        hideControls
        aria-label={words.goTo}
        title={words.goTo}
        key={episode}
        defaultValue={episode}
        min={0}
        allowDecimal={false}
        onKeyDown={({ key, currentTarget: { value } }) => {
          const wanted = Number(value);
          if (key === 'Enter' && value !== '' && Number.isInteger(wanted)) goTo(wanted);
        }}
      />
      {count > readable && (
        <Text size="xs" component="span">
          {words.unreadable(count - readable)}
        </Text>
      )}
      <Text size="xs" component="span">
        {words.alone}
      </Text>
    </div>
  );
}
