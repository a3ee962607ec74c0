/** What another trainer did to its tokens, in place of the receipt that only runs of this workbench have. */
import { Button, Group, NumberInput, Stack, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { recomputedGae, type RecomputeSettings } from '../../../core/credit/recomputedGae.ts';
import { trainerReport } from '../../../core/credit/trainerReport.ts';
import { formatNumber } from '../../kit/figures/format.ts';
import { fileNameOf, saveFile } from '../../kit/files/saveFile.ts';
import type { ViewProps } from '../../kit/tokens/view.ts';
import { trainerReportText as words } from '../../../words/words.ts';
import { reportCsv } from './csv.ts';
import { pointAt } from './pointAt.ts';
import { RecomputedPart } from './RecomputedPart.tsx';
import { ShareRows } from './ShareRows.tsx';
import styles from './trainerReport.module.css';

/** PPO's usual ε (Schulman et al. 2017). */
const USUAL_CLIP = 0.2;

export function TrainerReportView({ run, iteration, episodes }: ViewProps) {
  const [clip, setClip] = useState(USUAL_CLIP);
  const [settings, setSettings] = useState<RecomputeSettings>({ gamma: 1, lambda: 1, chain: 'team' });
  const report = useMemo(() => trainerReport(episodes, clip), [episodes, clip]);
  const recomputed = useMemo(() => recomputedGae(episodes, settings), [episodes, settings]);
  const { mismatch } = report;
  const save = (): void =>
    saveFile(fileNameOf(`${run.document.name} ${iteration} report`, 'csv'), reportCsv(report, recomputed), 'text/csv;charset=utf-8');
  return (
    <section className={styles.view} aria-label={words.heading}>
      <Group justify="space-between" align="start">
        <Stack gap={2}>
          <h2 className={styles.heading}>{words.heading}</h2>
          <Text size="sm" c="dimmed">
            {report.tokens === 0 ? words.noTokens : words.intro(report.episodes, report.messages, report.tokens)}
          </Text>
        </Stack>
        <Button variant="default" size="compact-sm" onClick={save}>
          {words.csv}
        </Button>
      </Group>
      <ShareRows report={report} />
      <Group gap="md" align="end">
        <NumberInput
          label={words.clip}
          description={words.clipHelp}
          value={clip}
          min={0}
          max={10}
          step={0.05}
          onChange={(value) => typeof value === 'number' && setClip(value)}
          maw={260}
        />
        {mismatch && (
          <Group gap={8}>
            <Text size="sm">{words.mismatch(formatNumber(mismatch.mean), formatNumber(mismatch.largest))}</Text>
            <Button variant="subtle" size="compact-xs" onClick={() => pointAt(iteration, mismatch.at)}>
              {words.goTo}
            </Button>
          </Group>
        )}
      </Group>
      <RecomputedPart recomputed={recomputed} settings={settings} onChange={setSettings} iteration={iteration} />
    </section>
  );
}
