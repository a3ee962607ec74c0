/** The curves of the run on screen as small multiples under one cursor; a click leads to that iteration's episodes. */
import { Button, Group, Slider, Text } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useState } from 'react';
import { cursorStore } from '../../stores/cursor.ts';
import { currentRun, runsStore } from '../../stores/runs.ts';
import { chartsOf } from '../../stores/runs/chartModels.ts';
import { nearestKept } from '../../stores/runs/keep.ts';
import type { RunSet } from '../../stores/runs/types.ts';
import { EmptyRun } from '../runs/EmptyRun.tsx';
import { useCalmRun } from '../runs/useCalmRun.ts';
import { inspectText } from '../text/en.inspect.ts';
import { RunSkills } from '../training/RunSkills.tsx';
import { agentColor } from '../theme/agentColors.ts';
import { useScheme } from '../theme/useScheme.ts';
import { ChartPanel } from './ChartPanel.tsx';
import styles from './charts.module.css';
import { agentName, type Scheme } from './lineStyle.ts';

const text = inspectText.charts;

export function TrainingCharts() {
  const run = useCalmRun();
  const scheme = useScheme();
  const [smoothing, setSmoothing] = useState(0.6);
  const [more, setMore] = useState(false);
  if (!run) return <EmptyRun />;
  const charts = chartsOf(run.document);

  return (
    <section className={styles.charts} aria-label={text.heading}>
      <Group className={styles.bar} justify="space-between" gap="md">
        <AgentKey run={run} scheme={scheme} />
        <span className={styles.hint}>{text.readHint}</span>
        <Group gap="xs" wrap="nowrap" title={text.smoothingHelp}>
          <Text size="xs" c="dimmed">
            {text.smoothing}
          </Text>
          <Slider
            w={110}
            size="xs"
            min={0}
            max={0.99}
            step={0.01}
            value={smoothing}
            onChange={setSmoothing}
            label={(value) => value.toFixed(2)}
            thumbLabel={text.smoothing}
          />
        </Group>
      </Group>
      <div className={styles.grid}>
        {(more ? [...charts.first, ...charts.more] : charts.first).map((id) => (
          <ChartPanel key={id} run={run} id={id} smoothing={smoothing} scheme={scheme} onRead={readNearest} wide={id === 'reward'} />
        ))}
      </div>
      <RunSkills run={run} />
      <Button
        variant="subtle"
        color="gray"
        mt="xs"
        onClick={() => setMore(!more)}
        aria-expanded={more}
        leftSection={more ? <IconChevronUp size={14} /> : <IconChevronDown size={14} />}
      >
        {more ? text.fewer : text.more}
      </Button>
    </section>
  );
}

/** Moves the cursor to the kept episodes nearest to `iteration` of the run on screen. */
function readNearest(iteration: number): void {
  const kept = nearestKept(currentRun(runsStore.getState())?.episodes ?? {}, iteration);
  if (kept !== null) cursorStore.getState().move({ iteration: kept });
}

/** Which colour is which agent, once for all charts. */
function AgentKey({ run, scheme }: { readonly run: RunSet; readonly scheme: Scheme }) {
  return (
    <ul className={styles.agents} aria-label={text.agents}>
      {run.document.team.agents.map(({ role }, index) => (
        <li key={role} className={styles.keyEntry}>
          <span className={styles.swatch} data-mark="line" style={{ color: agentColor(index, scheme) }} />
          {agentName(run.document, role)}
        </li>
      ))}
    </ul>
  );
}
