/** What the results table comes to in one sentence, and the adapters of the group that leads. */
import { Button, Group, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { Measure } from '../../../../core/sweep/measure.ts';
import { leadOf, type ResultRow } from '../../../../core/sweep/table.ts';
import { libraryStore } from '../../../state/library/library.ts';
import { bestCheckpoint } from '../../../state/library/keptRun.ts';
import { runsStore } from '../../../state/runs/runs.ts';
import { formatNumber, formatSigned } from '../../../kit/figures/format.ts';
import { text } from '../../../../words/words.ts';
import { exportBest } from '../list/runActions.tsx';
import { type ComparedGroup, isImported } from './model.ts';

const words = text.runs.compare;

interface Props {
  readonly rows: readonly ResultRow[];
  readonly groups: readonly ComparedGroup[];
  readonly measure: Measure;
}

export function Verdict({ rows, groups, measure }: Props) {
  const [first] = rows;
  const best = first?.best ?? null;
  const iteration = useBestIteration(best?.id ?? null);
  if (!first || !best) return null;
  const elsewhere = groups.some(({ runs }) => runs.some(isImported));
  const nameOf = (row: ResultRow): string => groups[row.cell]?.short ?? row.name;
  return (
    <Group gap="sm" mb={6}>
      <Text size="sm" fw={600} role="status" className="tabular">
        {elsewhere ? words.verdict.elsewhere : verdict(rows, measure, nameOf)}
      </Text>
      {!elsewhere && (
        <Button size="compact-sm" title={words.bestAdaptersHelp} onClick={() => exportBest(best.id)}>
          {words.exportLeading(nameOf(first), best.seed, iteration)}
        </Button>
      )}
    </Group>
  );
}

function verdict(rows: readonly ResultRow[], measure: Measure, nameOf: (row: ResultRow) => string): string {
  const said = words.verdict;
  const lead = leadOf(rows, measure);
  if (!lead) return rows[0] ? said.lone(nameOf(rows[0]), formatNumber(rows[0].mean)) : '';
  const { first, second, by, interval, apart } = lead;
  const names = [nameOf(first), nameOf(second)] as const;
  const told = by === 0 ? said.level(...names) : said.leads(...names, formatNumber(by));
  if (!interval) return told + said.oneSeed;
  return told + said.interval(formatSigned(interval.low), formatSigned(interval.high)) + (apart ? said.apart : said.notApart);
}

/** The iteration of a run's best checkpoint; null while it is read, and where there is none. */
function useBestIteration(id: string | null): number | null {
  const [read, setRead] = useState<{ readonly id: string; readonly iteration: number | null } | null>(null);
  useEffect(() => {
    let ended = false;
    const find = async (run: string): Promise<void> => {
      const known = runsStore.getState().runs[run];
      // A run of an earlier visit has its checkpoints on disk only.
      const best = known?.best ?? bestCheckpoint(await libraryStore.getState().checkpoints(run, 'newest and best'));
      if (!ended) setRead({ id: run, iteration: best?.iteration ?? (known?.checkpoint ?? known?.shipped)?.iteration ?? null });
    };
    if (id !== null) find(id).catch(() => undefined); // the export says what is wrong with it
    return () => {
      ended = true;
    };
  }, [id]);
  return read !== null && read.id === id ? read.iteration : null;
}
