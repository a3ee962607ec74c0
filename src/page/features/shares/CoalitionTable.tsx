/** What every coalition earned; a click on a column's head sorts by it, and again the other way round. */
import { Table, UnstyledButton } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { CreditShares } from '../../../core/credit/estimates.ts';
import type { ProjectDocument } from '../../../core/document/schema.ts';
import { formatNumber } from '../../kit/figures/format.ts';
import { agentName } from '../../kit/figures/lineStyle.ts';
import { COMMA, sharesText } from '../../../words/words.ts';
import styles from '../../kit/lab/answers.module.css';

type Column = 'members' | 'size' | 'reward';
const COLUMNS: readonly Column[] = ['members', 'size', 'reward'];

interface Props {
  readonly document: ProjectDocument;
  readonly answer: CreditShares;
}

export function CoalitionTable({ document, answer }: Props) {
  const [sorting, setSorting] = useState<{ readonly by: Column; readonly down: boolean }>({ by: 'reward', down: true });
  const rows = useMemo(() => {
    const named = answer.worth.map(({ roles, reward }) => ({
      key: roles.join(' '),
      members: nameOf(document, roles, answer.shares.length),
      size: roles.length,
      reward,
    }));
    const order = named.toSorted((a, b) =>
      sorting.by === 'members' ? a.members.localeCompare(b.members) : a[sorting.by] - b[sorting.by] || a.size - b.size,
    );
    return sorting.down ? order.toReversed() : order;
  }, [document, answer, sorting]);
  return (
    <div className={styles.wide} role="group" aria-label={sharesText.coalitions} tabIndex={0} style={{ maxHeight: 360 }}>
      <Table verticalSpacing={3} fz="xs" stickyHeader aria-label={sharesText.coalitions}>
        <Table.Thead>
          <Table.Tr>
            {COLUMNS.map((column) => (
              <Table.Th
                key={column}
                ta={column === 'members' ? 'left' : 'right'}
                aria-sort={sorting.by === column ? (sorting.down ? 'descending' : 'ascending') : 'none'}
              >
                <UnstyledButton
                  fz="xs"
                  fw={600}
                  aria-label={sharesText.sortBy(sharesText[column])}
                  onClick={() => setSorting({ by: column, down: sorting.by === column ? !sorting.down : column !== 'members' })}
                >
                  {sharesText[column]} {sorting.by === column && <span aria-hidden>{sorting.down ? '↓' : '↑'}</span>}
                </UnstyledButton>
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ key, members, size, reward }) => (
            // Two agents may have one name, but not one role.
            <Table.Tr key={key}>
              <Table.Td>{members}</Table.Td>
              <Table.Td ta="right">{size}</Table.Td>
              <Table.Td ta="right">{formatNumber(reward)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function nameOf(document: ProjectDocument, roles: readonly string[], all: number): string {
  if (roles.length === 0) return sharesText.nobody;
  const names = roles.map((role) => agentName(document, role)).join(COMMA);
  return roles.length === all ? sharesText.everybody(names) : names;
}
