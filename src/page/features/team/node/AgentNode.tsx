/** One agent on the canvas: who it is, its colour, what it does now, what it said last, and how it fares. */
import { Badge, Group, Text, Tooltip } from '@mantine/core';
import { IconAlertTriangle, IconSitemap, IconSnowflake } from '@tabler/icons-react';
import { Handle, Position, type NodeProps, useStore } from '@xyflow/react';
import { AFAR } from '../model/fitted.ts';
import { canvasStore, useCanvas } from '../model/canvas.ts';
import { useDocument } from '../../../state/document/document.ts';
import { useEngine } from '../../../state/engine/engine.ts';
import { useRoleRead } from '../../../state/reading/reader.ts';
import { useRuns } from '../../../state/runs/runs.ts';
import { teamText } from '../../../../words/words.ts';
import { agentColor } from '../../../kit/theme/agentColors.ts';
import { useScheme } from '../../../kit/theme/useScheme.ts';
import { AgentActivityLine } from './AgentActivityLine.tsx';
import { AgentTrace } from './AgentTrace.tsx';
import { openProblem, teamProblems } from '../model/problems.ts';
import { agentSubject } from '../../../state/settings/agentFields.ts';
import { RoleField } from './RoleField.tsx';
import styles from '../team.module.css';
import type { AgentFlowNode } from '../model/useTeamFlow.ts';
import { worded } from '../../../../core/faults.ts';

const finishRenaming = (): void => canvasStore.getState().rename(null);

export function AgentNode({ id: role, data, selected }: NodeProps<AgentFlowNode>) {
  const label = useDocument((state) => state.document.team.agents[data.index]?.label ?? '');
  const state = useEngine((engine) => engine.activity[role]?.state ?? 'idle');
  const traced = useRuns((runs) => runs.current !== null);
  const renaming = useCanvas((canvas) => canvas.renaming === role);
  const read = useRoleRead() === role;
  const afar = useStore(({ transform }) => transform[2] < AFAR);
  const color = agentColor(data.slot, useScheme());
  return (
    <div
      className={styles.node}
      data-selected={selected}
      data-read={read || undefined}
      data-state={state}
      data-traced={traced && !afar}
      data-afar={afar || undefined}
      style={{ '--agent': color } as React.CSSProperties}
    >
      <Handle type="target" position={Position.Left} title={teamText.inPort(role)} />
      {renaming ? (
        <RoleField key={role} role={role} autoFocus onDone={finishRenaming} />
      ) : afar ? (
        <span className={styles.name}>{label || role}</span>
      ) : (
        <Group gap={6} wrap="nowrap" align="baseline" h={22}>
          <Text size="sm" fw={650} truncate c="var(--ink)" flex="0 1 auto">
            {label || role}
          </Text>
          {label !== '' && (
            <Text size="xs" c="dimmed" ff="monospace" truncate flex="1 1 0">
              {role}
            </Text>
          )}
          <Marks role={role} index={data.index} />
        </Group>
      )}
      {!afar && <AgentActivityLine role={role} color={color} />}
      {!afar && <AgentTrace role={role} />}
      <Handle type="source" position={Position.Right} title={teamText.outPort(role)} />
    </div>
  );
}

/** What sets it apart: it calls or routes the others, it is frozen, something is wrong with it. */
function Marks({ role, index }: { readonly role: string; readonly index: number }) {
  const frozen = useDocument((state) => state.document.team.agents[index]?.adapter.frozen ?? false);
  const leads = useDocument(({ document: { team } }) =>
    team.orchestrator.role === role && team.orchestration !== 'static' ? teamText.leads[team.orchestration] : null,
  );
  return (
    <Group gap={4} wrap="nowrap" ml="auto" flex="none" style={{ alignSelf: 'center' }}>
      {leads && (
        <Tooltip label={leads}>
          <IconSitemap size={14} role="img" aria-label={leads} />
        </Tooltip>
      )}
      {frozen && <IconSnowflake size={14} role="img" aria-label={teamText.states.frozen} />}
      <ProblemBadge role={role} />
    </Group>
  );
}

function ProblemBadge({ role }: { readonly role: string }) {
  const problems = useDocument((state) => teamProblems(state.document).byRole[role]);
  const missing = useEngine((state) => (state.baseFault?.place?.subject === agentSubject(role, 'base') ? state.baseFault : null));
  const all = [...(problems ?? []), ...(missing ? [{ fault: missing, role, edge: null }] : [])];
  const [first] = all;
  if (!first) return null;
  return (
    <Tooltip multiline maw={320} label={all.map(({ fault }) => <div key={`${fault.code} ${fault.message}`}>{worded(fault).message}</div>)}>
      <Badge
        component="button"
        type="button"
        className={`${styles.count} nodrag nopan`}
        color="red"
        variant="filled"
        size="xs"
        leftSection={<IconAlertTriangle size={10} aria-hidden />}
        aria-label={teamText.problems.show(all.length)}
        onClick={() => openProblem(first)}
      >
        {all.length}
      </Badge>
    </Tooltip>
  );
}
