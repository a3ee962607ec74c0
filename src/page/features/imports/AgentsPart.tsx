/** Who speaks in a run and who hears whom: as found, and as a person corrects it. */
import { Button, Group, MultiSelect, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Edge } from '../../../core/document/schema.ts';
import type { CastAgent } from '../../../core/formats/imports/run/cast.ts';
import type { Survey } from '../../../../workers/library/protocol.ts';
import { importText } from '../../../words/words.ts';
import { importStore } from './imports.ts';
import { useImport } from './importStore.ts';
import styles from './imports.module.css';

const words = importText.dialogue;

export function AgentsPart({ survey }: { readonly survey: Survey }) {
  const given = useImport(importStore, (state) => state.edges);
  const edges = given ?? survey.edges;
  const roles = [...new Set(survey.agents.map(({ role }) => role))];
  const guessed = survey.agents.some(({ foundBy }) => foundBy !== 'name');
  const { setEdges } = importStore.getState();
  const hear = (to: string, from: readonly string[]): void =>
    setEdges([...edges.filter((edge) => edge.to !== to), ...from.map((role): Edge => ({ from: role, to }))]);
  return (
    <Stack gap={6} component="section" aria-label={words.agents}>
      <Text size="sm" fw={650}>
        {words.agents}
      </Text>
      <Text size="xs" c="dimmed">
        {guessed ? words.agentsHelp.guessed : words.agentsHelp.name}
      </Text>
      {survey.agents.map((agent) => (
        <AgentRow key={agent.key} agent={agent} />
      ))}
      {roles.length > 1 && (
        <Group gap={8} mt={6}>
          <Text size="xs" c="dimmed">
            {given ? words.hearsGiven : words.hearsGuess}
          </Text>
          {given && (
            <Button size="compact-xs" variant="subtle" onClick={() => setEdges(null)}>
              {words.guessAgain}
            </Button>
          )}
        </Group>
      )}
      {roles.length > 1 &&
        roles.map((role) => (
          <MultiSelect
            key={role}
            label={words.hears(role)}
            placeholder={edges.some(({ to }) => to === role) ? undefined : words.nobody}
            // Who would close a circle is not offered.
            data={roles.filter((other) => other !== role && !reaches(edges, role, other))}
            value={edges.filter(({ to }) => to === role).map(({ from }) => from)}
            onChange={(from) => hear(role, from)}
          />
        ))}
    </Stack>
  );
}

/** Whether what `from` says comes to `to`, directly or by others. */
const reaches = (edges: readonly Edge[], from: string, to: string): boolean =>
  edges.some((edge) => edge.from === from && (edge.to === to || reaches(edges, edge.to, to)));

function AgentRow({ agent }: { readonly agent: CastAgent }) {
  const [role, setRole] = useState(agent.role);
  const called = agent.label || agent.prompt.slice(0, 80) || agent.role;
  const rename = (): void => {
    if (role.trim() !== agent.role) void importStore.getState().nameAgent(agent.key, role.trim());
  };
  return (
    <div className={styles.agent}>
      <TextInput
        aria-label={words.role(called)}
        value={role}
        maxLength={32}
        onChange={({ currentTarget }) => setRole(currentTarget.value)}
        onBlur={rename}
        onKeyDown={({ key }) => key === 'Enter' && rename()}
      />
      <Text size="xs" c="dimmed" className={styles.cut}>
        {agent.label && `${agent.label} `}
        {agent.prompt}
      </Text>
    </div>
  );
}
