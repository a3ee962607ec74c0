/** What another trainer did to its tokens, in place of the receipt that only runs of this workbench have: in a step, or in all. */
import { Button, Group, Loader, NumberInput, SegmentedControl, Stack, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { recomputedGae, type RecomputeSettings } from '../../../core/credit/recomputedGae.ts';
import { totalReport, trainerReport } from '../../../core/credit/trainerReport.ts';
import { formatNumber } from '../../kit/figures/format.ts';
import { fileNameOf, saveFile } from '../../kit/files/saveFile.ts';
import type { ViewProps } from '../../kit/tokens/view.ts';
import { GAP, trainerReportText as words } from '../../../words/words.ts';
import type { ReportOfStep, StepsCounted } from './allSteps.ts';
import { reportCsv, stepsCsv } from './csv.ts';
import { pointAt } from './pointAt.ts';
import { RecomputedPart } from './RecomputedPart.tsx';
import { ShareRows } from './ShareRows.tsx';
import styles from './trainerReport.module.css';
import { useAllSteps } from './useAllSteps.ts';

/** PPO's usual ε (Schulman et al. 2017). */
const USUAL_CLIP = 0.2;

const NONE: readonly ReportOfStep[] = [];

type Scope = 'step' | 'all';
const SCOPES: readonly Scope[] = ['step', 'all'];

export function TrainerReportView({ run, iteration, episodes }: ViewProps) {
  const [scope, setScope] = useState<Scope>('step');
  const [clip, setClip] = useState(USUAL_CLIP);
  const [settings, setSettings] = useState<RecomputeSettings>({ gamma: 1, lambda: 1, chain: 'team' });
  const { counted, stopped, stop } = useAllSteps(run.id, clip, scope === 'all');
  const ofStep = useMemo(() => trainerReport(episodes, clip), [episodes, clip]);
  const reports = counted?.reports ?? NONE;
  // With every window more is counted; a step is in it once all of it is.
  const ofAll = useMemo(() => (reports.length === 0 ? null : totalReport(reports.map(({ report }) => report))), [reports]);
  const recomputed = useMemo(() => recomputedGae(episodes, settings), [episodes, settings]);
  const report = scope === 'step' ? ofStep : ofAll;
  const busy = scope === 'all' && !stopped && (!counted || counted.left > 0);
  const save = (): void => {
    const [what, text] =
      scope === 'step' ? [`${iteration} report`, reportCsv(iteration, ofStep, recomputed)] : [words.scopes.all, stepsCsv(reports)];
    saveFile(fileNameOf(`${run.document.name} ${what}`, 'csv'), text, 'text/csv;charset=utf-8');
  };
  return (
    <section className={styles.view} aria-label={words.heading} aria-busy={busy}>
      <Group justify="space-between" align="start">
        <Stack gap={2}>
          <h2 className={styles.heading}>{words.heading}</h2>
          <Text size="sm" c="dimmed" role="status">
            {scope === 'all' ? progressOf(counted, stopped) : words.step(iteration)}
            {report &&
              ` ${report.tokens === 0 ? words.noTokens(report.episodes, report.messages) : words.intro(report.episodes, report.messages, report.tokens)}`}
          </Text>
        </Stack>
        <Group gap="xs">
          {busy && <Loader size={14} aria-hidden />}
          {busy && (
            <Button variant="default" size="compact-sm" onClick={stop}>
              {words.stop}
            </Button>
          )}
          <SegmentedControl
            size="xs"
            aria-label={words.scope}
            value={scope}
            data={SCOPES.map((value) => ({ value, label: words.scopes[value] }))}
            onChange={setScope}
          />
          <Button variant="default" size="compact-sm" disabled={busy || !report} onClick={save}>
            {words.csv}
          </Button>
        </Group>
      </Group>
      {report && <ShareRows report={report} />}
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
        {report?.mismatch && (
          <Group gap={8}>
            <Text size="sm">{words.mismatch(formatNumber(report.mismatch.mean), formatNumber(report.mismatch.largest))}</Text>
            <Button variant="subtle" size="compact-xs" onClick={() => report.mismatch && pointAt(report.mismatch.at)}>
              {words.goTo}
            </Button>
          </Group>
        )}
      </Group>
      {scope === 'step' ? (
        <RecomputedPart recomputed={recomputed} settings={settings} onChange={setSettings} />
      ) : (
        <Text size="sm" c="dimmed">
          {words.gae.ofAStep}
        </Text>
      )}
    </section>
  );
}

function progressOf(counted: StepsCounted | null, stopped: boolean): string {
  if (!counted) return words.counting(0, 0, 0);
  const { reports, failed, left, episodes } = counted;
  const done = reports.length + failed;
  const said =
    left === 0
      ? words.counted(reports.length)
      : stopped
        ? words.stopped(reports.length, done + left)
        : words.counting(done, done + left, episodes);
  return failed > 0 ? `${said}${GAP}${words.failed(failed)}` : said;
}
