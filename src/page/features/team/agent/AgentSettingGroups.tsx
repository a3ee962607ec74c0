/** An agent's settings beside its prompt, in groups: how it samples, its part in the team, its clock, what it stands on, how it learns. */
import { ActionIcon, Badge, Button, Group, Select, SimpleGrid, Stack, Text, Tooltip } from '@mantine/core';
import { IconRotate } from '@tabler/icons-react';
import { memo, type ReactNode } from 'react';
import { SAMPLING_PRESET_NAMES, samplingPresetOf } from '../../../../core/document/presets/agentPresets.ts';
import type { AgentSettings } from '../../../../core/document/schema.ts';
import { useDocument } from '../../../state/document/document.ts';
import { usePreview } from '../../../state/prompts/promptPreview.ts';
import { agentEditorText, agentText as words } from '../../../../words/words.ts';
import styles from './agent.module.css';
import { Lockable } from '../../../kit/projects/Lockable.tsx';
import { AgentField } from './AgentField.tsx';
import { AGENT_FIELDS, type AgentGroup, agentSubject, isAgentChanged, pathsOf, resetAgent } from '../../../state/settings/agentFields.ts';
import { everybodyLearns, onlyThisLearns, sampleAs } from './presetActions.ts';

interface AgentProps {
  readonly agent: AgentSettings;
}

const { learn } = agentEditorText;

export const AgentSettingGroups = memo(function AgentSettingGroups({ agent }: AgentProps) {
  return (
    <>
      <FieldGroup agent={agent} group="sampling" beside={<SamplingPreset agent={agent} />} />
      <FieldGroup agent={agent} group="part" />
      <FieldGroup agent={agent} group="clock" />
      <FieldGroup agent={agent} group="adapter" beside={<AdapterSize agent={agent} />} />
      <FieldGroup agent={agent} group="learning" beside={<LearnShortcuts agent={agent} />} />
    </>
  );
});

function FieldGroup({ agent, group, beside }: AgentProps & { readonly group: AgentGroup; readonly beside?: ReactNode }) {
  const paths = pathsOf(group);
  const changed = paths.filter((path) => isAgentChanged(agent, path));
  const reset = words.resetGroup(words.groups[group]);
  return (
    <Stack
      component="fieldset"
      aria-label={words.groups[group]}
      gap={6}
      bd={0}
      p={0}
      m={0}
      miw={0}
      className={styles.group}
      data-stage={group}
    >
      <Group gap={8} mih={26}>
        <Text size="xs" fw={650}>
          {words.groups[group]}
        </Text>
        {changed.length > 0 && (
          <Group gap={2}>
            <Badge size="xs" variant="light" tt="none" color="ink">
              {words.changed(changed.length)}
            </Badge>
            <Tooltip label={reset}>
              <ActionIcon size={18} aria-label={reset} onClick={() => resetAgent(agent.role, changed)}>
                <IconRotate size={13} aria-hidden />
              </ActionIcon>
            </Tooltip>
          </Group>
        )}
        <div className={styles.beside}>{beside}</div>
      </Group>
      <SimpleGrid minColWidth="146px" autoFlow="auto-fill" spacing="sm" verticalSpacing="sm">
        {paths.map((path) => (
          // Another agent's field is another field: what was being typed is not its.
          <div key={`${agent.role} ${path}`} className={AGENT_FIELDS[path].kind === 'targets' ? styles.wide : undefined}>
            <Lockable path={agentSubject(agent.role, path)}>
              <AgentField agent={agent} path={path} />
            </Lockable>
          </div>
        ))}
      </SimpleGrid>
    </Stack>
  );
}

function SamplingPreset({ agent }: AgentProps) {
  const used = samplingPresetOf(agent);
  return (
    <Select
      size="xs"
      w={150}
      aria-label={words.samplingPreset}
      placeholder={words.ownSampling}
      allowDeselect={false}
      comboboxProps={{ width: 300, position: 'bottom-end' }}
      value={used}
      data={SAMPLING_PRESET_NAMES.map((name) => ({ value: name, label: words.samplingPresets[name].label }))}
      renderOption={({ option }) => {
        const name = SAMPLING_PRESET_NAMES.find((known) => known === option.value);
        return (
          <div>
            <Text size="xs" fw={600}>
              {option.label}
            </Text>
            <Text size="xs" c="inherit">
              {name && words.samplingPresets[name].help}
            </Text>
          </div>
        );
      }}
      onChange={(chosen) => {
        const name = SAMPLING_PRESET_NAMES.find((known) => known === chosen);
        if (name) sampleAs(agent.role, name);
      }}
    />
  );
}

/** How many weights the adapter adds; counted with the preview, by the base's own shapes. */
function AdapterSize({ agent: { role } }: AgentProps) {
  const weights = usePreview(({ shown }) => (shown?.wish.role === role ? shown.preview.weights : null));
  if (!weights) return null;
  return (
    <Text size="xs" c="dimmed" className="tabular" title={words.adapterSizeHelp}>
      {words.adapterSize(weights.adapter, weights.base)}
    </Text>
  );
}

function LearnShortcuts({ agent }: AgentProps) {
  const alone = useDocument((state) => state.document.team.agents.every(({ role, adapter }) => adapter.frozen === (role !== agent.role)));
  const everybody = useDocument((state) => state.document.team.agents.every(({ adapter }) => !adapter.frozen));
  const several = useDocument((state) => state.document.team.agents.length > 1);
  if (!several) return null;
  return (
    <Group gap={6}>
      <Tooltip label={learn.onlyHelp}>
        <Button variant="default" size="compact-xs" disabled={alone} onClick={() => onlyThisLearns(agent.role)}>
          {learn.only(agent.label || agent.role)}
        </Button>
      </Tooltip>
      <Tooltip label={learn.allHelp}>
        <Button variant="default" size="compact-xs" disabled={everybody} onClick={everybodyLearns}>
          {learn.all}
        </Button>
      </Tooltip>
    </Group>
  );
}
