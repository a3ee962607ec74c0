/** A small question mark that explains something: one sentence on what it is, one on what is healthy, and the word behind it. */
import { ActionIcon, Popover, Text } from '@mantine/core';
import { IconHelpCircle } from '@tabler/icons-react';
import { InWords } from './InWords.tsx';
import { inspectText, type TermId } from '../../../words/words.ts';

interface Props {
  readonly title: string;
  readonly what?: string;
  readonly healthy?: string;
  /** The word of the glossary that it is about. */
  readonly term?: TermId | null;
}

export function HelpButton({ title, what, healthy, term }: Props) {
  return (
    <Popover width={300} position="bottom-end" withArrow shadow="md">
      <Popover.Target>
        <ActionIcon size="sm" color="gray" aria-label={inspectText.charts.about(title)}>
          <IconHelpCircle size={15} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        {what && <Text size="sm">{what}</Text>}
        {healthy && (
          <Text size="sm" mt={6} c="dimmed">
            {healthy}
          </Text>
        )}
        <InWords id={term} />
      </Popover.Dropdown>
    </Popover>
  );
}
