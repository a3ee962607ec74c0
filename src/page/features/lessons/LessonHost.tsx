/**
 * Where the open lesson stands: a column at the right of a wide window, or at the foot of a narrower one, where the page
 * keeps clear of it; how wide or high it is is remembered. Folded away it is a slim button in the same place.
 */
import { UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconSchool } from '@tabler/icons-react';
import { type ComponentProps, useLayoutEffect, useRef } from 'react';
import { lessonNumber } from '../../../core/lessons/ids.ts';
import { LESSONS } from '../../../core/lessons/lesson.ts';
import { lessonsStore, useLessons } from '../../state/lessons/lessons.ts';
import type { StepState } from '../../state/lessons/types.ts';
import { Guard } from '../../kit/notices/Guard.tsx';
import { EdgeHandle, usePanelSize } from './EdgeHandle.tsx';
import { LessonPanel } from './LessonPanel.tsx';
import styles from './lessons.module.css';
import { Spotlight } from './pointing/Spotlight.tsx';
import { StepMark } from './StepMark.tsx';
import { useLessonContent } from '../../kit/lessons/useLessonContent.ts';
import { lessonsText } from '../../../words/words.ts';

/** From here on a column leaves two others beside it room to work in. */
const COLUMN = '(min-width: 1240px)';

interface Props {
  readonly at: 'side' | 'foot';
}

export default function LessonHost({ at }: Props) {
  const column = useMediaQuery(COLUMN, undefined, { getInitialValueInEffect: false }) ?? true;
  const lesson = useLessons((state) => state.lesson);
  const folded = useLessons((state) => state.folded);
  if (!lesson || column !== (at === 'side')) return null;
  return (
    <>
      {at === 'side' ? <Side folded={folded} /> : <Foot folded={folded} />}
      <Spotlight lesson={lesson} />
    </>
  );
}

function Side({ folded }: { readonly folded: boolean }) {
  const column = useRef<HTMLElement>(null);
  const width = usePanelSize('column');
  return (
    <Landmark ref={column} className={folded ? styles.slim : styles.column} style={folded ? undefined : { width }}>
      {!folded && <EdgeHandle side="column" panel={column} />}
      {folded ? <Unfold /> : <Body />}
    </Landmark>
  );
}

function Foot({ folded }: { readonly folded: boolean }) {
  const ref = useKeptClear<HTMLElement>();
  const height = usePanelSize('foot');
  return (
    <>
      <div className={styles.footRoom} />
      <Landmark ref={ref} className={styles.foot} data-folded={folded || undefined} style={folded ? undefined : { height }}>
        {!folded && <EdgeHandle side="foot" panel={ref} />}
        {folded ? <Unfold /> : <Body />}
      </Landmark>
    </>
  );
}

/** A landmark of its own. */
function Landmark(props: ComponentProps<'aside'>) {
  const lesson = useLessons((state) => state.lesson);
  const entering = useLessons((state) => state.entering);
  const number = lesson ? lessonNumber(lesson) : 0;
  return <aside {...props} aria-label={lessonsText.lesson(number)} aria-busy={entering} data-lesson={lesson} />;
}

function Body() {
  const lesson = useLessons((state) => state.lesson);
  return (
    <div className={styles.panel}>
      <Guard>{lesson && <LessonPanel key={lesson} lesson={lesson} />}</Guard>
    </div>
  );
}

/** Folded away: which step, and how it stands. */
function Unfold() {
  const words = lessonsText;
  const lesson = useLessons((state) => state.lesson);
  const step = useLessons((state) => state.step);
  const state = useLessons(({ progress }): StepState => (lesson && step !== null ? progress[lesson]?.states[step] : undefined) ?? 'open');
  const { content } = useLessonContent(lesson ?? LESSONS[0]);
  if (!lesson) return null;
  const steps = content?.course.steps ?? [];
  const nth = steps.findIndex(({ id }) => id === step) + 1;
  const number = lessonNumber(lesson);
  return (
    <UnstyledButton
      className={styles.unfold}
      aria-label={words.unfold(number, `${words.step(nth, steps.length)}, ${words.states[state]}`)}
      aria-expanded={false}
      onClick={() => lessonsStore.getState().fold(false)}
    >
      <IconSchool size={18} stroke={1.75} aria-hidden />
      <span>{words.lesson(number)}</span>
      <span className="tabular">
        {nth}/{steps.length}
      </span>
      <StepMark state={state} />
    </UnstyledButton>
  );
}

/** Tells the page how much of its foot is covered, so that what is scrolled into view comes to lie above it. */
function useKeptClear<T extends HTMLElement>() {
  const ref = useRef<T>(null);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const root = document.documentElement;
    const observer = new ResizeObserver(() => root.style.setProperty('--lesson-foot', `${element.offsetHeight}px`));
    observer.observe(element);
    return () => {
      observer.disconnect();
      root.style.removeProperty('--lesson-foot');
    };
  }, []);
  return ref;
}
