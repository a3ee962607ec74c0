/** Whom the learner names. */
import { Button, Group, Radio, Text } from '@mantine/core';
import { useState } from 'react';
import { LOST } from '../../../core/challenges/challenges.ts';
import { challengesText as words } from '../../../words/words.ts';
import { challengesStore, useChallenges } from './challenges.ts';

export function NameForm({ roles }: { readonly roles: readonly string[] }) {
  const [role, setRole] = useState<string | null>(null);
  const isBusy = useChallenges((state) => state.asking !== null);
  return (
    <section aria-label={words.name}>
      <Radio.Group label={words.name} description={words.nameText(LOST)} value={role} onChange={setRole}>
        <Group gap="md" mt={6}>
          {roles.map((one) => (
            <Radio key={one} value={one} label={<span translate="no">{one}</span>} />
          ))}
        </Group>
      </Radio.Group>
      <Group gap="sm" mt="sm">
        <Button disabled={role === null || isBusy} onClick={() => role !== null && void challengesStore.getState().name(role)}>
          {role === null ? words.nameNobody : words.nameButton(role)}
        </Button>
        <Text size="xs" c="dimmed">
          {words.cost(LOST)}
        </Text>
      </Group>
    </section>
  );
}
