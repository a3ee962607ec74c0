/** Where environment code is held back: that it is, and the way to review it. */
import { Alert, Button, Group, Text } from '@mantine/core';
import { IconShieldLock } from '@tabler/icons-react';
import { consentStore, useHeldBack } from '../../state/consent/consent.ts';
import { text } from '../../../words/words.ts';

/** Opens the code to be read. */
export function ReviewButton() {
  return (
    <Button variant="default" size="compact-xs" onClick={() => consentStore.getState().review(true)}>
      {text.consent.review}
    </Button>
  );
}

/** Above the editor of code that is held back. */
export function ConsentNotice() {
  if (!useHeldBack()) return null;
  return (
    <Alert role="note" color="yellow" variant="outline" p="xs" bg="var(--surface)" icon={<IconShieldLock size={16} aria-hidden />}>
      <Group gap="xs" justify="space-between">
        <Text size="xs" c="var(--ink)" flex={1} miw={220}>
          {text.consent.held}
        </Text>
        <ReviewButton />
      </Group>
    </Alert>
  );
}

/** In the bottom line. */
export function ConsentStatus() {
  if (!useHeldBack()) return null;
  return (
    <Group gap={8} wrap="nowrap">
      <Text span fz="inherit" fw={600}>
        {text.consent.heldShort}
      </Text>
      <ReviewButton />
    </Group>
  );
}
