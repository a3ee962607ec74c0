/** A small question mark that explains a term: one sentence on what it is, one on what is healthy. */
import { ActionIcon, Popover, Text } from '@mantine/core';
import { IconHelpCircle } from '@tabler/icons-react';
import { inspectText } from '../text/en.inspect.ts';

interface Props {
  readonly title: string;
  readonly what: string;
  readonly healthy?: string;
}

export function HelpButton({ title, what, healthy }: Props) {
  return (
    <Popover width={300} position="bottom-end" withArrow shadow="md">
      <Popover.Target>
        <ActionIcon size="sm" color="gray" aria-label={inspectText.charts.about(title)}>
          <IconHelpCircle size={15} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <Text size="sm">{what}</Text>
        {healthy && (
          <Text size="sm" mt={6} c="dimmed">
            {healthy}
          </Text>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
