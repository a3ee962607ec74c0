/** The nodes of the file: which of them become agents, under which role, and what each is told. */
import { Badge, Checkbox, Group, Stack, Text } from '@mantine/core';
import { mayBeAgent } from '../../../../../core/editing/importTeam.ts';
import type { ForeignTeam } from '../../../../../core/formats/teams/team.ts';
import { teamInText } from '../../../../../words/words.ts';
import styles from './teamIn.module.css';

const words = teamInText.dialogue;

interface TeamNodesProps {
  readonly team: ForeignTeam;
  readonly taken: ReadonlySet<string>;
  readonly roles: ReadonlyMap<string, string>;
  readonly onToggle: (id: string) => void;
}

export function TeamNodes({ team, taken, roles, onToggle }: TeamNodesProps) {
  const nodes = team.nodes.filter(mayBeAgent);
  return (
    <Stack gap={4}>
      <Group gap={8} justify="space-between">
        <Text size="sm" fw={600}>
          {words.nodes(nodes.filter(({ id }) => taken.has(id)).length, nodes.length)}
        </Text>
        <Text size="xs" c="dimmed">
          {words.pick}
        </Text>
      </Group>
      <ul className={styles.nodes}>
        {nodes.map(({ id, kind, prompt }) => {
          const role = roles.get(id);
          return (
            <li key={id} className={styles.node}>
              <Group gap={8} wrap="nowrap">
                <Checkbox
                  size="sm"
                  flex="1"
                  miw={0}
                  label={id}
                  aria-label={words.takes(id)}
                  checked={taken.has(id)}
                  onChange={() => onToggle(id)}
                />
                {role !== undefined && role !== id && (
                  <Text size="xs" c="dimmed" flex="none">
                    {words.becomes(role)}
                  </Text>
                )}
                <Badge size="sm" variant="default" tt="none" fw={500} flex="none">
                  {id === team.orchestrator && taken.has(id) ? words.orchestrator : teamInText.kinds[kind]}
                </Badge>
              </Group>
              {prompt === '' ? (
                <Text size="xs" c="dimmed" pl={28}>
                  {id === team.orchestrator && taken.has(id) ? words.ours : words.noPrompt}
                </Text>
              ) : (
                <details className={styles.prompt}>
                  <summary>{prompt.split('\n')[0]}</summary>
                  <pre>{prompt}</pre>
                </details>
              )}
            </li>
          );
        })}
      </ul>
    </Stack>
  );
}
