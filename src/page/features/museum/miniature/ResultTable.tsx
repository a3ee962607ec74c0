/** Teams × algorithms as they were recorded: mean over seeds with the interval, sampled and greedy; each cell can be run here. */
import { Button, Table, Text } from '@mantine/core';
import type { Evidence } from '../../../../core/lessons/evidence.ts';
import { evidenceNumber, evidenceText } from '../../../../core/lessons/evidenceNumbers.ts';
import {
  type Cell,
  CELLS,
  MINIATURE_ALGORITHMS,
  MINIATURE_TEAMS,
  type MiniatureAlgorithm,
  type MiniatureTeam,
} from '../../../../core/museum/miniature.ts';
import styles from '../museum.module.css';
import { miniatureText as words } from '../../../../words/words.ts';
import { runCells } from './miniatureActions.ts';

const HOW = ['sampled', 'greedy'] as const;
const [FIRST] = MINIATURE_ALGORITHMS;

export function ResultTable({ evidence }: { readonly evidence: Evidence | null }) {
  const said = (variant: string, what: string): string => {
    const number = evidence && evidenceNumber(evidence, { variant, what });
    return number ? evidenceText(number) : words.missing;
  };
  return (
    <div className={styles.scrollWide} tabIndex={0} role="group" aria-label={words.table}>
      <Table className="tabular" fz="sm" withTableBorder withColumnBorders aria-label={words.table}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th rowSpan={2}>{words.columns.algorithm}</Table.Th>
            {MINIATURE_TEAMS.map((team) => (
              <Table.Th key={team} colSpan={2} scope="colgroup">
                {words.teams[team].name}{' '}
                <Text span size="xs" c="dimmed">
                  {words.teams[team].says}
                </Text>
              </Table.Th>
            ))}
          </Table.Tr>
          <Table.Tr>
            {MINIATURE_TEAMS.flatMap((team) =>
              HOW.map((how) => (
                <Table.Th key={`${team} ${how}`} fw={500} fz="xs">
                  {words.columns[how]}
                </Table.Th>
              )),
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          <Table.Tr data-row="untrained">
            <Table.Th scope="row">{words.rows.untrained}</Table.Th>
            {MINIATURE_TEAMS.flatMap((team) =>
              HOW.map((how) => <Table.Td key={`${team} ${how}`}>{said(`${team}-${FIRST}`, `before.${how}`)}</Table.Td>),
            )}
          </Table.Tr>
          {MINIATURE_ALGORITHMS.map((algorithm) => (
            <Table.Tr key={algorithm} data-row={algorithm}>
              <Table.Th scope="row">{words.rows[algorithm]}</Table.Th>
              {MINIATURE_TEAMS.flatMap((team) =>
                HOW.map((how) => {
                  const cells = CELLS.filter((cell) => cell.team === team && cell.algorithm === algorithm);
                  return (
                    <Table.Td key={`${team} ${how}`} c={cells.length === 0 ? 'dimmed' : undefined}>
                      {cells.length === 0 ? words.asFirst(words.rows[FIRST]) : said(`${team}-${algorithm}`, `after.${how}`)}
                      <Less evidence={evidence} team={team} algorithm={algorithm} how={how} />
                      {how === 'greedy' && cells.length > 0 && (
                        <RunCells cells={cells} label={words.runCell(words.teams[team].name, words.rows[algorithm])} />
                      )}
                    </Table.Td>
                  );
                }),
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

interface LessProps {
  readonly evidence: Evidence | null;
  readonly team: MiniatureTeam;
  readonly algorithm: MiniatureAlgorithm;
  readonly how: (typeof HOW)[number];
}

/** The difference to the first algorithm with the same team, seed by seed. */
function Less({ evidence, team, algorithm, how }: LessProps) {
  const what = `after.${how}.less.${team}-${FIRST}`;
  const number = evidence && algorithm !== FIRST && evidenceNumber(evidence, { variant: `${team}-${algorithm}`, what });
  if (!number) return null;
  return (
    <Text size="xs" c="dimmed">
      {words.less(evidenceText(number), words.rows[FIRST])}
    </Text>
  );
}

function RunCells({ cells, label }: { readonly cells: readonly Cell[]; readonly label: string }) {
  return (
    <Button variant="subtle" size="compact-xs" ml={8} aria-label={label} title={label} onClick={() => void runCells(cells)}>
      {words.runShort}
    </Button>
  );
}
