/** Prompt and settings of the selected agent. */
import { ColorSwatch, Group, MultiSelect, Stack, Text, TextInput } from '@mantine/core';
import type { AgentSettings } from '../../core/document/schema.ts';
import { setPrompt } from '../../core/document/edits.ts';
import { useCursor } from '../../stores/cursor.ts';
import { documentStore, useDocument } from '../../stores/document.ts';
import { CodeEditor } from '../editor/CodeEditor.tsx';
import { text } from '../text/text.ts';
import { agentColor } from '../theme/agentColors.ts';
import { useScheme } from '../theme/useScheme.ts';
import { setAgent } from './agentFields.ts';
import { AgentSettingGroups } from './AgentSettingGroups.tsx';
import { RoleField } from './RoleField.tsx';
import { connectAgents, disconnectAgents } from './teamActions.ts';

export function AgentEditor() {
  const role = useCursor((state) => state.role);
  const agent = useDocument((state) => state.document.team.agents.find((candidate) => candidate.role === role));
  if (!agent) {
    return (
      <Text p="md" size="sm" c="dimmed">
        {text.agent.none}
      </Text>
    );
  }
  return (
    <Stack gap="sm" p="sm" mih="100%">
      <Names agent={agent} />
      <Prompt agent={agent} />
      <Hears agent={agent} />
      <AgentSettingGroups agent={agent} />
    </Stack>
  );
}

interface AgentProps {
  readonly agent: AgentSettings;
}

function Names({ agent }: AgentProps) {
  const index = useDocument((state) => state.document.team.agents.findIndex((candidate) => candidate.role === agent.role));
  const color = agentColor(index, useScheme());
  return (
    <Group gap="sm" align="start" wrap="nowrap">
      <ColorSwatch color={color} size={14} mt={28} aria-hidden withShadow={false} />
      <Stack flex={1} gap={0}>
        <RoleField key={agent.role} role={agent.role} label={text.agent.role} />
      </Stack>
      <TextInput
        flex={1}
        label={text.agent.label}
        value={agent.label}
        maxLength={80}
        placeholder={agent.role}
        onChange={(event) => setAgent(agent.role, 'label', event.currentTarget.value)}
        onBlur={() => documentStore.getState().commitBurst()}
      />
    </Group>
  );
}

function Prompt({ agent }: AgentProps) {
  return (
    <Stack gap={2} flex="1 0 150px">
      <Text size="xs" fw={500}>
        {text.agent.prompt}
        <Text span fz="inherit" c="dimmed" fw={400}>{` · ${text.agent.promptHelp}`}</Text>
      </Text>
      <div style={{ flex: '1 0 120px', border: '1px solid var(--line-strong)', borderRadius: 4, overflow: 'hidden' }}>
        <CodeEditor
          language="plaintext"
          path={`inmemory://prompt/${agent.role}`}
          ariaLabel={text.agent.promptAria(agent.role)}
          value={agent.prompt}
          onChange={(prompt) =>
            documentStore.getState().edit((document) => setPrompt(document, agent.role, prompt), `prompt:${agent.role}`)
          }
          onBlur={() => documentStore.getState().commitBurst()}
        />
      </div>
    </Stack>
  );
}

/** Connections without dragging: whose messages this agent sees. */
function Hears({ agent }: AgentProps) {
  const team = useDocument((state) => state.document.team);
  const heard = team.edges.filter((edge) => edge.to === agent.role).map((edge) => edge.from);
  const others = team.agents
    .filter((other) => other.role !== agent.role)
    .map((other) => ({ value: other.role, label: other.label || other.role }));
  const change = (next: readonly string[]): void => {
    for (const from of next) if (!heard.includes(from)) connectAgents(from, agent.role);
    for (const from of heard) if (!next.includes(from)) disconnectAgents(from, agent.role);
  };
  return (
    <MultiSelect
      size="xs"
      label={text.team.connectFrom}
      placeholder={heard.length === 0 ? text.team.noPredecessor : undefined}
      data={others}
      value={heard}
      onChange={change}
    />
  );
}
