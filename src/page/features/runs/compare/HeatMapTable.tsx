/** A sweep of two settings as a table of coloured cells; mean, interval and number of runs stand in each. */
import { Table, Text, Title } from '@mantine/core';
import type { Measure } from '../../../../core/sweep/measure.ts';
import type { ResultRow } from '../../../../core/sweep/table.ts';
import { formatNumber } from '../../../kit/figures/format.ts';
import { shade } from '../../../kit/figures/shade.ts';
import { useScheme } from '../../../kit/theme/useScheme.ts';
import { CLAUSE, COLON, STOP, text } from '../../../../words/words.ts';
import { diffValue, pathLabel } from '../list/labels.ts';
import styles from './compare.module.css';
import type { HeatMap } from './heatMap.ts';
import { metricLabel } from './metricLabel.ts';

const words = text.runs.compare.heatMap;

export function HeatMapTable({ map, measure }: { readonly map: HeatMap; readonly measure: Measure }) {
  const { down, across, columns, rows, extent } = map;
  const title = words.title(pathLabel(down.path), pathLabel(across.path));
  return (
    <section aria-label={title}>
      <Title order={3} size="sm" mt="md" mb={4}>
        {title}
      </Title>
      <div className={styles.wide} role="group" aria-label={title} tabIndex={0}>
        <Table verticalSpacing={4} fz="xs" className={styles.heatMap} aria-label={title}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">
                {pathLabel(down.path)} ↓ {pathLabel(across.path)} →
              </Table.Th>
              {columns.map((value) => (
                <Table.Th key={JSON.stringify(value)} scope="col">
                  {diffValue(across, value)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ value, cells }) => (
              <Table.Tr key={JSON.stringify(value)}>
                <Table.Th scope="row">{diffValue(down, value)}</Table.Th>
                {cells.map((row, at) => {
                  const where = words.at(
                    pathLabel(down.path),
                    diffValue(down, value),
                    pathLabel(across.path),
                    diffValue(across, columns[at]),
                  );
                  return <Cell key={JSON.stringify(columns[at])} row={row} where={where} extent={extent} />;
                })}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      <Text size="xs" c="dimmed" mt={4}>
        {metricLabel(measure.metric)}
        {STOP}
        {extent && words.scale(formatNumber(extent[0]), formatNumber(extent[1]))}
      </Text>
    </section>
  );
}

interface CellProps {
  readonly row: ResultRow | null;
  /** Which values it is of. */
  readonly where: string;
  readonly extent: HeatMap['extent'];
}

function Cell({ row, where, extent }: CellProps) {
  const scheme = useScheme();
  if (!row || row.mean === null || !extent)
    return (
      <Table.Td c="dimmed" title={`${where}${COLON}${words.none}`}>
        {words.none}
      </Table.Td>
    );
  const { mean, interval, values } = row;
  const [least, greatest] = extent;
  const told = interval ? words.interval(formatNumber(interval.low), formatNumber(interval.high)) : words.alone;
  return (
    <Table.Td
      style={{ background: shade(mean - least, greatest - least, scheme) }}
      title={`${where}${COLON}${formatNumber(mean)}${CLAUSE}${told}`}
    >
      <b>{formatNumber(mean)}</b>
      <br />
      {told}
      {interval && `, ${words.runs(values.length)}`}
    </Table.Td>
  );
}
