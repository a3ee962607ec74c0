/** Everything about the selected agent: names, whom it hears, its prompt and what it comes to, its settings. */
import { openFile } from '../../../kit/files/openFile.ts';
import { Button, ColorSwatch, Group, MultiSelect, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus, IconSnowflake, IconTrendingUp } from '@tabler/icons-react';
import { type DragEvent, memo, useMemo, useState } from 'react';
import type { AgentSettings, TeamSettings } from '../../../../core/document/schema.ts';
import { graphFaults, seenBy } from '../../../../core/team/graph.ts';
import { cursorStore, useCursor } from '../../../state/address/cursor.ts';
import { documentStore, useDocument } from '../../../state/document/document.ts';
import { RoleField } from '../node/RoleField.tsx';
import { addAgentAt, connectAgents, disconnectAgents } from '../model/teamActions.ts';
import { agentEditorText, COMMA, teamText, text } from '../../../../words/words.ts';
import { agentIndex } from '../../../kit/figures/lineStyle.ts';
import { agentColor } from '../../../kit/theme/agentColors.ts';
import { useScheme } from '../../../kit/theme/useScheme.ts';
import styles from './agent.module.css';
import { setAgent } from '../../../state/settings/agentFields.ts';
import { FileMenu, TemplateMenu } from './AgentMenus.tsx';
import { AgentSettingGroups } from './AgentSettingGroups.tsx';
import { toggleFrozen } from './presetActions.ts';
import { PromptEditor } from './prompt/PromptEditor.tsx';
import { PromptPreview } from './prompt/PromptPreview.tsx';
import { Together } from './Together.tsx';

const words = agentEditorText;

interface AgentProps {
  readonly agent: AgentSettings;
}

export function AgentEditor() {
  const role = useCursor((state) => state.role);
  const agent = useDocument((state) => state.document.team.agents.find((candidate) => candidate.role === role));
  return agent ? <Selected agent={agent} /> : <NoAgent />;
}

/** Nobody is selected: the agents there are, to choose from. */
function NoAgent() {
  const document = useDocument((state) => state.document);
  const { agents } = document.team;
  const scheme = useScheme();
  return (
    <Stack gap="xs" p="md">
      <Text size="sm" fw={600}>
        {words.none}
      </Text>
      <Text size="sm" c="dimmed">
        {words.noneHelp}
      </Text>
      <Group gap={8}>
        {agents.map(({ role, label }) => (
          <Button
            key={role}
            variant="default"
            size="xs"
            leftSection={<ColorSwatch color={agentColor(agentIndex(document, role), scheme)} size={10} aria-hidden withShadow={false} />}
            aria-label={words.choose(label || role)}
            onClick={() => cursorStore.getState().move({ role })}
          >
            {label || role}
          </Button>
        ))}
        <Button variant="subtle" size="xs" leftSection={<IconPlus size={14} aria-hidden />} onClick={() => addAgentAt()}>
          {teamText.add}
        </Button>
      </Group>
    </Stack>
  );
}

function Selected({ agent }: AgentProps) {
  const [dropping, setDropping] = useState(false);
  const carriesFile = ({ dataTransfer }: DragEvent): boolean => [...dataTransfer.types].includes('Files');
  // Caught on its way down: neither the prompt's editor nor the page around is to have the file as well.
  const over = (event: DragEvent): void => {
    if (!carriesFile(event)) return;
    event.preventDefault();
    event.stopPropagation();
    setDropping(true);
  };
  const drop = (event: DragEvent): void => {
    if (!carriesFile(event)) return;
    event.preventDefault();
    event.stopPropagation();
    setDropping(false);
    const [file] = event.dataTransfer.files;
    if (file) void openFile(file, agent.role);
  };
  const leave = ({ currentTarget, relatedTarget }: DragEvent): void => {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setDropping(false);
  };
  const settings = useWithoutPrompt(agent);
  return (
    <Stack gap="sm" p="sm" className={styles.editor} data-takes-files onDragOverCapture={over} onDropCapture={drop} onDragLeave={leave}>
      <Together />
      <Names agent={settings} />
      <PromptEditor agent={agent} />
      <PromptPreview role={agent.role} />
      <AgentSettingGroups agent={settings} />
      {dropping && (
        <div className={styles.drop}>
          <Text size="sm" fw={600}>
            {words.dropHere(agent.role)}
          </Text>
        </div>
      )}
    </Stack>
  );
}

