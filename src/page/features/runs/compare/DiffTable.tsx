/** Only what differs: one row per setting, one column per group. */
import { Table, Text } from '@mantine/core';
import { useMemo } from 'react';
import { text } from '../../../../words/words.ts';
import { diffValue, pathLabel } from '../list/labels.ts';
import styles from './compare.module.css';
import { differencesOf, isImported, type ComparedGroup } from './model.ts';
import { GroupMark } from './GroupMark.tsx';

const words = text.runs.compare;

interface Props {
  readonly groups: readonly ComparedGroup[];
  readonly grouped: boolean;
}

export function DiffTable({ groups, grouped }: Props) {
  const rows = useMemo(() => differencesOf(groups, grouped), [groups, grouped]);
  const elsewhere = groups.filter(({ runs }) => runs.some(isImported));
  const unknown = elsewhere.length > 0 && (
    <Text size="xs" c="dimmed" mt={4}>
      {words.settingsUnknown(elsewhere.map(({ name }) => name))}
    </Text>
  );
  if (rows.length === 0)
    return (
      <>
        <Text size="sm" c="dimmed">
          {elsewhere.length > 0 ? words.sameAsFarAsKnown : groups.length > 1 ? words.same : words.sameButSeed}
        </Text>
        {unknown}
      </>
    );
  return (
    <>
      <div className={styles.wide} role="group" aria-label={words.differences} tabIndex={0}>
        <Table withRowBorders verticalSpacing={4} fz="xs" className={styles.diff}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{words.setting}</Table.Th>
              {groups.map((group) => (
                <Table.Th key={group.id} title={group.name}>
                  <GroupMark slot={group.slot} /> {group.short}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={row.path}>
                <Table.Th scope="row" title={row.path}>
                  {pathLabel(row.path)}
                </Table.Th>
                {row.values.map((value, at) => (
                  <Table.Td
                    key={groups[at]?.id ?? at}
                    className={row.kind === 'text' ? styles.text : undefined}
                    title={row.unknown[at] ? words.unknownHelp : undefined}
                    c={row.unknown[at] ? 'dimmed' : undefined}
                  >
                    {row.unknown[at] ? words.unknown : diffValue(row, value)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      {unknown}
    </>
  );
}
