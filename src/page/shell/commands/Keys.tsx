/** Keys as they stand on the keyboard. */
import { Group, Kbd, Text } from '@mantine/core';
import { text } from '../../../words/words.ts';
import { shownKeys } from './keys.ts';

export function Keys({ keys }: { readonly keys: string }) {
  return (
    <Group gap={4} wrap="nowrap" component="span" display="inline-flex">
      {shownKeys(keys).map((chord, index) => (
        <Group key={chord.join(' ')} gap={3} wrap="nowrap" component="span">
          {index > 0 && (
            <Text span size="xs" c="dimmed" mx={2}>
              {text.header.or}
            </Text>
          )}
          {chord.map((key) => (
            <Kbd key={key} size="xs">
              {key}
            </Kbd>
          ))}
        </Group>
      ))}
    </Group>
  );
}
