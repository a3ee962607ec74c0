/** What stands where nothing is yet: what is missing, why, and what to do about it. */
import { Group, Loader, Stack, Text, ThemeIcon } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface Props {
  /** A picture of what will stand here; a moving sign while it is on its way. */
  readonly icon: Icon | 'loading';
  readonly title: string;
  readonly hint?: string;
  /** Buttons that lead on. */
  readonly actions?: ReactNode;
}

export function EmptyState({ icon: StateIcon, title, hint, actions }: Props) {
  return (
    <Stack align="center" justify="center" gap={6} p="xl" mih={160} role="status" ta="center">
      {StateIcon === 'loading' ? (
        <Loader size="sm" />
      ) : (
        <ThemeIcon variant="default" size={38} radius="xl" c="dimmed">
          <StateIcon size={20} stroke={1.5} aria-hidden />
        </ThemeIcon>
      )}
      <Text size="sm" fw={600} mt={4}>
        {title}
      </Text>
      {hint && (
        <Text size="sm" c="dimmed" maw={440}>
          {hint}
        </Text>
      )}
      {actions && (
        <Group gap={8} justify="center" mt={6}>
          {actions}
        </Group>
      )}
    </Stack>
  );
}
