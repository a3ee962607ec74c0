/** What a server refuses of the project, each with a button that leads to what is to be changed. */
import { Button, Group, Stack, Text } from '@mantine/core';
import type { Fault } from '../../../core/faults.ts';

interface RefusalsProps {
  readonly refused: readonly Fault[];
  readonly title: string;
  /** What the button says. */
  readonly change: string;
  /** What stands below them. */
  readonly note?: string;
  readonly onChange: (subject: string) => void;
}

export function Refusals({ refused, title, change, note, onChange }: RefusalsProps) {
  if (refused.length === 0) return null;
  return (
    <Stack component="ul" gap={8} m={0} pl={0} style={{ listStyle: 'none' }} aria-label={title} data-refused>
      {refused.map(({ code, message, hint, place }, index) => (
        <Group component="li" key={`${code} ${index}`} gap={8} align="flex-start" wrap="nowrap" justify="space-between">
          <Stack gap={2}>
            <Text size="sm">{message}</Text>
            {hint && (
              <Text size="xs" c="dimmed">
                {hint}
              </Text>
            )}
          </Stack>
          {place?.subject !== undefined && (
            <Button
              size="compact-xs"
              variant="default"
              flex="none"
              aria-label={`${change}: ${message}`}
              onClick={() => onChange(place.subject ?? '')}
            >
              {change}
            </Button>
          )}
        </Group>
      ))}
      {note !== undefined && (
        <Text component="li" size="xs" c="dimmed">
          {note}
        </Text>
      )}
    </Stack>
  );
}
