/** 𝒟 that changes with time: for each later turn that brings other connections, its number and those connections. */
import { ActionIcon, Button, Group, Input, MultiSelect, Stack } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { TeamSettings } from '../../../core/document/schema.ts';
import { useDocument } from '../../state/document/document.ts';
import { NumberField } from '../../kit/fields/NumberField.tsx';
import { settingsText } from '../../../words/words.ts';
import { setSetting } from '../../state/settings/settingValues.ts';

type Turn = TeamSettings['turns'][number];

interface TurnsEditorProps {
  readonly label: ReactNode;
  readonly description: string | undefined;
  readonly error: string | null;
  readonly disabled: boolean;
}

const set = (turns: readonly Turn[]): string | null => setSetting('team.turns', turns);

export function TurnsEditor({ label, description, error, disabled }: TurnsEditorProps) {
  const team = useDocument((state) => state.document.team);
  const last = useDocument((state) => state.document.training.horizon - 1);
  const { turns } = team;
  const free = Array.from({ length: last }, (_, index) => index + 1).find((turn) => turns.every((other) => other.turn !== turn));
  return (
    <Stack gap={4} role="group" aria-label={settingsText.fields['team.turns'].label}>
      <Input.Label component="div" size="xs">
        {label}
      </Input.Label>
      {turns.map((turn, index) => (
        <TurnRow
          // Rows have no name of their own: two may begin with one turn while a person is typing.
          key={index}
          turn={turn}
          roles={team.agents.map((agent) => agent.role)}
          onChange={(next) => set(turns.with(index, next))}
          onRemove={() => set(turns.filter((_, other) => other !== index))}
        />
      ))}
      <Button
        variant="default"
        size="compact-xs"
        style={{ alignSelf: 'start' }}
        leftSection={<IconPlus size={14} aria-hidden />}
        disabled={disabled || free === undefined}
        onClick={() => set([...turns, { turn: free ?? 1, edges: team.edges }])}
      >
        {settingsText.turns.add}
      </Button>
      {error && <Input.Error size="xs">{error}</Input.Error>}
      <Input.Description size="xs">{!disabled && free === undefined ? settingsText.turns.full : description}</Input.Description>
    </Stack>
  );
}

interface TurnRowProps {
  readonly turn: Turn;
  readonly roles: readonly string[];
  readonly onChange: (turn: Turn) => string | null;
  readonly onRemove: () => void;
}

function TurnRow({ turn, roles, onChange, onRemove }: TurnRowProps) {
  const name = (from: string, to: string) => `${from} → ${to}`;
  // Connections of agents that are gone stay in sight, so that they can be taken out.
  const possible = roles.flatMap((from) => roles.filter((to) => to !== from).map((to) => ({ from, to })));
  const all = [...possible, ...turn.edges.filter((edge) => !possible.some(({ from, to }) => from === edge.from && to === edge.to))];
  return (
    <Group gap={6} align="start" wrap="nowrap">
      <div style={{ width: 80 }}>
        <NumberField
          ariaLabel={settingsText.turns.turn}
          label={settingsText.turns.turn}
          value={turn.turn}
          onChange={(value) => onChange({ ...turn, turn: value })}
        />
      </div>
      <MultiSelect
        flex={1}
        label={settingsText.turns.edges(turn.turn)}
        placeholder={turn.edges.length === 0 ? settingsText.turns.none : undefined}
        data={[...new Set(all.map(({ from, to }) => name(from, to)))]}
        value={[...new Set(turn.edges.map(({ from, to }) => name(from, to)))]}
        onChange={(chosen) => onChange({ ...turn, edges: all.filter(({ from, to }) => chosen.includes(name(from, to))) })}
      />
      <ActionIcon mt={22} aria-label={settingsText.turns.remove(turn.turn)} onClick={onRemove}>
        <IconTrash size={14} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
