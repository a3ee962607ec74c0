/** What came of playing on: the critic's values against the tree's, and the tree of the episode being read. */
import { Table, Text, Title } from '@mantine/core';
import { useMemo } from 'react';
import { spokeAfter } from '../../../core/counterfactual/branches.ts';
import {
  calibrationOf,
  type CalibrationPoint,
  calibrationPoints,
  calibrationRows,
  explainedTruth,
} from '../../../core/counterfactual/calibration.ts';
import { needsCritic } from '../../../core/document/derived.ts';
import type { CriticCheckResult } from './criticCheck.ts';
import { csvText } from '../../../core/formats/csv.ts';
import type { RunSet } from '../../state/runs/types.ts';
import { Figure } from '../../kit/charts/Figure.tsx';
import { formatNumber, formatSigned } from '../../kit/figures/format.ts';
import { agentName } from '../../kit/figures/lineStyle.ts';
import { teamNames } from '../../kit/lab/teamNames.ts';
import styles from '../../kit/lab/answers.module.css';
import { criticCheckText, GAP, labText } from '../../../words/words.ts';
import { CalibrationScatter } from './CalibrationScatter.tsx';
import { CriticKinds } from './CriticKinds.tsx';
import { TreePart } from './TreePart.tsx';

interface Props {
  readonly run: RunSet;
  readonly result: CriticCheckResult;
  /** Number of the episode that is being read; null where it is of another iteration. */
  readonly reading: number | null;
}

export function CriticCheckResultPart({ run, result, reading }: Props) {
  const { records, notWhole, values, critics, iteration, form, spoken } = result;
  const points = useMemo(() => calibrationPoints(records, values), [records, values]);
  const critic = needsCritic(run.document.training);
  const played = spokeAfter(iteration, run.document.training.lag);
  const cut = values.flat().reduce((sum, { truncated }) => sum + truncated, 0);
  const continuations = values.flat().reduce((sum, { rewards }) => sum + rewards.length, 0);
  const said = criticCheckText.said(teamNames(run).team(spoken), records.length, iteration, form.rolls);
  const own = records.findIndex(({ episode }) => episode === reading);
  const shown = own < 0 ? 0 : own;
  const [record, tree] = [records[shown], values[shown]];
  return (
    <div className={styles.result}>
      <div>
        <Text size="xs" c="dimmed">
          {said}
        </Text>
        {critic && spoken !== played && (
          <Note text={criticCheckText.another(teamNames(run).inSentence(spoken), labText.inSentence(played))} />
        )}
        {critic && points.length === 0 && <Note text={notWhole ? criticCheckText.notWhole : criticCheckText.noValues} />}
        {points.length > 0 && cut > 0 && <Note text={criticCheckText.truncated(cut, continuations)} />}
      </div>
      {points.length > 0 && (
        <>
          <Summary points={points} />
          <Figure
            title={criticCheckText.scatter}
            file={`${run.document.name} critic check`}
            note={criticCheckText.scatterNote(said)}
            csv={() => pointsCsv(points)}
          >
            <CalibrationScatter document={run.document} iteration={iteration} points={points} />
          </Figure>
          <Rows run={run} points={points} />
          <CriticKinds run={run} records={records} values={values} fitted={critics} form={form} />
        </>
      )}
      {record && tree && (
        <>
          {own < 0 && <Note text={criticCheckText.outside} />}
          <TreePart document={run.document} iteration={iteration} record={record} values={tree} said={said} />
        </>
      )}
    </div>
  );
}

function Note({ text }: { readonly text: string }) {
  return (
    <Text size="sm" maw={760} role="note">
      {text}
    </Text>
  );
}

function Summary({ points }: { readonly points: readonly CalibrationPoint[] }) {
  const { count, meanError, meanAbsoluteError, treeError } = calibrationOf(points);
  return (
    <ul className={styles.sentences}>
      <li>
        {criticCheckText.overall(count, formatSigned(meanError), formatNumber(meanAbsoluteError))}
        {GAP}
        {criticCheckText.sign}
      </li>
      {treeError !== null && <li>{criticCheckText.treeError(formatNumber(treeError))}</li>}
      {points.some(({ error }) => error === 0) && <li>{criticCheckText.alike}</li>}
      <li>{explainedSentence(explainedTruth(points))}</li>
    </ul>
  );
}

function explainedSentence(share: number | null): string {
  if (share === null) return criticCheckText.unexplained;
  return share > 0 ? criticCheckText.explained(formatNumber(share)) : criticCheckText.worse(formatNumber(share));
}

function Rows({ run, points }: { readonly run: RunSet; readonly points: readonly CalibrationPoint[] }) {
  const rows = useMemo(() => calibrationRows(points), [points]);
  const { columns } = criticCheckText;
  return (
    <section aria-label={criticCheckText.rows}>
      <Title order={3} size="sm" mb={4}>
        {criticCheckText.rows}
      </Title>
      <div className={styles.wide} role="group" aria-label={criticCheckText.rows} tabIndex={0}>
        <Table verticalSpacing={3} fz="xs" aria-label={criticCheckText.rows}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{columns.role}</Table.Th>
              <Table.Th>{columns.depth}</Table.Th>
              {[columns.count, columns.error, columns.absolute, columns.tree].map((name) => (
                <Table.Th key={name} ta="right">
                  {name}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ role, depth, count, meanError, meanAbsoluteError, treeError }) => (
              <Table.Tr key={`${role} ${depth}`} fw={depth === null ? 600 : undefined}>
                <Table.Td>{agentName(run.document, role)}</Table.Td>
                <Table.Td>{criticCheckText.depth(depth)}</Table.Td>
                <Table.Td ta="right">{count}</Table.Td>
                <Table.Td ta="right">{formatSigned(meanError)}</Table.Td>
                <Table.Td ta="right">{formatNumber(meanAbsoluteError)}</Table.Td>
                <Table.Td ta="right">{formatNumber(treeError)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </section>
  );
}

function pointsCsv(points: readonly CalibrationPoint[]): string {
  return csvText([
    criticCheckText.csv,
    ...points.map(({ episode, message, role, predicted, truth, interval }) => [
      episode,
      message,
      role,
      predicted,
      truth,
      interval?.low,
      interval?.high,
    ]),
  ]);
}
