/** The paper in miniature: a tab of the Learn place. */
import { Badge, Box, Button, Text, Title } from '@mantine/core';
import { useMemo, type ReactNode } from 'react';
import { CELLS, MINIATURE_TEAMS } from '../../../../core/museum/miniature.ts';
import { cellsOf } from '../../../../core/museum/miniatureProject.ts';
import { RUN_SEEDS } from '../../../../core/museum/sweeps.ts';
import { useEvidence } from '../../../state/lessons/evidence.ts';
import { useQueue } from '../../../state/queue/queue.ts';
import { formatDuration } from '../../../kit/figures/figures.ts';
import { EvidenceFigure } from '../../../kit/lessons/EvidenceFigure.tsx';
import { Markdown } from '../../../kit/lessons/Markdown.tsx';
import type { TrainedHerePart } from '../../../kit/runs/trainedHere.ts';
import { GAP, miniatureText as words } from '../../../../words/words.ts';
import { Claims } from './Claims.tsx';
import styles from './miniature.module.css';
import { runCells, secondsOf, sweepIdOf } from './miniatureActions.ts';
import { ResultTable } from './ResultTable.tsx';

/** Lists that stay the same, so that charts need not be drawn anew. */
const VARIANTS = Object.fromEntries(MINIATURE_TEAMS.map((team) => [team, cellsOf(team).map(({ id }) => id)]));

export function MiniaturePage({ TrainedHere }: { readonly TrainedHere: TrainedHerePart }) {
  const file = useEvidence('miniature');
  const evidence = file.status === 'ready' ? file.evidence : null;
  return (
    <div className={styles.page}>
      <Box maw={760}>
        <Markdown>{words.intro}</Markdown>
        <Markdown>{words.caveat}</Markdown>
      </Box>
      <Part title={words.table} mark={words.recorded}>
        <ResultTable evidence={evidence} />
        <Text size="xs" c="dimmed" mt={6} mb={8}>
          {words.how}
          {GAP}
          {evidence && words.settings(evidence.iterations, evidence.episodes, evidence.backend)}
        </Text>
        <Markdown>{words.read}</Markdown>
        <RunAll />
      </Part>
      {MINIATURE_TEAMS.map((team) => (
        <TrainedHere key={team} sweep={sweepIdOf(team)} of={words.teams[team].name} />
      ))}
      <Part title={words.curves} mark={words.recorded}>
        <div className={styles.curves}>
          {MINIATURE_TEAMS.map((team) => (
            <div key={team}>
              <Text size="xs" c="dimmed">
                {words.teams[team].name}
              </Text>
              <EvidenceFigure use={{ id: 'miniature', series: 'reward', variants: VARIANTS[team] ?? [] }} />
            </div>
          ))}
        </div>
      </Part>
      <div className={styles.columns}>
        <Part title={words.claims}>
          <Text size="sm" c="dimmed" mb={8}>
            {words.claimsIntro}
          </Text>
          <Claims />
        </Part>
        <div className={styles.page}>
          <Part title={words.transfers}>
            <Points of={words.transferList} />
          </Part>
          <Part title={words.doesNot}>
            <Points of={words.doesNotList} />
          </Part>
        </div>
      </div>
    </div>
  );
}

function RunAll() {
  const entries = useQueue((state) => state.entries);
  const { seconds, measured } = useMemo(() => secondsOf(CELLS, entries), [entries]);
  return (
    <Button
      variant="default"
      mt="xs"
      h="auto"
      mih={30}
      py={5}
      styles={{ label: { whiteSpace: 'normal' } }}
      title={words.runHelp}
      onClick={() => void runCells(CELLS)}
    >
      {words.runAll(CELLS.length * RUN_SEEDS.length, words.time(formatDuration(seconds), measured))}
    </Button>
  );
}

function Points({ of }: { readonly of: readonly string[] }) {
  return (
    <ul className={styles.points}>
      {of.map((point) => (
        <li key={point}>
          <Markdown>{point}</Markdown>
        </li>
      ))}
    </ul>
  );
}

interface PartProps {
  readonly title: string;
  /** Told apart from what is trained here. */
  readonly mark?: string;
  readonly children: ReactNode;
}

function Part({ title, mark, children }: PartProps) {
  return (
    <section aria-label={title}>
      <div className={styles.head}>
        <Title order={3} fz="md">
          {title}
        </Title>
        {mark && (
          <Badge size="sm" variant="default" tt="none">
            {mark}
          </Badge>
        )}
      </div>
      {children}
    </section>
  );
}
