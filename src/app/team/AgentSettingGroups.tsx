/** An agent's settings beside its prompt: its part in the team, how it samples, and its adapter. */
import { MultiSelect, Select, SimpleGrid, Stack, Switch, Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { whyAgentUnread } from '../../core/document/check/team.ts';
import { LORA_TARGETS, type AgentSettings } from '../../core/document/schema.ts';
import { documentStore, useDocument } from '../../stores/document.ts';
import { useEngine } from '../../stores/engine.ts';
import { NumberField } from '../fields/NumberField.tsx';
import { text } from '../text/text.ts';
import { baseChoices, baseFaultText } from '../training/baseChoices.ts';
import { faultText } from '../training/settingValues.ts';
import { AGENT_NUMBERS, agentSubject, setAgent } from './agentFields.ts';

const TEAM = 'team';
const OWN = 'own:';

interface AgentProps {
  readonly agent: AgentSettings;
}

const { agentSettings: words } = text;

export function AgentSettingGroups({ agent }: AgentProps) {
  return (
    <>
      <FieldGroup title={text.agent.sampling}>
        <Numbers agent={agent} group="sampling" />
      </FieldGroup>
      <FieldGroup title={words.part}>
        <Switch
          label={words.observes}
          description={words.observesHelp}
          checked={agent.observes}
          onChange={(event) => setAgent(agent.role, 'observes', event.currentTarget.checked)}
        />
        <Numbers agent={agent} group="part" />
        <WithAnswer agent={agent} />
        <Base agent={agent} />
      </FieldGroup>
      <FieldGroup title={text.agent.adapter}>
        <Numbers agent={agent} group="adapter" />
        <LearningRate agent={agent} />
        <AdapterGroup agent={agent} />
        <Switch
          label={text.agent.frozen}
          description={text.agent.frozenHelp}
          checked={agent.adapter.frozen}
          onChange={(event) => setAgent(agent.role, 'adapter.frozen', event.currentTarget.checked)}
        />
      </FieldGroup>
      <Targets agent={agent} />
    </>
  );
}

function FieldGroup({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Stack component="fieldset" gap={4} bd={0} p={0} m={0} miw={0}>
      <Text component="legend" size="xs" fw={650} mb={4}>
        {title}
      </Text>
      <SimpleGrid minColWidth="130px" autoFlow="auto-fill" spacing="sm" verticalSpacing="sm">
        {children}
      </SimpleGrid>
    </Stack>
  );
}

/** What a setting's field shows beside its value: the fault told at it, why nothing reads it, and its help otherwise. */
function useNotes({ agent }: AgentProps, path: string, help: string) {
  const unread = useDocument((state) => whyAgentUnread(state.document, agent, path));
  const error = useDocument((state) => faultText(state.document, agentSubject(agent.role, path)));
  const note = unread === null ? help : text.settings.noEffect(unread);
  return { help: unread !== null && error ? undefined : note, error, unread: unread !== null };
}

function Numbers({ agent, group }: AgentProps & { readonly group: keyof typeof AGENT_NUMBERS }) {
  return AGENT_NUMBERS[group].map((field) => <AgentNumberField key={`${agent.role} ${field.path}`} agent={agent} {...field} />);
}

function AgentNumberField({ agent, path, label, help, read }: AgentProps & (typeof AGENT_NUMBERS)['adapter'][number]) {
  const notes = useNotes({ agent }, path, help);
  return (
    <NumberField
      label={label}
      help={notes.help}
      error={notes.error}
      // What is wrong must stay within reach.
      disabled={notes.unread && !notes.error}
      value={read(agent)}
      onChange={(value) => setAgent(agent.role, path, value)}
    />
  );
}

function LearningRate({ agent }: AgentProps) {
  const usual = useDocument((state) => state.document.training.learningRate);
  const path = 'adapter.learningRate';
  const notes = useNotes({ agent }, path, words.learningRateHelp);
  return (
    <NumberField
      key={agent.role}
      label={words.learningRate}
      help={notes.help}
      error={notes.error}
      disabled={notes.unread && !notes.error}
      placeholder={String(usual)}
      value={agent.adapter.learningRate}
      onChange={(value) => setAgent(agent.role, path, value)}
      onEmpty={() => setAgent(agent.role, path, null)}
    />
  );
}

function AdapterGroup({ agent }: AgentProps) {
  const path = 'adapter.group';
  const notes = useNotes({ agent }, path, words.groupHelp);
  return (
    <TextInput
      label={words.group}
      description={notes.help}
      error={notes.error}
      placeholder={words.groupPlaceholder}
      maxLength={32}
      value={agent.adapter.group}
      onChange={(event) => setAgent(agent.role, path, event.currentTarget.value)}
      onBlur={() => documentStore.getState().commitBurst()}
    />
  );
}

function Base({ agent }: AgentProps) {
  const team = useDocument((state) => state.document.team.base);
  const dropped = useEngine((state) => state.bases);
  const kept = useEngine((state) => state.kept);
  const missing = useEngine((state) => baseFaultText(state.baseFault, agentSubject(agent.role, 'base')));
  return (
    <Select
      label={words.base}
      description={words.baseHelp}
      error={missing}
      // A base may be called anything, so the team's is told apart by more than a name.
      value={agent.base === '' ? TEAM : OWN + agent.base}
      data={[
        { value: TEAM, label: words.baseOfTeam(team) },
        ...baseChoices([...Object.keys(dropped), ...kept.map(({ name }) => name)], agent.base).map((name) => ({
          value: OWN + name,
          label: name,
        })),
      ]}
      onChange={(chosen) => chosen !== null && setAgent(agent.role, 'base', chosen === TEAM ? '' : chosen.slice(OWN.length))}
    />
  );
}

function WithAnswer({ agent }: AgentProps) {
  const { auto, yes, no } = words.withAnswerOptions;
  const value = agent.withAnswer === null ? 'auto' : agent.withAnswer ? 'yes' : 'no';
  return (
    <Select
      label={words.withAnswer}
      description={words.withAnswerHelp}
      value={value}
      data={[
        { value: 'auto', label: auto },
        { value: 'yes', label: yes },
        { value: 'no', label: no },
      ]}
      onChange={(chosen) => setAgent(agent.role, 'withAnswer', chosen === 'auto' ? null : chosen === 'yes')}
    />
  );
}

function Targets({ agent }: AgentProps) {
  return (
    <MultiSelect
      size="xs"
      label={text.agent.targets}
      description={text.agent.targetsHelp}
      data={[...LORA_TARGETS]}
      value={agent.adapter.targets}
      onChange={(targets) => {
        // At least one stays: an adapter of nothing is a frozen agent.
        if (targets.length > 0)
          setAgent(
            agent.role,
            'adapter.targets',
            LORA_TARGETS.filter((target) => targets.includes(target)),
          );
      }}
    />
  );
}
