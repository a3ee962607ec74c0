/** One episode's tree: what the whole episode brings when it is played on from each state, and what each message changed. */
import { Table, Text, UnstyledButton } from '@mantine/core';
import { useMemo } from 'react';
import { treeAdvantages } from '../../../core/counterfactual/calibration.ts';
import type { TreeValue } from '../../../core/credit/estimates.ts';
import type { ProjectDocument } from '../../../core/document/schema.ts';
import type { EpisodeRecord } from '../../../core/episode/records.ts';
import { cursorStore } from '../../state/address/cursor.ts';
import { csvText } from '../../../core/formats/csv.ts';
import { Figure } from '../../kit/charts/Figure.tsx';
import { formatNumber, formatSigned } from '../../kit/figures/format.ts';
import { agentName } from '../../kit/figures/lineStyle.ts';
import shared from '../../kit/lab/answers.module.css';
import { criticCheckText } from '../../../words/words.ts';
import styles from './criticCheck.module.css';
import { TreeCourse } from './TreeCourse.tsx';

interface Props {
  readonly document: ProjectDocument;
  readonly iteration: number;
  readonly record: EpisodeRecord;
  readonly values: readonly TreeValue[];
  readonly said: string;
}

export function TreePart({ document, iteration, record, values, said }: Props) {
  const advantages = useMemo(() => treeAdvantages(record, values), [record, values]);
  const title = criticCheckText.tree(record.episode);
  const { treeColumns: columns } = criticCheckText;
  return (
    <section aria-label={title}>
      <Figure title={title} file={`${document.name} ${title}`} note={criticCheckText.treeNote(said)} csv={() => treeCsv(record, values)}>
        <TreeCourse document={document} record={record} values={values} />
      </Figure>
      <Text size="xs" c="dimmed" maw={760} my={4}>
        {criticCheckText.treeHelp}
      </Text>
      <div className={shared.wide} role="group" aria-label={title} tabIndex={0}>
        <Table verticalSpacing={3} fz="xs" aria-label={title}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{columns.message}</Table.Th>
              <Table.Th>{columns.said}</Table.Th>
              {[columns.before, columns.advantage, columns.interval].map((name) => (
                <Table.Th key={name} ta="right">
                  {name}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {advantages.map(({ message, role, text, before, advantage, interval }) => (
              <Table.Tr key={message}>
                <Table.Td>
                  <UnstyledButton
                    fz="xs"
                    td="underline"
                    onClick={() => cursorStore.getState().move({ iteration, episode: record.episode, message })}
                  >
                    {message + 1} · {agentName(document, role)}
                  </UnstyledButton>
                </Table.Td>
                <Table.Td className={styles.said} title={text}>
                  {text}
                </Table.Td>
                <Table.Td ta="right">{formatNumber(before)}</Table.Td>
                <Table.Td ta="right" fw={600}>
                  {formatSigned(advantage)}
                </Table.Td>
                <Table.Td ta="right">{interval && `${formatNumber(interval.low)} … ${formatNumber(interval.high)}`}</Table.Td>
              </Table.Tr>
            ))}
            <Table.Tr>
              <Table.Td colSpan={2}>{criticCheckText.treeEnd}</Table.Td>
              <Table.Td ta="right">{formatNumber(values.at(-1)?.value)}</Table.Td>
              <Table.Td colSpan={2} />
            </Table.Tr>
          </Table.Tbody>
        </Table>
      </div>
    </section>
  );
}

function treeCsv({ messages }: EpisodeRecord, values: readonly TreeValue[]): string {
  return csvText([
    criticCheckText.treeCsv,
    ...values.map(({ message, value, interval }) => [message, messages[message]?.role ?? '', value, interval?.low, interval?.high]),
  ]);
}
