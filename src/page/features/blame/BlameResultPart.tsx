/** What came of the question so far: how much was played, what may be said, every comparison, and the message corrected. */
import { Progress, Table, Text } from '@mantine/core';
import { useMemo } from 'react';
import type { CellResult } from '../../../core/counterfactual/blame/course.ts';
import { pairsIn } from '../../../core/statistics/betting.ts';
import type { RunSet } from '../../state/runs/types.ts';
import { agentIndex } from '../../kit/figures/lineStyle.ts';
import { agentColor } from '../../kit/theme/agentColors.ts';
import { useScheme } from '../../kit/theme/useScheme.ts';
import { teamNames } from '../../kit/lab/teamNames.ts';
import { blameText as words, GAP, STOP } from '../../../words/words.ts';
import answers from '../../kit/lab/answers.module.css';
import styles from './blame.module.css';
import { CorrectionPart } from './CorrectionPart.tsx';
import type { BlameResult } from './createBlame.ts';
import { candidateName, messageName, saidOf, blameSentences } from './model.ts';

interface Props {
  readonly run: RunSet;
  readonly result: BlameResult;
  readonly asking: boolean;
}

export function BlameResultPart({ run, result, asking }: Props) {
  const { state, record, team } = result;
  const { verdict, played, budget } = state;
  const sentences = useMemo(() => blameSentences(run.document, record, state), [run.document, record, state]);
  const named = verdict?.kind === 'named' ? verdict : null;
  return (
    <div className={answers.result}>
      <div role="status">
        {asking && (
          <>
            <Progress value={(100 * played) / budget} maw={760} aria-label={words.played(played, budget)} />
            <Text size="xs" c="dimmed" mt={4}>
              {words.looking(played, budget)}
              {GAP}
              {named && words.proving}
            </Text>
          </>
        )}
        {sentences.map((sentence, index) => (
          <p key={sentence} className={styles.sentence} data-first={index === 0 || undefined}>
            {sentence}
          </p>
        ))}
        {!asking && !state.over && <p className={styles.sentence}>{words.calledOff}</p>}
        {state.over && named && !named.correction && <p className={styles.sentence}>{words.verdict.noText}</p>}
        <Text size="xs" c="dimmed" maw={760}>
          {words.verdict.intervals}
          {GAP}
          {words.team(teamNames(run).inSentence(team))}
          {STOP}
          {!asking && words.played(played, budget)}
        </Text>
      </div>
      {named?.correction && (
        <CorrectionPart run={run} record={record} message={named.cell.cell.message} correction={named.correction} asking={asking} />
      )}
      <CellTable run={run} result={result} />
    </div>
  );
}

function CellTable({ run, result: { state, record } }: Omit<Props, 'asking'>) {
  const { table } = words;
  const scheme = useScheme();
  const named = state.verdict?.kind === 'named' ? state.verdict.cell.cell : null;
  return (
    <div className={answers.wide} role="group" aria-label={table.label} tabIndex={0}>
      <Table verticalSpacing={3} fz="xs" aria-label={table.label}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{table.message}</Table.Th>
            <Table.Th>{table.candidate}</Table.Th>
            <Table.Th ta="right">{table.won}</Table.Th>
            <Table.Th ta="right">{table.control}</Table.Th>
            <Table.Th>{table.difference}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {state.cells.map((result, index) => {
            const { message, candidate } = result.cell;
            const own = record.messages[message];
            const first = state.cells.findIndex(({ cell }) => cell.message === message) === index;
            const isNamed = named?.message === message && named.candidate.kind === candidate.kind;
            return (
              <Table.Tr key={JSON.stringify(result.cell)} data-named={isNamed || undefined} className={styles.row}>
                <Table.Td>
                  {first && own && (
                    <span style={{ color: agentColor(agentIndex(run.document, own.role), scheme) }}>
                      {messageName(run.document, record, message)}
                    </span>
                  )}{' '}
                  {first && <span className={styles.words}>{own?.text === '' ? words.correction.nothing : own?.text}</span>}
                </Table.Td>
                <Table.Td>
                  {candidateName(result.cell)} {candidate.kind === 'text' && <span className={styles.words}>{candidate.text}</span>}
                </Table.Td>
                <Numbers result={result} />
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function Numbers({ result }: { readonly result: CellResult }) {
  const { table } = words;
  const of = pairsIn(result.tally);
  if (of === 0)
    return (
      <Table.Td colSpan={3} c="dimmed">
        {table.none}
      </Table.Td>
    );
  const { difference, low, high } = saidOf(result);
  return (
    <>
      <Table.Td ta="right">{table.of(result.wins, of)}</Table.Td>
      <Table.Td ta="right">{table.of(result.controlWins, of)}</Table.Td>
      <Table.Td>
        {table.range(difference, low, high)} {result.told && <b>{table.told}</b>}
      </Table.Td>
    </>
  );
}
