/** At the top of every part: who takes part, their file, and the way out. */
import { Button, Group } from '@mantine/core';
import { IconDownload, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { studyText } from '../../../words/words.ts';
import { downloadRecord, removeRecord, type StudyStore, useRecord } from './study.ts';
import styles from './study.module.css';

const words = studyText.bar;

/** What was pressed is gone, and with it the focus. */
const focus = (button: HTMLButtonElement | null): void => button?.focus();

interface Props {
  readonly store: StudyStore;
  /** Where several people share a browser: once a part is over. */
  readonly others?: boolean;
  readonly children?: ReactNode;
}

export function ParticipantBar({ store, others = false, children }: Props) {
  const record = useRecord(store);
  const [asks, setAsks] = useState(false);
  const [downloaded, setDownloaded] = useState(false);
  if (!record) return null;
  return (
    <div className={styles.bar} role="group" aria-label={words.label}>
      <span className={styles.who}>{words.participant(record.header.participant)}</span>
      {asks ? (
        <>
          <span role="alert">{words.removeAsk}</span>
          <Group gap={8}>
            <Button size="compact-xs" color="red" onClick={() => removeRecord(store)}>
              {words.removeYes}
            </Button>
            <Button size="compact-xs" variant="default" ref={focus} onClick={() => setAsks(false)}>
              {words.removeNo}
            </Button>
          </Group>
        </>
      ) : (
        <>
          {children}
          <Group gap={8} ml="auto">
            <span role="status" className={styles.quiet}>
              {downloaded && words.downloaded}
            </span>
            {others && (
              <Button size="compact-xs" variant="subtle" onClick={() => store.getState().someoneElse()}>
                {words.someoneElse}
              </Button>
            )}
            <Button
              size="compact-xs"
              variant="default"
              leftSection={<IconDownload size={13} aria-hidden />}
              onClick={() => {
                downloadRecord(store.getState());
                setDownloaded(true);
              }}
            >
              {words.download}
            </Button>
            <Button size="compact-xs" variant="default" leftSection={<IconTrash size={13} aria-hidden />} onClick={() => setAsks(true)}>
              {words.remove}
            </Button>
          </Group>
        </>
      )}
    </div>
  );
}
