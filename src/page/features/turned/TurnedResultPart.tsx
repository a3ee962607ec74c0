/** What came of the question so far: how far it is, what may be said, and the shares of every agent with their episodes. */
import { Progress, Table, Text } from '@mantine/core';
import { useMemo } from 'react';
import { agentsTurned, chanceTurned, hasTurned } from '../../../core/counterfactual/turned/shares.ts';
import type { Turn } from '../../../core/counterfactual/turned/turns.ts';
import { GAP, turnedText as words } from '../../../words/words.ts';
import { agentName } from '../../kit/figures/lineStyle.ts';
import answers from '../../kit/lab/answers.module.css';
import { teamNames } from '../../kit/lab/teamNames.ts';
import type { RunSet } from '../../state/runs/types.ts';
import type { TurnedResult } from './createTurned.ts';
import { shareText, turnedSentences } from './sentences.ts';

interface Props {
  readonly run: RunSet;
  readonly result: TurnedResult;
  readonly asking: boolean;
}

export function TurnedResultPart({ run, result, asking }: Props) {
  const { state, iteration, team } = result;
  const { episodes, sample, played, budget, over } = state;
  const sentences = useMemo(() => turnedSentences(run.document, state), [run.document, state]);
  return (
    <div className={answers.result}>
      <div role="status">
        {asking && (
          <>
            <Progress
              value={(100 * episodes.length) / sample}
              maw={760}
              aria-label={words.looking(episodes.length, sample, played, budget)}
            />
            <Text size="xs" c="dimmed" mt={4}>
              {words.looking(episodes.length, sample, played, budget)}
            </Text>
          </>
        )}
        <ul className={answers.sentences}>
          {sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
        {!asking && !over && <Text size="sm">{words.calledOff(episodes.length, sample)}</Text>}
        <Text size="xs" c="dimmed" maw={760}>
          {words.about(iteration, teamNames(run).inSentence(team))}
          {GAP}
          {words.untold}
          {GAP}
          {!asking && words.played(played, budget)}
        </Text>
      </div>
      {episodes.length > 0 && <SharesTable run={run} result={result} />}
    </div>
  );
}

function SharesTable({ run, result: { state } }: Omit<Props, 'asking'>) {
  const { table } = words;
  const { episodes } = state;
  const agents = agentsTurned(
    episodes,
    run.document.team.agents.map(({ role }) => role),
  );
  const which = (role: string | null, turn: Turn): string | undefined => {
    const numbers = episodes
      .filter((episode) => (role === null ? episode.chance === turn : hasTurned(episode, role, turn)))
      .map(({ episode }) => episode);
    return numbers.length > 0 ? table.which(numbers) : undefined;
  };
  const rows = [
    ...agents.map(({ role, ...shares }) => ({ role, name: agentName(run.document, role), ...shares })),
    { role: null, name: table.chance, ...chanceTurned(episodes) },
  ];
  return (
    <div className={answers.wide} role="group" aria-label={table.label} tabIndex={0}>
      <Table verticalSpacing={3} fz="xs" aria-label={table.label}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{table.agent}</Table.Th>
            <Table.Th>{table.saved}</Table.Th>
            <Table.Th>{table.spoiled}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ role, name, saved, spoiled }) => (
            <Table.Tr key={role ?? ''}>
              <Table.Th scope="row">{name}</Table.Th>
              {(
                [
                  { turn: 'saved', share: saved },
                  { turn: 'spoiled', share: spoiled },
                ] as const
              ).map(({ turn, share }) => (
                <Table.Td key={turn}>
                  {shareText(share)}
                  <Text size="xs" c="dimmed">
                    {which(role, turn)}
                  </Text>
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
