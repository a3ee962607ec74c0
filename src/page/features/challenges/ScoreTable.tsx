/** What a learner got at a challenge, and what fixed strategies got at its first cases. */
import { Button, Group, Table, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { ChallengeId } from '../../../core/challenges/challenges.ts';
import { strategyScores } from '../../../core/challenges/recorded.ts';
import { type Score, scoreOf } from '../../../core/challenges/score.ts';
import { challengesText as words } from '../../../words/words.ts';
import { challengesStore, useChallenges } from './challenges.ts';
import styles from './challenges.module.css';
import { useScores } from './scores.ts';

const COLUMNS = ['who', 'right', 'replays', 'rate', 'corrected'] as const;

export function ScoreTable({ challenge }: { readonly challenge: ChallengeId }) {
  const scores = useScores();
  const { closed } = useChallenges((state) => state.progress[challenge]);
  const recorded = scores.status === 'ready' ? scores.recorded : null;
  const strategies = recorded && strategyScores(recorded, challenge);
  const agents = recorded?.[challenge]?.agents;
  const right = closed.filter(({ named, culprit }) => named === culprit).length;
  const replays = closed.reduce((sum, one) => sum + one.replays, 0);
  const own = agents === undefined || closed.length === 0 ? null : scoreOf({ cases: closed.length, right, replays }, agents);
  return (
    <section aria-label={words.score}>
      <Title order={3} fz="md" mb={4}>
        {words.score}
      </Title>
      {scores.status === 'missing' && (
        <Text size="sm" role="status">
          {words.noScores}
        </Text>
      )}
      {strategies && (
        <>
          <Text size="sm" maw={760} mb={6}>
            {words.scoreText(Math.max(...strategies.map(({ score }) => score.cases)))}
          </Text>
          <div className={styles.scroll}>
            <Table className="tabular" fz="xs" withTableBorder>
              <Table.Thead>
                <Table.Tr>
                  {COLUMNS.map((column) => (
                    <Table.Th key={column}>{words.scoreColumns[column]}</Table.Th>
                  ))}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                <Table.Tr data-who="you" fw={600}>
                  <Table.Th scope="row">{words.you}</Table.Th>
                  {own ? (
                    <Numbers score={own} right={words.rightOf(own.right, own.cases)} />
                  ) : (
                    <Table.Td colSpan={COLUMNS.length - 1}>{words.nothingYet}</Table.Td>
                  )}
                </Table.Tr>
                {strategies.map(({ strategy, score }) => (
                  <Table.Tr key={strategy} data-who={strategy}>
                    <Table.Th scope="row" fw={400}>
                      {words.strategies[strategy]}
                    </Table.Th>
                    <Numbers
                      score={score}
                      right={strategy === 'guess' ? words.oneOf(agents ?? 0) : words.rightOf(score.right, score.cases)}
                    />
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </div>
        </>
      )}
      {closed.length > 0 && <Forget />}
    </section>
  );
}

function Numbers({ score, right }: { readonly score: Score; readonly right: string }) {
  return (
    <>
      <Table.Td>{right}</Table.Td>
      <Table.Td>{Math.round(score.replays / score.cases)}</Table.Td>
      <Table.Td>{decimal(score.rate)}</Table.Td>
      <Table.Td>{decimal(score.corrected)}</Table.Td>
    </>
  );
}

/** Two decimals, alike below one another. */
const decimal = (value: number | null): string =>
  value === null
    ? words.unknown
    : value
        .toFixed(2)
        .replace(/^-(?=0\.00$)/, '')
        .replace('-', '−');

function Forget() {
  const [asked, setAsked] = useState(false);
  const isBusy = useChallenges((state) => state.asking !== null);
  if (!asked)
    return (
      <Button mt="sm" size="compact-sm" variant="subtle" disabled={isBusy} onClick={() => setAsked(true)}>
        {words.again}
      </Button>
    );
  return (
    <Group gap="sm" mt="sm" role="alert">
      <Text size="sm">{words.againSure}</Text>
      <Button
        size="compact-sm"
        color="red"
        variant="outline"
        disabled={isBusy}
        onClick={() => {
          setAsked(false);
          challengesStore.getState().forget();
        }}
      >
        {words.forget}
      </Button>
      <Button size="compact-sm" variant="default" onClick={() => setAsked(false)}>
        {words.keep}
      </Button>
    </Group>
  );
}
