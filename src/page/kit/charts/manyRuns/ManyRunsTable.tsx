/** A chart of many runs as a table: mean, interval and number of runs of each group, then every run; as measured, newest first. */
import { Table } from '@mantine/core';
import { useMemo, useState } from 'react';
import { manyRunsTable, type RunGroup } from '../../../state/charts/manyRuns.ts';
import type { Range } from '../../../state/runs/range.ts';
import { chartsText, inspectText } from '../../../../words/words.ts';
import styles from '../charts.module.css';
import { formatNumber } from '../../figures/format.ts';
import { TablePages } from '../TablePages.tsx';

const ROWS_PER_PAGE = 50;

interface Props {
  readonly groups: readonly RunGroup[];
  readonly metric: string;
  /** Iterations shown; null for all. */
  readonly range: Range | null;
  readonly title: string;
  /** What the horizontal axis counts; iterations where left out. */
  readonly axis: string | undefined;
}

export function ManyRunsTable({ groups, metric, range, title, axis }: Props) {
  const all = useMemo(() => manyRunsTable(groups, metric, range), [groups, metric, range]);
  const pages = Math.max(1, Math.ceil(all.length / ROWS_PER_PAGE));
  const [chosen, setPage] = useState(1);
  const page = Math.min(chosen, pages);
  const end = all.length - (page - 1) * ROWS_PER_PAGE;
  const rows = all.slice(Math.max(0, end - ROWS_PER_PAGE), end).reverse();
  const words = chartsText.manyRuns;
  return (
    // A scrolling region must be reachable by keyboard (WCAG 2.1.1).
    <section className={`${styles.plot} ${styles.tableBox}`} tabIndex={0} aria-label={title}>
      <Table stickyHeader horizontalSpacing={6} verticalSpacing={2} fz="xs" className={styles.table}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{axis ?? inspectText.charts.iteration}</Table.Th>
            {groups.flatMap(({ id, label, runs }) => [
              ...(runs.length > 1
                ? [words.mean(label), words.interval(label), words.count(label)].map((name) => (
                    <Table.Th key={`${id} ${name}`} scope="col">
                      {name}
                    </Table.Th>
                  ))
                : []),
              ...runs.map((run) => (
                <Table.Th key={`${id} ${run.id}`} scope="col">
                  {run.label}
                </Table.Th>
              )),
            ])}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.iteration}>
              <Table.Td>{axis === undefined ? row.iteration : formatNumber(row.iteration)}</Table.Td>
              {groups.flatMap(({ id, runs }) => {
                const cell = row.groups[id];
                return [
                  ...(runs.length > 1
                    ? [
                        <Table.Td key={`${id} mean`}>{formatNumber(cell?.mean)}</Table.Td>,
                        <Table.Td key={`${id} interval`}>
                          {cell?.low == null ? '–' : `${formatNumber(cell.low)} … ${formatNumber(cell.high)}`}
                        </Table.Td>,
                        <Table.Td key={`${id} count`}>{cell?.count ?? 0}</Table.Td>,
                      ]
                    : []),
                  ...runs.map((run) => <Table.Td key={`${id} ${run.id}`}>{formatNumber(cell?.runs[run.id])}</Table.Td>),
                ];
              })}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <TablePages pages={pages} page={page} onPage={setPage} />
    </section>
  );
}
