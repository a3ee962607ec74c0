/** One problem played in the sandbox: what was asked, what a good team says, what it pays. */
import { Badge, Code, Group, Stack, Table, Text } from '@mantine/core';
import type { PerRole } from '../../core/environment/contract.ts';
import { useDocument } from '../../stores/document.ts';
import { useSandbox } from '../../stores/sandbox.ts';
import { text } from '../text/text.ts';
import { agentColor } from '../theme/agentColors.ts';
import { useScheme } from '../theme/useScheme.ts';

export function TrialView() {
  const trial = useSandbox((state) => state.trial);
  const agents = useDocument((state) => state.document.team.agents);
  const scheme = useScheme();
  if (!trial) return null;
  const { result } = trial;
  return (
    <Stack gap={4} component="section" aria-label={text.environment.trial}>
      <Group gap="xs">
        <Text size="xs" fw={650}>
          {text.environment.trialOf(trial.index)}
        </Text>
        <Badge variant="outline" color="gray" size="sm" tt="none">
          {result.terminated ? text.environment.ended : result.truncated ? text.environment.truncated : text.environment.goesOn}
        </Badge>
      </Group>
      <Table fz="xs" verticalSpacing={3} withRowBorders={false}>
        <Table.Tbody>
          {perRole(trial.observation).map(([whose, value]) => (
            <Row key={`observation ${whose}`} name={named(text.environment.observation, whose)} value={String(value)} />
          ))}
          {trial.messages.map((message, index) => (
            <Row
              key={`message ${index}`}
              name={text.environment.says(message.role)}
              note={trial.stepRewards[index] === undefined ? undefined : text.environment.earned(trial.stepRewards[index])}
              value={message.text}
              color={agentColor(
                agents.findIndex((agent) => agent.role === message.role),
                scheme,
              )}
            />
          ))}
          {perRole(result.reward).map(([whose, value]) => (
            <Row key={`reward ${whose}`} name={named(text.environment.reward, whose)} value={String(value)} />
          ))}
          {Object.entries(result.skills ?? {}).map(([skill, value]) => (
            <Row key={`skill ${skill}`} name={skill} value={String(value)} />
          ))}
        </Table.Tbody>
      </Table>
      {trial.messages.length === 0 && (
        <Text size="xs" c="dimmed">
          {text.environment.noDemonstration}
        </Text>
      )}
      {trial.console.length > 0 && (
        <>
          <Text size="xs" fw={650}>
            {text.environment.console}
          </Text>
          <Code block fz="xs" mah={120} style={{ overflow: 'auto' }} tabIndex={0}>
            {trial.console.join('\n')}
          </Code>
        </>
      )}
    </Stack>
  );
}

function Row({
  name,
  value,
  color,
  note,
}: {
  readonly name: string;
  readonly value: string;
  readonly color?: string;
  readonly note?: string;
}) {
  return (
    <Table.Tr>
      <Table.Th w={140} fw={500} c={color ?? 'dimmed'} ta="left">
        {name}
      </Table.Th>
      <Table.Td ff="monospace" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {value}
      </Table.Td>
      {note !== undefined && (
        <Table.Td c="dimmed" ta="right" style={{ whiteSpace: 'nowrap' }}>
          {note}
        </Table.Td>
      )}
    </Table.Tr>
  );
}

/** One entry for all, or one per role; the name is empty when it is for all. */
function perRole<T extends string | number>(value: PerRole<T>): [string, T][] {
  return typeof value === 'object' ? Object.entries(value) : [['', value]];
}

function named(what: string, whose: string): string {
  return whose === '' ? what : `${what} · ${whose}`;
}
