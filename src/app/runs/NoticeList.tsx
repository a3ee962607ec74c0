/** What was skipped, clamped, ignored or went wrong in the run on screen: nothing is silent (DESIGN §8). */
import { Text } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import type { RunNotice } from '../../stores/runs/types.ts';
import { WarningList } from '../health/WarningList.tsx';
import { FaultList } from '../shell/FaultList.tsx';
import { inspectText } from '../text/en.inspect.ts';
import { gatherNotices } from './gatherNotices.ts';
import styles from './runs.module.css';
import { useCalmRun } from './useCalmRun.ts';

const text = inspectText.notices;

/** Faults in full; notices folded away behind a line that counts them and shows the newest. */
export function NoticeList() {
  const run = useCalmRun();
  if (!run) return null;
  const gathered = gatherNotices(run.notices);
  const newest = gathered[0];
  return (
    <div className={styles.notices}>
      <FaultList faults={run.faults.map(({ fault }) => fault)} />
      <WarningList run={run} />
      {newest && (
        <details>
          <summary className={styles.noticeSummary}>
            <NoticeIcon level={newest.notice.level} />
            <span className={styles.noticeText}>{newest.notice.message}</span>
            <span className={styles.noticeWhen}>{text.count(run.notices.length)}</span>
          </summary>
          <ul className={styles.noticeList} aria-label={text.heading}>
            {gathered.map(({ notice, times }) => (
              <li key={`${notice.code} ${notice.message}`} className={styles.notice}>
                <NoticeIcon level={notice.level} />
                <span>{notice.message}</span>
                <span className={styles.noticeWhen}>{text.times(times)}</span>
                <Text span size="xs" c="dimmed" ff="monospace">
                  {notice.code}
                </Text>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

function NoticeIcon({ level }: { readonly level: RunNotice['level'] }) {
  return level === 'warning' ? (
    <IconAlertTriangle size={14} aria-label={text.warning} />
  ) : (
    <IconInfoCircle size={14} aria-label={text.info} />
  );
}
