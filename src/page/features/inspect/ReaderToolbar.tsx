/** Which iteration is read, and which of its episodes, in which order. */
import { SegmentedControl, Select, Text, TextInput, Tooltip } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { EpisodeRecord } from '../../../core/episode/records.ts';
import { isRight, type EpisodeFilter, type EpisodeOrder, type EpisodeVerdict } from '../../state/runs/episodes.ts';
import { inspectText } from '../../../words/words.ts';
import styles from './inspect.module.css';

const text = inspectText.reader;
const NEWEST = 'newest';
/** Most iterations listed at once. */
const LISTED = 100;

interface Props {
  /** Iterations whose episodes can be read, newest first. */
  readonly kept: readonly number[];
  /** Whether the newest iteration is followed as it comes. */
  readonly following: boolean;
  readonly iteration: number;
  readonly all: readonly EpisodeRecord[];
  readonly shown: number;
  readonly dropped: number;
  readonly filter: EpisodeFilter;
  readonly onFilter: (filter: EpisodeFilter) => void;
  /** null: follow the newest. */
  readonly onIteration: (iteration: number | null) => void;
}

export function ReaderToolbar({ kept, following, iteration, all, shown, dropped, filter, onFilter, onIteration }: Props) {
  const newest = kept[0] ?? iteration;
  const judged = all.filter((episode) => isRight(episode) !== null);
  const iterations = [
    { value: NEWEST, label: text.newest(newest) },
    ...kept.map((value) => ({ value: String(value), label: String(value) })),
  ];
  const picker = (
    <Select
      label={text.iteration}
      aria-label={text.iteration}
      data={iterations}
      // A long run has more iterations than a list can show: then its number is typed.
      searchable={kept.length > LISTED}
      limit={LISTED}
      value={following ? NEWEST : String(iteration)}
      w={118}
      onChange={(value) => value && onIteration(value === NEWEST ? null : Number(value))}
    />
  );
  return (
    <div className={styles.toolbar}>
      {dropped > 0 ? <Tooltip label={text.keptHint(dropped)}>{picker}</Tooltip> : picker}
      {judged.length > 0 && (
        <SegmentedControl
          size="xs"
          aria-label={text.verdict}
          value={filter.verdict}
          data={(Object.keys(text.verdicts) as EpisodeVerdict[]).map((value) => ({ value, label: text.verdicts[value] }))}
          onChange={(verdict) => onFilter({ ...filter, verdict: verdict as EpisodeVerdict })}
        />
      )}
      <Select
        aria-label={text.order}
        w={112}
        value={filter.order}
        data={(Object.keys(text.orders) as EpisodeOrder[]).map((value) => ({ value, label: text.orders[value] }))}
        onChange={(order) => order && onFilter({ ...filter, order: order as EpisodeOrder })}
      />
      <TextInput
        aria-label={text.search}
        placeholder={text.searchPlaceholder}
        leftSection={<IconSearch size={14} />}
        className={styles.find}
        value={filter.text}
        onChange={(event) => onFilter({ ...filter, text: event.currentTarget.value })}
      />
      <Text size="xs" c="dimmed" className={styles.count}>
        {text.count(shown, all.length)}
        {judged.length > 0 && ` · ${text.share(judged.filter(isRight).length, judged.length)}`}
      </Text>
    </div>
  );
}
