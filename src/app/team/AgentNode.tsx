/** One agent on the canvas: who it is, its colour, what it does now, and what it said last. */
import { Badge, Group, Progress, Stack, Text, Tooltip } from '@mantine/core';
import { IconAlertTriangle, IconSnowflake } from '@tabler/icons-react';
import { Handle, Position, type NodeProps } from '@xyflow/react';
import { graphFaults } from '../../core/team/graph.ts';
import { useDocument } from '../../stores/document.ts';
import { useEngine } from '../../stores/engine.ts';
import { useRuns } from '../../stores/runs.ts';
import { text } from '../text/text.ts';
import { agentColor } from '../theme/agentColors.ts';
import { useScheme } from '../theme/useScheme.ts';
import { agentSubject } from './agentFields.ts';
import { lastSaid } from './lastSaid.ts';
import { useRenaming } from './renaming.ts';
import { RoleField } from './RoleField.tsx';
import styles from './team.module.css';
import type { AgentFlowNode } from './useTeamFlow.ts';

export function AgentNode({ id: role, data, selected }: NodeProps<AgentFlowNode>) {
  const label = useDocument((state) => state.document.team.agents[data.index]?.label ?? '');
  const frozen = useDocument((state) => state.document.team.agents[data.index]?.adapter.frozen ?? false);
  const state = useEngine((engine) => engine.activity[role]?.state ?? 'idle');
  const { renaming, setRenaming } = useRenaming();
  const color = agentColor(data.index, useScheme());
  return (
    <div className={styles.node} data-selected={selected} data-state={state} style={{ '--agent': color } as React.CSSProperties}>
      <Handle type="target" position={Position.Left} title={text.team.inPort(role)} />
      <Stack gap={2}>
        <Group gap={6} wrap="nowrap" justify="space-between">
          {renaming === role ? (
            <RoleField key={role} role={role} autoFocus onDone={() => setRenaming(null)} />
          ) : (
            <Text size="sm" fw={650} truncate c="var(--ink)">
              {label || role}
            </Text>
          )}
          {frozen && <IconSnowflake size={14} aria-label={text.team.states.frozen} />}
          <FaultBadge role={role} />
        </Group>
        {label && renaming !== role && (
          <Text size="xs" c="dimmed" ff="monospace" truncate>
            {role}
          </Text>
        )}
        <Activity role={role} color={color} />
        <LastSaid role={role} />
      </Stack>
      <Handle type="source" position={Position.Right} title={text.team.outPort(role)} />
    </div>
  );
}

function Activity({ role, color }: { readonly role: string; readonly color: string }) {
  const activity = useEngine((state) => state.activity[role]);
  if (!activity) return null;
  const name = text.team.states[activity.state];
  return (
    <Stack gap={2}>
      <Text size="xs" className="tabular" c="var(--ink)">
        {activity.total > 0 ? text.team.activity(name, activity.done, activity.total) : name}
      </Text>
      <Progress
        value={activity.total > 0 ? (100 * activity.done) / activity.total : 0}
        size={3}
        color={color}
        aria-label={text.team.activity(name, activity.done, activity.total)}
        transitionDuration={0}
      />
    </Stack>
  );
}

/** The newest message of this agent in the run on screen. */
function LastSaid({ role }: { readonly role: string }) {
  const said = useRuns((state) => lastSaid(state, role));
  if (said === null) return null;
  return (
    <Text size="xs" ff="monospace" truncate className={styles.said} title={said}>
      {said === '' ? '∅' : said}
    </Text>
  );
}

function FaultBadge({ role }: { readonly role: string }) {
  const team = useDocument((state) => state.document.team);
  const missing = useEngine((state) => (state.baseFault?.place?.subject === agentSubject(role, 'base') ? state.baseFault : null));
  const fault = graphFaults(team).find((found) => found.place?.subject === role) ?? missing;
  if (!fault) return null;
  return (
    <Tooltip label={fault.message}>
      <Badge color="red" variant="light" size="xs" leftSection={<IconAlertTriangle size={10} aria-hidden />}>
        {text.fault.count(1)}
      </Badge>
    </Tooltip>
  );
}
