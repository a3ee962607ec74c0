/** One chart as a table: every measured value, newest first, in pages. */
import { Table } from '@mantine/core';
import { useState } from 'react';
import type { ChartModel } from '../../state/charts/chartModels.ts';
import { inspectText } from '../../../words/words.ts';
import styles from '../../kit/charts/charts.module.css';
import { formatNumber } from '../../kit/figures/format.ts';
import { lineName } from '../../kit/figures/lineStyle.ts';
import { TablePages } from '../../kit/charts/TablePages.tsx';

const ROWS_PER_PAGE = 50;

interface Props {
  readonly model: ChartModel;
  readonly title: string;
}

export function ChartTable({ model, title }: Props) {
  const pages = Math.max(1, Math.ceil(model.table.length / ROWS_PER_PAGE));
  const [chosen, setPage] = useState(1);
  const page = Math.min(chosen, pages);
  const end = model.table.length - (page - 1) * ROWS_PER_PAGE;
  const rows = model.table.slice(Math.max(0, end - ROWS_PER_PAGE), end).reverse();
  return (
    // A scrolling region must be reachable by keyboard (WCAG 2.1.1).
    <section className={`${styles.plot} ${styles.tableBox}`} tabIndex={0} aria-label={title}>
      <Table stickyHeader horizontalSpacing={6} verticalSpacing={2} fz="xs" className={styles.table}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{inspectText.charts.iteration}</Table.Th>
            {model.lines.map((line) => (
              <Table.Th key={line.metric} scope="col">
                {lineName(line)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.iteration}>
              <Table.Td>{row.iteration}</Table.Td>
              {model.lines.map((line) => (
                <Table.Td key={line.metric}>{formatNumber(row[line.metric])}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <TablePages pages={pages} page={page} onPage={setPage} />
    </section>
  );
}
