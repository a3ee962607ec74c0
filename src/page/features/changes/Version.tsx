/** The page's version in its bottom line; behind it, what is new. After an update that opens by itself, once. */
import { UnstyledButton } from '@mantine/core';
import { Suspense, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useLessonOpen } from '../../state/lessons/open.ts';
import { whenIdle } from '../../state/opening/firstScreen.ts';
import { useTeacherView } from '../../state/projects/teach.ts';
import { changesText as words } from '../../../words/words.ts';
import { changesStore, lookForChanges, markSeen } from './changes.ts';
import { countOf } from './changelog.ts';
import { Guard } from '../../kit/notices/Guard.tsx';
import { lazyPart } from '../../kit/parts/lazyPart.ts';

const VERSION = import.meta.env.VITE_VERSION;
const COMMIT = import.meta.env.VITE_COMMIT;

const ChangesDialogue = lazyPart(() => import('./ChangesDialogue.tsx').then((module) => ({ default: module.ChangesDialogue })));

/** Fetches the changelog and compares it with what this browser has seen. */
async function look(): Promise<void> {
  const { RELEASES } = await import('./releases.ts');
  changesStore.setState(lookForChanges(RELEASES, VERSION));
}

export function Version() {
  const { releases, news, seen } = useStore(changesStore);
  const [wanted, setWanted] = useState(false);
  const lesson = useLessonOpen();
  const teachers = useTeacherView() !== null;
  const busy = lesson || teachers;
  // Without the changelog the version stands there all the same.
  useEffect(() => whenIdle(() => void look().catch(() => undefined)), []);
  const updated = news.length > 0 && seen?.version !== VERSION;
  const opened = wanted || (updated && !busy);
  useEffect(() => {
    if (opened && releases.length > 0) markSeen(releases, VERSION);
  }, [opened, releases]);
  const close = (): void => {
    setWanted(false);
    changesStore.setState({ news: [] });
  };
  const count = countOf(news);
  return (
    <>
      <UnstyledButton
        fz="inherit"
        c="dimmed"
        ms="auto"
        title={words.about}
        onClick={() => {
          setWanted(true);
          if (releases.length === 0) void look().catch(() => setWanted(false));
        }}
      >
        {words.version(VERSION, COMMIT)}
        {count > 0 && ` · ${words.some(count)}`}
      </UnstyledButton>
      {opened && releases.length > 0 && (
        <Guard place={words.title} says="above" onClose={close}>
          <Suspense fallback={null}>
            <ChangesDialogue releases={releases} news={news} since={seen?.version ?? null} onClose={close} />
          </Suspense>
        </Guard>
      )}
    </>
  );
}
