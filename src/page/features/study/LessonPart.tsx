/** While the lesson is taken: a bar above the workbench, with the way on once the last step was reached. */
import { Button } from '@mantine/core';
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { StudyRecord } from '../../../core/study/events.ts';
import { useLessonContent } from '../../kit/lessons/useLessonContent.ts';
import { lessonsStore, useLessons } from '../../state/lessons/lessons.ts';
import { studyText } from '../../../words/words.ts';
import { ParticipantBar } from './ParticipantBar.tsx';
import { openLesson, recordLesson } from './recordLesson.ts';
import { Above } from './Screen.tsx';
import type { StudyStore } from './study.ts';
import styles from './study.module.css';

const words = studyText.bar;

interface Props {
  readonly store: StudyStore;
  readonly record: StudyRecord;
}

export function LessonPart({ store, record }: Props) {
  const { lesson } = record.header;
  const { content } = useLessonContent(lesson);
  const open = useLessons((state) => state.lesson === lesson);
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const stop = recordLesson(store);
    void openLesson(store);
    return stop;
  }, [store]);
  useKeptClear(bar);
  const steps = content?.course.steps.length ?? 0;
  const reached = Math.max(0, ...record.events.map((event) => (event.kind === 'step' ? event.index + 1 : 0)));
  const last = record.events.findLast((event) => event.kind === 'step');
  const over = steps > 0 && reached >= steps;
  // The study has all of it; and who takes part here next has not begun the lesson.
  const goOn = (): void => {
    lessonsStore.getState().forget(lesson);
    store.getState().goOn('learn');
  };
  return (
    <Above>
      <div ref={bar} className={styles.above}>
        <ParticipantBar store={store}>
          {last?.kind === 'step' ? over || words.until(last.index + 1, steps) : words.learning}
          {over && (
            <Button size="compact-xs" onClick={goOn}>
              {words.goOn}
            </Button>
          )}
          {!open && last && (
            <Button size="compact-xs" variant={over ? 'default' : 'filled'} onClick={() => void lessonsStore.getState().start(lesson)}>
              {words.back}
            </Button>
          )}
        </ParticipantBar>
      </div>
    </Above>
  );
}

/** Tells the page how much of its top is covered: it begins below. */
function useKeptClear(bar: React.RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const root = document.documentElement;
    const observer = new ResizeObserver(() => root.style.setProperty('--bar-above', `${bar.current?.offsetHeight ?? 0}px`));
    if (bar.current) observer.observe(bar.current);
    root.toggleAttribute('data-bar-above', true);
    return () => {
      observer.disconnect();
      root.toggleAttribute('data-bar-above', false);
      root.style.removeProperty('--bar-above');
    };
  }, [bar]);
}
