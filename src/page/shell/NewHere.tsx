/** A line for who has never opened a lesson here: what this page is, the ways into the first lesson and to a run of one's own. Closed once, it does not come back. */
import { Button, CloseButton, Group, Text } from '@mantine/core';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { browserStorage, STORAGE_KEYS } from '../state/storage/storage.ts';
import { useTeacherView } from '../state/projects/teach.ts';
import { useLessonOpen } from '../state/lessons/open.ts';
import { OpenOther } from '../kit/files/OpenOther.tsx';
import { startFirstLesson } from '../kit/lessons/startFirstLesson.ts';
import { text } from '../../words/words.ts';
import styles from './shell.module.css';

const words = text.shell.newHere;

const closedStore = createStore(() => ({
  closed: browserStorage.read(STORAGE_KEYS.newHere) !== null || browserStorage.read(STORAGE_KEYS.lessons) !== null,
}));

function close(): void {
  browserStorage.write(STORAGE_KEYS.newHere, 'closed');
  closedStore.setState({ closed: true });
}

export function NewHere() {
  const closed = useStore(closedStore, (state) => state.closed);
  const lessonOpen = useLessonOpen();
  const teachers = useTeacherView() !== null;
  if (closed || lessonOpen || teachers) return null;
  return (
    <Group component="aside" aria-label={words.label} className={styles.newHere}>
      <Text size="xs" flex="1 1 300px">
        {words.says}
      </Text>
      <Button
        variant="default"
        size="compact-xs"
        title={words.help}
        onClick={() => {
          close();
          void startFirstLesson();
        }}
      >
        {words.start}
      </Button>
      <span className={styles.newHereRuns}>
        <OpenOther size="compact-xs" />
      </span>
      <CloseButton size="xs" aria-label={words.close} onClick={close} />
    </Group>
  );
}
