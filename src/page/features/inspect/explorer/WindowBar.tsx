/** Which part is listed of an iteration too large to be held whole, and the ways to the others. */
import { ActionIcon, NumberInput, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconChevronsLeft, IconChevronsRight } from '@tabler/icons-react';
import type { EpisodeWindow } from '../../../../../workers/library/protocol.ts';
import { useExplorer } from '../../../state/reading/explorerView.ts';
import { faultFrom } from '../../../../core/faults.ts';
import { readNumbered, readWindow } from '../../../state/reading/reader.ts';
import { isOpen } from '../../../state/runs/explorer.ts';
import { spanOf } from '../../../kit/figures/spanOf.ts';
import { exploreText } from '../../../../words/words.ts';
import { notifyRefused } from '../../../kit/notices/notify.ts';
import styles from './explorer.module.css';

const words = exploreText.window;

const refuse = (error: unknown): void => notifyRefused(words.failed, faultFrom(error).message);

interface Props {
  readonly runId: string;
  readonly iteration: number;
  readonly window: EpisodeWindow;
  /** How many of its episodes could be read. */
  readonly readable: number;
  /** Number of the episode that is read. */
  readonly episode: number | undefined;
}

export function WindowBar({ runId, iteration, window: shown, readable, episode }: Props) {
  const { window, windows, count } = shown;
  const narrowed = useExplorer((state) => !isOpen(state.filter));
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
      {narrowed && (
        <Text size="xs" component="span">
          {words.narrowed}
        </Text>
      )}
    </div>
  );
}
