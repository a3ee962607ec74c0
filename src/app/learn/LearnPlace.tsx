/** Where a person learns what this is: the way through the page, place by place. */
import { Button, Stack, Text, Title } from '@mantine/core';
import { cursorStore } from '../../stores/cursor.ts';
import { text } from '../text/text.ts';

const words = text.shell.learn;

export function LearnPlace() {
  return (
    <Stack p="lg" gap="md" maw={720}>
      <Title order={3} fz="md">
        {words.heading}
      </Title>
      <Stack component="ol" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
        {words.steps.map(({ place, title, says }) => (
          <li key={place}>
            <Text fw={600} size="sm">
              {title}
            </Text>
            <Text size="sm">{says}</Text>
            <Button variant="default" size="compact-xs" mt={4} onClick={() => cursorStore.getState().move({ place })}>
              {words.go(text.shell.place[place].name)}
            </Button>
          </li>
        ))}
      </Stack>
    </Stack>
  );
}
