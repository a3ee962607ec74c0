/**
 * Where the open lesson stands: a column at the right of a wide window, or at the foot of a narrower one, where the page
 * keeps clear of it; how wide or high it is is remembered. Folded away it is a slim button in the same place. In a low window it has
 * all of it until it is folded.
 */
import { Button, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconSchool } from '@tabler/icons-react';
import { type ComponentProps, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { lessonNumber } from '../../../core/lessons/ids.ts';
import { LESSONS } from '../../../core/lessons/lesson.ts';
import { lessonsStore, useLessons } from '../../state/lessons/lessons.ts';
import type { StepState } from '../../state/lessons/types.ts';
import { LESSON_COLUMN } from '../../kit/layout/useStacked.ts';
import { Guard } from '../../kit/notices/Guard.tsx';
import { EdgeHandle, usePanelSize } from './EdgeHandle.tsx';
import { LessonPanel } from './LessonPanel.tsx';
import styles from './lessons.module.css';
import { toggleFocus, useFocus } from '../../kit/lessons/focus.ts';
import { useFocused } from './pointing/focusLayout.ts';
import { Spotlight } from './pointing/Spotlight.tsx';
import { StepMark } from './StepMark.tsx';
import { useTurns, useWorkOnMove } from '../../kit/lessons/turns.ts';
import { useLessonContent } from '../../kit/lessons/useLessonContent.ts';
import { CLAUSE, lessonsText, STOP, text } from '../../../words/words.ts';

interface Props {
  readonly at: 'side' | 'foot';
}

export default function LessonHost({ at }: Props) {
  const column = useMediaQuery(LESSON_COLUMN, undefined, { getInitialValueInEffect: false }) ?? true;
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
  const turns = useTurns();
  useWorkOnMove();
  const ref = useKeptClear<HTMLElement>();
  const height = usePanelSize('foot');
  const whole = turns && !folded;
  const sized = !folded && !turns;
  useAlone(ref, whole);
  return (
    <>
      <div className={styles.footRoom} data-lesson-room />
      <Landmark
        ref={ref}
        className={styles.foot}
        data-folded={folded || undefined}
        data-whole={whole || undefined}
        style={sized ? { height } : undefined}
      >
        {sized && <EdgeHandle side="foot" panel={ref} />}
        {folded ? <Unfold /> : <Body />}
        {folded && turns && <WholeWork />}
      </Landmark>
    </>
  );
}

/** A landmark of its own. */
function Landmark({ children, ...props }: ComponentProps<'aside'>) {
  const lesson = useLessons((state) => state.lesson);
  const entering = useLessons((state) => state.entering);
  const number = lesson ? lessonNumber(lesson) : 0;
  const focused = useFocused();
  return (
    <aside {...props} aria-label={lessonsText.lesson(number)} aria-busy={entering} data-lesson={lesson}>
      {/* In the focus layout the page's own heading is hidden with its header. */}
      {focused && <VisuallyHidden component="h1">{lessonsText.lesson(number)}</VisuallyHidden>}
      {children}
    </aside>
  );
}

function Body() {
  const lesson = useLessons((state) => state.lesson);
  return (
    <div className={styles.panel}>
      <Guard place={text.shell.part.lesson} asked={lesson}>
        {lesson && <LessonPanel key={lesson} lesson={lesson} />}
      </Guard>
    </div>
  );
}

/** Folded away: which step, and how it stands. Takes the focus that was in what was folded. */
function Unfold() {
  const words = lessonsText;
  const turns = useTurns();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body && navigator.userActivation?.hasBeenActive) button.current?.focus({ preventScroll: true });
  }, []);
  const lesson = useLessons((state) => state.lesson);
  const step = useLessons((state) => state.step);
  const state = useLessons(({ progress }): StepState => (lesson && step !== null ? progress[lesson]?.states[step] : undefined) ?? 'open');
  const { content } = useLessonContent(lesson ?? LESSONS[0]);
  if (!lesson) return null;
  const steps = content?.course.steps ?? [];
  const nth = steps.findIndex(({ id }) => id === step) + 1;
  const number = lessonNumber(lesson);
  const which = words.unfold(number, `${words.step(nth, steps.length)}${CLAUSE}${words.states[state]}`);
  return (
    <UnstyledButton
      ref={button}
      className={styles.unfold}
      aria-label={turns ? `${words.showText}${STOP}${which}` : which}
      aria-keyshortcuts="Alt+L"
      aria-expanded={false}
      onClick={() => lessonsStore.getState().fold(false)}
    >
      <IconSchool size={18} stroke={1.75} aria-hidden />
      <span>{turns ? words.showText : words.lesson(number)}</span>
      <span className="tabular">
        {nth}/{steps.length}
      </span>
      <StepMark state={state} />
      <span className={styles.stepName}>{content?.words.steps.find(({ id }) => id === step)?.title}</span>
    </UnstyledButton>
  );
}

/** Where text and work take turns, the way out of the focus layout stands with the work. */
function WholeWork() {
  const focus = useFocus();
  if (!focus) return null;
  return (
    <Button fullWidth mt={4} size="compact-sm" variant="default" aria-keyshortcuts="Alt+Z" onClick={toggleFocus}>
      {lessonsText.unfocus}
    </Button>
  );
}

/** While it covers the window what is behind it is neither reached nor read out. */
function useAlone(ref: RefObject<HTMLElement | null>, alone: boolean): void {
  useLayoutEffect(() => {
    const covered = alone ? [...(ref.current?.parentElement?.children ?? [])].filter((one) => one !== ref.current) : [];
    for (const one of covered) one.toggleAttribute('inert', true);
    return () => {
      for (const one of covered) one.toggleAttribute('inert', false);
    };
  }, [ref, alone]);
}

/** Height of what is folded away at the foot, pixels. */
const FOLDED = 44;

/** Tells the page how much of its foot is covered while one works, so that what is scrolled into view comes to lie above it. */
function useKeptClear<T extends HTMLElement>() {
  const ref = useRef<T>(null);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const root = document.documentElement;
    const observer = new ResizeObserver(() => {
      const height = element.hasAttribute('data-whole') ? FOLDED : element.offsetHeight;
      root.style.setProperty('--lesson-foot', `${height}px`);
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      root.style.removeProperty('--lesson-foot');
    };
  }, []);
  return ref;
}
