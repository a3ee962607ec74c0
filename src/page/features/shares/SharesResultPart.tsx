/** What came of the question: the sentences, the shares as bars, that they add up, and the coalitions behind them. */
import { Table, Text, Title } from '@mantine/core';
import { useMemo } from 'react';
import { efficiencyOf, joiningRows } from '../../../core/counterfactual/standings.ts';
import { csvText } from '../../../core/formats/csv.ts';
import type { SharesResult } from './shares.ts';
import type { RunSet } from '../../state/runs/types.ts';
import { Figure } from '../../kit/charts/Figure.tsx';
import { formatSigned } from '../../kit/figures/format.ts';
import { agentName } from '../../kit/figures/lineStyle.ts';
import { teamNames } from '../../kit/lab/teamNames.ts';
import { GAP, sharesText } from '../../../words/words.ts';
import { CoalitionTable } from './CoalitionTable.tsx';
import { verdictSentences } from './sentences.ts';
import styles from '../../kit/lab/answers.module.css';
import { SharesBars } from './SharesBars.tsx';

interface Props {
  readonly run: RunSet;
  readonly result: SharesResult;
}

export function SharesResultPart({ run, result }: Props) {
  const { answer, form, iteration } = result;
  const sentences = useMemo(
    () => verdictSentences(answer, form.absence, answer.problems, (role) => agentName(run.document, role)),
    [answer, form, run.document],
  );
  const said = sharesText.said(teamNames(run).team(iteration), answer.problems, form.split, form.absence, answer.method, form.orders);
  return (
    <>
      <Text size="xs" c="dimmed">
        {said}
        {GAP}
        {answer.problems < form.problems && sharesText.fewer(form.split, form.problems, answer.problems)}
      </Text>
      <ul className={styles.sentences}>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <Figure
        title={sharesText.figure}
        file={`${run.document.name} shapley`}
        note={sharesText.figureNote(said)}
        csv={() => sharesCsv(result)}
      >
        <SharesBars document={run.document} shares={answer.shares} />
      </Figure>
      <section aria-label={sharesText.efficiency}>
        <Title order={3} size="sm" title={sharesText.efficiencyHelp}>
          {sharesText.efficiency}
        </Title>
        <div className={styles.equation}>{equationOf(result)}</div>
      </section>
      <section aria-label={sharesText.coalitions}>
        <Title order={3} size="sm">
          {sharesText.coalitions}
        </Title>
        <Text size="xs" c="dimmed" mb={4}>
          {sharesText.coalitionsHelp}
        </Text>
        <CoalitionTable document={run.document} answer={answer} />
      </section>
      <Joinings run={run} result={result} />
    </>
  );
}

function equationOf({ answer }: SharesResult): string {
  const { whole, empty, sum } = efficiencyOf(answer);
  const terms = answer.shares.map(({ value }) => decimals(value));
  return sharesText.equation(terms, decimals(sum), decimals(whole), decimals(empty), decimals(whole - empty));
}

/** So many for all that is summed, so that rounding does not hide that the sums agree. */
const decimals = (value: number): string => value.toFixed(4).replace('-', '−');

function Joinings({ run, result: { answer } }: Props) {
  const rows = useMemo(() => joiningRows(answer), [answer]);
  if (rows.length < 2) return null;
  const name = (role: string) => agentName(run.document, role);
  return (
    <section aria-label={sharesText.joinings}>
      <Title order={3} size="sm">
        {sharesText.joinings}
      </Title>
      <Text size="xs" c="dimmed" mb={4}>
        {sharesText.joiningsHelp}
      </Text>
      <div className={styles.wide} role="group" aria-label={sharesText.joinings} tabIndex={0}>
        <Table verticalSpacing={3} fz="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{sharesText.order}</Table.Th>
              {answer.shares.map(({ role }) => (
                <Table.Th key={role} ta="right">
                  {name(role)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ order, gains }) => (
              <Table.Tr key={order.join(' ')}>
                <Table.Td>{order.map(name).join(' → ')}</Table.Td>
                {gains.map((gain, index) => (
                  <Table.Td key={answer.shares[index]?.role} ta="right">
                    {formatSigned(gain)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
            <Table.Tr>
              <Table.Th scope="row">{sharesText.mean}</Table.Th>
              {answer.shares.map(({ role, value }) => (
                <Table.Td key={role} ta="right" fw={600}>
                  {formatSigned(value)}
                </Table.Td>
              ))}
            </Table.Tr>
          </Table.Tbody>
        </Table>
      </div>
    </section>
  );
}

/** The shares, an empty line, the coalitions. */
function sharesCsv({ answer: { shares, worth } }: SharesResult): string {
  const { role, value, low, high, coalition, reward } = sharesText.csv;
  return csvText([
    [role, value, low, high],
    ...shares.map((share) => [share.role, share.value, share.interval?.low, share.interval?.high]),
    [],
    [coalition, reward],
    ...worth.map(({ roles, reward: mean }) => [roles.join(' ') || '∅', mean]),
  ]);
}