/** The agent as long as nothing but its prompt changes: a key typed there draws none of the fields around it anew. */
function useWithoutPrompt({
  role,
  label,
  base,
  observes,
  speaks,
  stops,
  clock,
  withAnswer,
  adapter,
  sampling,
}: AgentSettings): AgentSettings {
  return useMemo(
    () => ({ role, label, prompt: '', base, observes, speaks, stops, clock, withAnswer, adapter, sampling }),
    [role, label, base, observes, speaks, stops, clock, withAnswer, adapter, sampling],
  );
}

const Names = memo(function Names({ agent }: AgentProps) {
  const { role, label, adapter } = agent;
  const slot = useDocument((state) => agentIndex(state.document, role));
  const color = agentColor(slot, useScheme());
  return (
    <Stack gap={8}>
      <Group gap={8} role="group" aria-label={words.actions}>
        <ColorSwatch color={color} size={14} aria-hidden withShadow={false} />
        <Text size="sm" fw={650} flex="1 0 80px" truncate>
          {label || role}
        </Text>
        <Button
          variant={adapter.frozen ? 'light' : 'default'}
          size="compact-xs"
          leftSection={adapter.frozen ? <IconSnowflake size={14} aria-hidden /> : <IconTrendingUp size={14} aria-hidden />}
          aria-pressed={adapter.frozen}
          title={adapter.frozen ? words.unfreeze(role) : words.freeze(role)}
          onClick={() => toggleFrozen(role)}
        >
          {adapter.frozen ? words.frozen : words.learning}
        </Button>
        <TemplateMenu role={role} />
        <FileMenu role={role} />
      </Group>
      <Group gap="sm" align="start" wrap="nowrap">
        <Stack flex={1} gap={0} miw={0}>
          <RoleField key={role} role={role} label={text.agent.role} />
        </Stack>
        <TextInput
          flex={1}
          miw={0}
          label={text.agent.label}
          value={label}
          maxLength={80}
          placeholder={role}
          onChange={(event) => setAgent(role, 'label', event.currentTarget.value)}
          onBlur={() => documentStore.getState().commitBurst()}
        />
        <Hears role={role} />
      </Group>
    </Stack>
  );
});

/** Connections without dragging: whose messages this agent sees. */
function Hears({ role }: { readonly role: string }) {
  const edges = useDocument((state) => state.document.team.edges);
  // As a text, since the agents change with every key typed into a prompt.
  const names = useDocument((state) => JSON.stringify(state.document.team.agents.map((agent) => [agent.role, agent.label || agent.role])));
  const heard = edges.filter((edge) => edge.to === role).map((edge) => edge.from);
  const others = (JSON.parse(names) as [string, string][]).filter(([value]) => value !== role).map(([value, label]) => ({ value, label }));
  const further = useDocument(({ document: { team } }) => furtherSeen(team, role));
  const change = (next: readonly string[]): void => {
    for (const from of next) if (!heard.includes(from)) connectAgents(from, role);
    for (const from of heard) if (!next.includes(from)) disconnectAgents(from, role);
  };
  return (
    <MultiSelect
      flex={1.3}
      miw={0}
      label={teamText.connectFrom}
      placeholder={heard.length === 0 ? teamText.noPredecessor : undefined}
      description={further === '' ? undefined : agentEditorText.seesToo(further)}
      inputWrapperOrder={['label', 'input', 'description']}
      data={others}
      value={heard}
      onChange={change}
    />
  );
}

/** Roles whose words reach `role` though no connection leads from them to it; empty where there are none, or the graph does not tell. */
function furtherSeen(team: TeamSettings, role: string): string {
  const index = team.agents.findIndex((agent) => agent.role === role);
  if (index < 0 || team.orchestration === 'dynamic' || graphFaults(team).length > 0) return '';
  const direct = new Set(team.edges.filter(({ to }) => to === role).map(({ from }) => from));
  return seenBy(team, index)
    .flatMap((seen) => team.agents[seen]?.role ?? [])
    .filter((seen) => !direct.has(seen))
    .join(COMMA);
}
