/** What holds for all charts: which agents are drawn, the part zoomed to, the smoothing, and all numbers as one file. */
import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconDotsVertical, IconEye, IconTable, IconZoomReset } from '@tabler/icons-react';
import { chartViewStore, useChartView } from '../../state/charts/chartView.ts';
import { visibleRange } from '../../state/runs/range.ts';
import type { RunSet } from '../../state/runs/types.ts';
import { chartsText as words, inspectText } from '../../../words/words.ts';
import { lookOf } from '../../kit/theme/agentColors.ts';
import styles from '../../kit/charts/charts.module.css';
import { KeyToggle } from '../../kit/charts/KeyToggle.tsx';
import { agentIndex, agentName, type Scheme } from '../../kit/figures/lineStyle.ts';
import { saveAllCharts } from '../../kit/charts/saveCharts.ts';
import { SmoothingSlider } from './SmoothingSlider.tsx';

export function ChartsBar({ run, scheme }: { readonly run: RunSet; readonly scheme: Scheme }) {
  return (
    <div className={styles.bar}>
      <AgentKey run={run} scheme={scheme} />
      <Zoomed run={run} />
      <SmoothingSlider />
      <Menu position="bottom-end" shadow="md" withinPortal withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <ActionIcon size="sm" color="gray" aria-label={words.allMenu}>
            <IconDotsVertical size={15} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconTable size={14} />} onClick={() => void saveAllCharts()}>
            {words.saveAll}
          </Menu.Item>
          <Menu.Item leftSection={<IconEye size={14} />} onClick={chartViewStore.getState().showAll}>
            {words.showAll}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}

/** Which iterations are zoomed to and the way back, or how to zoom. */
function Zoomed({ run }: { readonly run: RunSet }) {
  const range = useChartView((view) => view.range);
  const seen = visibleRange(range, [0, Math.max(1, run.metrics.at(-1)?.['iteration'] ?? 0)]);
  return (
    <div className={styles.hint}>
      {seen ? (
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconZoomReset size={14} />}
          onClick={() => chartViewStore.getState().zoom(null)}
          title={words.zoomReset}
        >
          {words.zoomed(...seen)}
        </Button>
      ) : (
        <span title={words.hintLong}>{words.hint}</span>
      )}
    </div>
  );
}

/** Which colour is which agent, once for all charts, and the switches of their lines. */
function AgentKey({ run, scheme }: { readonly run: RunSet; readonly scheme: Scheme }) {
  const hidden = useChartView((view) => view.hiddenAgents);
  const { toggleAgent, onlyAgent } = chartViewStore.getState();
  const roles = run.document.team.agents.map(({ role }) => role);
  return (
    <ul className={styles.agents} aria-label={inspectText.charts.agents}>
      {roles.map((role) => (
        <li key={role}>
          <KeyToggle
            name={agentName(run.document, role)}
            look={lookOf(agentIndex(run.document, role), scheme)}
            mark="line"
            shown={!hidden.includes(role)}
            onToggle={() => toggleAgent(role)}
            onOnly={() => onlyAgent(role, roles)}
          />
        </li>
      ))}
    </ul>
  );
}
