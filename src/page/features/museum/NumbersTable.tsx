/** The number a defect changes, on a case small enough to follow by hand; computed while it is drawn. */
import { Table, Text } from '@mantine/core';
import { useMemo } from 'react';
import type { Compat } from '../../../core/document/trainingSchema.ts';
import { museumNumbers, type Shown } from '../../../core/museum/numbers.ts';
import { COMMA, museumText as words } from '../../../words/words.ts';
import styles from './museum.module.css';
import { shownNumber } from './shownNumber.ts';

export function NumbersTable({ id }: { readonly id: Compat }) {
  const rows = useMemo(() => museumNumbers(id), [id]);
  const { case: told, unit, rows: names } = words.exhibits[id];
  return (
    <>
      <Text size="sm" mb={6}>
        {told}
      </Text>
      <div className={styles.scroll}>
        <Table className="tabular" fz="xs" withTableBorder>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{unit}</Table.Th>
              <Table.Th>{words.columns.right}</Table.Th>
              <Table.Th>{words.columns.bug}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => {
              const [right, bug] = [asText(row.right), asText(row.bug)];
              return (
                <Table.Tr key={row.id} data-row={row.id}>
                  <Table.Th scope="row" fw={400}>
                    {names[row.id] ?? row.id}
                  </Table.Th>
                  <Table.Td className={styles.cell}>{right}</Table.Td>
                  <Table.Td className={styles.cell} data-differs={right !== bug || undefined}>
                    {bug}
                  </Table.Td>
                </Table.Tr>
              );
            })}
          </Table.Tbody>
        </Table>
      </div>
    </>
  );
}

function asText(shown: Shown): string {
  if (typeof shown === 'number') return shownNumber(shown);
  if (typeof shown === 'string') return shown;
  return shown.length === 0 ? words.nobody : shown.join(COMMA);
}
