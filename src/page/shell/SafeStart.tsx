/** The line of a page in a safe start: what it means, and the way out of it. */
import { Button, Group, Text } from '@mantine/core';
import { addressOf } from '../state/storage/safeStart.ts';
import { safeStartText as words } from '../../words/words.ts';
import styles from './shell.module.css';

export function SafeStart() {
  return (
    <Group component="aside" aria-label={words.label} className={styles.newHere}>
      <Text size="xs" flex="1 1 300px">
        {words.says}
      </Text>
      <Button component="a" href={addressOf(false)} variant="default" size="compact-xs">
        {words.leave}
      </Button>
    </Group>
  );
}
