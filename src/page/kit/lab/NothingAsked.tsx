/** Where an answer of the lab will stand: that nobody has asked yet, and what asking tells. */
import { Text } from '@mantine/core';

export function NothingAsked({ title, hint }: { readonly title: string; readonly hint: string }) {
  return (
    <div role="status">
      <Text size="sm" fw={600}>
        {title}
      </Text>
      <Text size="sm" c="dimmed" maw={760}>
        {hint}
      </Text>
    </div>
  );
}
