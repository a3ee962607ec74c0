/** The episodes of one iteration as a list box: reward, problem, first answer; only the rows in view are drawn. */
import { Text } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, type KeyboardEvent } from 'react';
import type { EpisodeRecord } from '../../../core/episode/records.ts';
import { firstAnswer, isRight } from '../../state/runs/episodes.ts';
import { formatNumber } from '../../kit/figures/format.ts';
import { inspectText } from '../../../words/words.ts';
import { VerdictIcon, verdictText } from './Verdict.tsx';
import styles from './inspect.module.css';

const text = inspectText.reader;
const ROW_HEIGHT = 72;

interface Props {
  readonly episodes: readonly EpisodeRecord[];
  /** Number of the episode being read. */
  readonly chosen: number | null;
  readonly onChoose: (episode: number) => void;
}

export function EpisodeList({ episodes, chosen, onChoose }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: episodes.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 6,
  });
  const position = episodes.findIndex((episode) => episode.episode === chosen);

  const choose = (index: number) => {
    const bounded = Math.min(Math.max(index, 0), episodes.length - 1);
    const episode = episodes[bounded];
    if (!episode) return;
    virtual.scrollToIndex(bounded);
    onChoose(episode.episode);
  };
  const onKey = (event: KeyboardEvent) => {
    const target = {
      ArrowDown: position + 1,
      ArrowUp: position - 1,
      Home: 0,
      End: episodes.length - 1,
      PageDown: position + 8,
      PageUp: position - 8,
    }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    choose(target);
  };

  if (episodes.length === 0)
    return (
      <div className={styles.list}>
        <Text size="sm" c="dimmed" p="md">
          {inspectText.empty.noneMatch}
        </Text>
      </div>
    );
  return (
    <div
      ref={box}
      className={styles.list}
      role="listbox"
      tabIndex={0}
      aria-label={text.list}
      onKeyDown={onKey}
      aria-activedescendant={position >= 0 ? `episode-option-${chosen}` : undefined}
    >
      <div role="presentation" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {virtual.getVirtualItems().map((item) => {
          const episode = episodes[item.index];
          if (!episode) return null;
          return (
            <EpisodeOption
              key={`${episode.split}:${episode.episode}`}
              episode={episode}
              chosen={item.index === position}
              top={item.start}
              position={item.index + 1}
              of={episodes.length}
              onChoose={() => onChoose(episode.episode)}
            />
          );
        })}
      </div>
    </div>
  );
}

interface OptionProps {
  readonly episode: EpisodeRecord;
  readonly chosen: boolean;
  readonly top: number;
  readonly position: number;
  readonly of: number;
  readonly onChoose: () => void;
}

function EpisodeOption({ episode, chosen, top, position, of, onChoose }: OptionProps) {
  const right = isRight(episode);
  const answer = firstAnswer(episode);
  const reward = formatNumber(episode.reward);
  return (
    // Keys reach the list box, which holds the focus (ARIA active-descendant pattern).
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={`episode-option-${episode.episode}`}
      role="option"
      aria-selected={chosen}
      aria-posinset={position}
      aria-setsize={of}
      aria-label={text.option(episode.episode, verdictText(right), reward, episode.problem, answer || text.silent)}
      className={styles.option}
      style={{ height: ROW_HEIGHT, transform: `translateY(${top}px)` }}
      onClick={onChoose}
    >
      <span className={styles.verdict} data-right={right ?? undefined}>
        <VerdictIcon right={right} />
        <span>{reward}</span>
      </span>
      <span className={styles.optionText}>
        <span className={styles.optionProblem}>{episode.problem}</span>
        <span className={styles.optionAnswer}>{answer.trim() || text.silent}</span>
      </span>
    </div>
  );
}
