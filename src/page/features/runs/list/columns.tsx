/** The columns of the table of runs, and how they sort. */
import { Badge, Group, Tooltip } from '@mantine/core';
import {
  createColumnHelper,
  createExpandedRowModel,
  createSortedRowModel,
  rowExpandingFeature,
  rowSortingFeature,
  sortFn_alphanumeric,
  tableFeatures,
} from '@tanstack/react-table';
import { largestShare } from '../../../../core/counterfactual/turned/liveShares.ts';
import { formatBytes, formatNumber } from '../../../kit/figures/format.ts';
import { DATES, languageSpoken, COMMA, text } from '../../../../words/words.ts';
import { phaseText } from './labels.ts';
import { lastOf, type ListedRun, progressOf, type RunNode, runTitle } from './listed.ts';
import styles from './list.module.css';
import { NameCell } from './NameCell.tsx';
import { mostTurned } from './turned.ts';

const words = text.runs.list;

export const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { alphanumeric: sortFn_alphanumeric },
  rowExpandingFeature,
  expandedRowModel: createExpandedRowModel(),
});

const helper = createColumnHelper<typeof features, RunNode>();

/** Columns of numbers stand to the right. */
export const NUMBERS: ReadonlySet<string> = new Set(['iteration', 'seed', 'reward', 'greedy', 'saved', 'spoiled', 'bytes']);

export const columns = helper.columns([
  helper.accessor(({ run }) => runTitle(run), {
    id: 'name',
    header: words.columns.name,
    cell: ({ row }) => <NameCell row={row} />,
  }),
  helper.accessor(({ run }) => run.project, { id: 'project', header: words.columns.project }),
  helper.accessor(({ run }) => run.tags.join(COMMA), {
    id: 'tags',
    header: words.columns.tags,
    cell: ({ row }) => <Tags tags={row.original.run.tags} />,
  }),
  helper.accessor(({ run }) => phaseText(run), {
    id: 'phase',
    header: words.columns.phase,
    cell: ({ row }) => <Phase run={row.original.run} />,
  }),
  helper.accessor(({ run }) => run.iteration, {
    id: 'iteration',
    header: words.columns.iteration,
    cell: ({ row }) => progressOf(row.original.run),
  }),
  helper.accessor(({ run }) => run.seed ?? undefined, {
    id: 'seed',
    header: words.columns.seed,
    sortUndefined: 'last',
    cell: ({ getValue }) => getValue() ?? words.unknownSeed,
  }),
  helper.accessor(({ run }) => lastOf(run, 'reward/mean'), {
    id: 'reward',
    header: words.columns.reward,
    sortUndefined: 'last',
    cell: ({ getValue }) => formatNumber(getValue()),
  }),
  helper.accessor(({ run }) => lastOf(run, 'reward/greedy'), {
    id: 'greedy',
    header: words.columns.greedy,
    sortUndefined: 'last',
    cell: ({ getValue }) => formatNumber(getValue()),
  }),
  ...(['saved', 'spoiled'] as const).map((share) =>
    helper.accessor(({ run }) => largestShare(run.last, share)?.value, {
      id: share,
      header: words.columns[share],
      sortUndefined: 'last',
      cell: ({ row }) => <Turned row={row.original.run.last} share={share} />,
    }),
  ),
  helper.accessor(({ run }) => run.began, {
    id: 'began',
    header: words.columns.began,
    cell: ({ getValue }) => began(getValue()),
  }),
  helper.accessor(({ run }) => run.bytes, {
    id: 'bytes',
    header: words.columns.bytes,
    cell: ({ row }) => (row.original.run.kept ? formatBytes(row.original.run.bytes) : <NotKept />),
  }),
]);

function Turned({ row, share }: { readonly row: ListedRun['last']; readonly share: 'saved' | 'spoiled' }) {
  const most = mostTurned(row, share);
  return most ? <span title={most.help}>{most.says}</span> : formatNumber(undefined);
}

function Tags({ tags }: { readonly tags: readonly string[] }) {
  return (
    <Group gap={4} wrap="nowrap" className={styles.tags} title={tags.join(COMMA)}>
      {tags.map((tag) => (
        <Badge key={tag} size="sm" variant="default" tt="none" fw={500}>
          {tag}
        </Badge>
      ))}
    </Group>
  );
}

function Phase({ run }: { readonly run: ListedRun }) {
  return (
    <span
      className={styles.phase}
      data-phase={run.recorded || run.imported !== undefined ? 'recorded' : run.interrupted ? 'stopped' : run.phase}
    >
      {phaseText(run)}
    </span>
  );
}

function NotKept() {
  return (
    <Tooltip label={words.notKeptHelp}>
      <span>{words.notKept}</span>
    </Tooltip>
  );
}

const sameYear = new Intl.DateTimeFormat(DATES[languageSpoken()], { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });
const otherYear = new Intl.DateTimeFormat(DATES[languageSpoken()], { day: 'numeric', month: 'short', year: 'numeric' });

/** When a run began; a dash for the recorded ones, which never began here, and where nobody knows. */
function began(time: number): string {
  if (time === 0) return '–';
  const date = new Date(time);
  return (date.getFullYear() === new Date().getFullYear() ? sameYear : otherYear).format(date);
}
