/** What was skipped, clamped, ignored or went wrong in the run on screen: nothing is silent (DESIGN §8). */
import { Text } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import { wordedNotice } from '../../../../core/notices.ts';
import type { RunNotice } from '../../../state/runs/types.ts';
import { Suspense } from 'react';
import { FaultList } from '../../../kit/notices/FaultList.tsx';
import { GAP, shownRunText } from '../../../../words/words.ts';
import { firstScreen } from '../../../state/opening/firstScreen.ts';
import { hasEnded } from '../../../state/runs/interrupted.ts';
import { gatherNotices, headline } from './gatherNotices.ts';
import styles from '../bar/runs.module.css';
import { useCalmRun } from '../../../kit/runs/useCalmRun.ts';
import { lazyPart } from '../../../kit/parts/lazyPart.ts';

// With what it needs it is a quarter of what the first screen is: over a slow link the charts come before it.
const WarningList = lazyPart(async () => {
  await firstScreen();
  return { default: (await import('./WarningList.tsx')).WarningList };
});
const text = shownRunText.notices;

/** Faults and warnings, in full. */
export function NoticeList() {
  const run = useCalmRun();
  if (!run) return null;
  return (
    <div className={styles.notices}>
      <FaultList faults={run.faults.map(({ fault }) => fault)} />
      <Suspense fallback={null}>
        <WarningList run={run} />
      </Suspense>
    </div>
  );
}

/**
 * The notices folded away behind a line that counts them and, while the run goes on, shows the newest. It stands in the row of the
 * run's controls as long as there is room, so that the first notice of a run does not move the whole page; unfolded it has a row
 * of its own.
 */
export function NewestNotice() {
  const run = useCalmRun();
  if (!run) return null;
  const gathered = gatherNotices(run.notices);
  if (gathered.length === 0) return null;
  const told = headline(gathered, hasEnded(run));
  const said = told ? wordedNotice(told) : '';
  return (
    <details className={styles.newest} data-told={told ? true : undefined}>
      <summary className={styles.noticeSummary} title={told ? `${said}${GAP}${text.help}` : text.help}>
        <NoticeIcon level={told?.level ?? 'info'} />
        {told && <span className={styles.noticeText}>{said}</span>}
        <span className={styles.noticeWhen}>{text.count(run.notices.length)}</span>
      </summary>
      <ul className={styles.noticeList} aria-label={text.heading}>
        {gathered.map(({ notice, times }) => (
          <li key={`${notice.code} ${notice.message}`} className={styles.notice}>
            <NoticeIcon level={notice.level} />
            <span>{wordedNotice(notice)}</span>
            <span className={styles.noticeWhen}>{text.times(times)}</span>
            <Text span size="xs" c="dimmed" ff="monospace">
              {notice.code}
            </Text>
          </li>
        ))}
      </ul>
    </details>
  );
}

function NoticeIcon({ level }: { readonly level: RunNotice['level'] }) {
  return level === 'warning' ? (
    <IconAlertTriangle size={14} aria-label={text.warning} />
  ) : (
    <IconInfoCircle size={14} aria-label={text.info} />
  );
}
