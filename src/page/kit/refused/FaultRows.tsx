/** Faults of a project on its way elsewhere, each with a button that leads to what is to be changed. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { type Fault, worded } from '../../../core/faults.ts';
import { COLON, servedText } from '../../../words/words.ts';
import { Said } from '../help/DocLink.tsx';

interface FaultRowsProps {
  readonly faults: readonly Fault[];
  /** Names the list. */
  readonly label: string;
  /** Stands below them. */
  readonly note?: string;
  readonly onChange: (subject: string) => void;
}

export function FaultRows({ faults, label, note, onChange }: FaultRowsProps) {
  if (faults.length === 0) return null;
  const { change } = servedText;
  return (
    <Stack component="ul" gap={8} m={0} pl={0} style={{ listStyle: 'none' }} aria-label={label} data-refused>
      {faults.map((fault, index) => {
        const { code, place } = fault;
        const { message, hint } = worded(fault);
        return (
          <Group component="li" key={`${code} ${index}`} gap={8} align="flex-start" wrap="nowrap" justify="space-between">
            <Stack gap={2}>
              <Text size="sm">{message}</Text>
              {hint && (
                <Text size="xs" c="dimmed">
                  <Said>{hint}</Said>
                </Text>
              )}
            </Stack>
            {place?.subject !== undefined && (
              <Button
                size="compact-xs"
                variant="default"
                flex="none"
                aria-label={`${change}${COLON}${message}`}
                onClick={() => onChange(place.subject ?? '')}
              >
                {change}
              </Button>
            )}
          </Group>
        );
      })}
      {note !== undefined && (
        <Text component="li" size="xs" c="dimmed">
          {note}
        </Text>
      )}
    </Stack>
  );
}
