/** The run's own critic beside others of the same states: bias and spread of each, and whether one that reads more is told apart. */
import { Table, Text } from '@mantine/core';
import { useMemo } from 'react';
import type { EpisodeRecord } from '../../../core/episode/records.ts';
import type { FittedCritic } from '../../../core/counterfactual/criticErrors.ts';
import type { TreeValue } from '../../../core/credit/estimates.ts';
import { csvText } from '../../../core/formats/csv.ts';
import { criticCheckText, GAP, inBrackets } from '../../../words/words.ts';
import { Figure } from '../../kit/charts/Figure.tsx';
import { formatNumber, formatSigned } from '../../kit/figures/format.ts';
import styles from '../../kit/lab/answers.module.css';
import type { RunSet } from '../../state/runs/types.ts';
import own from './criticCheck.module.css';
import type { CriticCheckForm } from './criticCheck.ts';
import { criticRows, type CriticRow, isToldApart, transcriptIsAlike } from './criticKinds.ts';

interface Props {
  readonly run: RunSet;
  readonly records: readonly EpisodeRecord[];
  readonly values: readonly (readonly TreeValue[])[];
  /** Null while they are being fitted, or where none were. */
  readonly fitted: readonly FittedCritic[] | null;
  readonly form: Pick<CriticCheckForm, 'fit' | 'adapters'>;
}

const words = criticCheckText.kinds;

export function CriticKinds({ run, records, values, fitted, form: { fit, adapters } }: Props) {
  const rows = useMemo(() => criticRows(records, values, fitted ?? []), [records, values, fitted]);
  if (rows.length === 0) return null;
  return (
    <section aria-label={words.title}>
      <Figure
        title={words.title}
        file={`${run.document.name} kinds of critic`}
        note={fitted ? words.help(fit, adapters) : words.none}
        csv={() => csvOf(rows)}
      >
        <div className={styles.wide} role="group" aria-label={words.title} tabIndex={0}>
          <Table verticalSpacing={3} fz="xs" aria-label={words.title}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{words.columns.critic}</Table.Th>
                {[words.columns.count, words.columns.bias, words.columns.interval, words.columns.spread, words.columns.less].map((name) => (
                  <Table.Th key={name} ta="right">
                    {name}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map((row) => (
                <Row key={row.critic} row={row} />
              ))}
            </Table.Tbody>
          </Table>
        </div>
      </Figure>
      {[...(fitted ? [words.help(fit, adapters)] : []), ...notesOf(fitted, rows), words.meaning].map((text) => (
        <Text key={text} size="xs" c="dimmed" maw={760} mt={4}>
          {text}
        </Text>
      ))}
    </section>
  );
}

function Row({ row: { critic, errors, less } }: { readonly row: CriticRow }) {
  return (
    <Table.Tr>
      <Table.Td miw={170}>{words.names[critic]}</Table.Td>
      <Table.Td ta="right">{errors.count}</Table.Td>
      <Table.Td ta="right">{formatSigned(errors.bias)}</Table.Td>
      <Table.Td ta="right" className={own.range}>
        {errors.interval && words.between(formatSigned(errors.interval.low), formatSigned(errors.interval.high))}
      </Table.Td>
      <Table.Td ta="right">{formatNumber(errors.spread)}</Table.Td>
      <Table.Td ta="right" className={own.range} fw={isToldApart(less) ? 600 : undefined}>
        {less ? formatSigned(less.mean) : '–'}
        {less?.interval && `${GAP}${inBrackets(words.between(formatSigned(less.interval.low), formatSigned(less.interval.high)))}`}
      </Table.Td>
    </Table.Tr>
  );
}

function notesOf(fitted: readonly FittedCritic[] | null, rows: readonly CriticRow[]): string[] {
  if (!fitted) return [words.none];
  return [
    ...(fitted.some(({ critic }) => critic === 'state') ? [] : [words.noHidden]),
    ...(transcriptIsAlike(fitted) ? [words.alike] : []),
    ...(rows.some(({ less }) => isToldApart(less)) ? [] : [words.notTold]),
  ];
}

const csvOf = (rows: readonly CriticRow[]): string =>
  csvText([
    words.csv,
    ...rows.map(({ critic, errors: { count, bias, interval, spread }, less }) => [
      critic,
      count,
      bias,
      interval?.low,
      interval?.high,
      spread,
      less?.mean,
      less?.interval?.low,
      less?.interval?.high,
    ]),
  ]);
