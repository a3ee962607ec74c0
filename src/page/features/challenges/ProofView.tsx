/** Who it was: the proof of who was named, what had been said, and what a fixed strategy would have said of the same case. */
import { Alert, Button, Group, Table, Text, Title } from '@mantine/core';
import { STRATEGIES } from '../../../core/challenges/strategies.ts';
import { challengesText as words, COLON } from '../../../words/words.ts';
import { challengesStore, useChallenges } from './challenges.ts';
import styles from './challenges.module.css';
import type { ShownProof } from './createChallenges.ts';

export function ProofView({ proof }: { readonly proof: ShownProof }) {
  const isBusy = useChallenges((state) => state.asking !== null);
  const { found, replays } = proof;
  const { named, culprit, saved } = found;
  const isRight = named === culprit;
  return (
    <>
      <Alert
        color={isRight ? 'teal' : 'orange'}
        variant="outline"
        role="status"
        title={isRight ? words.right(culprit) : words.wrong(named, culprit)}
      >
        <Text size="sm">{words.proof(saved.filter(Boolean).length, saved.length, named)}</Text>
        <Text size="sm">{words.spent(replays)}</Text>
        <Button mt="sm" disabled={isBusy} onClick={() => void challengesStore.getState().next()}>
          {words.next(proof.number + 1)}
        </Button>
      </Alert>
      <Uncovered proof={proof} />
      <Elsewise proof={proof} />
    </>
  );
}

function Uncovered({ proof: { found } }: { readonly proof: ShownProof }) {
  const { lost, struck, saved, culprit } = found;
  return (
    <section aria-label={words.uncovered}>
      <Title order={4} fz="sm" mb={4}>
        {words.uncovered}
      </Title>
      <div className={styles.scroll}>
        <Table fz="xs" withTableBorder>
          <Table.Thead>
            <Table.Tr>
              {(['episode', 'said', 'struck', 'saved'] as const).map((column) => (
                <Table.Th key={column}>{words.columns[column]}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {lost.map(({ problem, messages }, episode) => (
              <Table.Tr key={episode}>
                <Table.Th scope="row" fw={400} translate="no" className={styles.problem}>
                  {episode + 1}. {problem}
                </Table.Th>
                <Table.Td translate="no">
                  {messages.map(({ role, text }, message) => (
                    <div key={message}>
                      <Text span inherit fw={role === culprit ? 600 : 400}>
                        {role}
                        {COLON}
                      </Text>
                      {text}
                    </div>
                  ))}
                </Table.Td>
                <Table.Td>{struck[episode] === true ? words.yes : words.no}</Table.Td>
                <Table.Td>{saved[episode] === true ? words.yes : words.no}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </section>
  );
}

function Elsewise({ proof: { strategies } }: { readonly proof: ShownProof }) {
  const isBusy = useChallenges((state) => state.asking !== null);
  return (
    <section aria-label={words.elsewise}>
      <Title order={4} fz="sm" mb={4}>
        {words.elsewise}
      </Title>
      <Text size="sm" maw={760}>
        {words.elsewiseText}
      </Text>
      <Group gap="xs" my={6}>
        {STRATEGIES.filter((strategy) => strategy !== 'guess').map((strategy) => (
          <Button
            key={strategy}
            size="compact-sm"
            variant="default"
            disabled={isBusy || strategies.some((one) => one.strategy === strategy)}
            onClick={() => void challengesStore.getState().playStrategy(strategy)}
          >
            {words.strategies[strategy]}
          </Button>
        ))}
      </Group>
      <div role="log">
        <ul className={styles.answers}>
          {strategies.map(({ strategy, named, right, replays }) => (
            <li key={strategy}>{words.strategySaid(words.strategies[strategy], named, right, replays)}</li>
          ))}
        </ul>
      </div>
    </section>
  );
}
