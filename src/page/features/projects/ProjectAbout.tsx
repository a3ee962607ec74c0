/** What the project is and what to look at in it, in its own words. */
import { ActionIcon, Popover, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useDocument } from '../../state/document/document.ts';
import { text } from '../../../words/words.ts';

export function ProjectAbout() {
  const description = useDocument((state) => state.document.description);
  if (description === '') return null;
  return (
    <Popover width={360} position="bottom-start" withArrow shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon size={24} color="gray" aria-label={text.header.about}>
          <IconInfoCircle size={16} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={text.header.about} data-autofocus tabIndex={-1}>
        <Text size="sm">{description}</Text>
      </Popover.Dropdown>
    </Popover>
  );
}
