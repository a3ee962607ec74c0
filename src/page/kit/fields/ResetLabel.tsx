/** A setting's name, bold when it differs from its default, with the buttons that explain and reset it. */
import { ActionIcon, Group, Text, Tooltip } from '@mantine/core';
import { IconRotate } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { END, STOP, text } from '../../../words/words.ts';

interface ResetLabelProps {
  readonly label: string;
  readonly changed: boolean;
  /** The default as people read it. */
  readonly standard: string;
  readonly onReset: () => void;
  /** The question mark. */
  readonly help: ReactNode;
}

export function ResetLabel({ label, changed, standard, onReset, help }: ResetLabelProps) {
  const hint = `${text.training.changedFromDefault(standard)}${STOP}${text.training.reset(label)}${END}`;
  return (
    <Group gap={3} wrap="nowrap" component="span" display="inline-flex">
      <Text span fz="inherit" fw={changed ? 700 : undefined} lh={1.3}>
        {label}
      </Text>
      {help}
      {changed && (
        <Tooltip label={hint}>
          <ActionIcon
            size={16}
            aria-label={hint}
            onClick={(event) => {
              event.preventDefault(); // the label would hand the click on to its field
              onReset();
            }}
          >
            <IconRotate size={12} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
    </Group>
  );
}
