/** One lesson beside the workbench: where one is in it, the step with its words, and the way on. */
import { ActionIcon, Button, Group, Loader, Menu, Title, Tooltip, VisuallyHidden } from '@mantine/core';
import {
  IconArrowRight,
  IconChevronRight,
  IconFocusCentered,
  IconDots,
  IconListDetails,
  IconLogout,
  IconRotate,
} from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { mayEnter } from '../../../core/lessons/gates.ts';
import { lessonNumber } from '../../../core/lessons/ids.ts';
import { LESSONS, type LessonId } from '../../../core/lessons/lesson.ts';
import { lessonsStore, useLessons } from '../../state/lessons/lessons.ts';
import type { LessonProgress } from '../../state/lessons/types.ts';
import { openLearn } from '../../state/address/learnStore.ts';
import { FaultList } from '../../kit/notices/FaultList.tsx';
import styles from './lessons.module.css';
import { toggleFocus, useFocus } from '../../kit/lessons/focus.ts';
import { ProgressLine } from './ProgressLine.tsx';
import { StepBody } from './step/StepBody.tsx';
import { showWork, takesTurns, useTurns } from '../../kit/lessons/turns.ts';
import { useLessonContent, type LessonContent } from '../../kit/lessons/useLessonContent.ts';
import { lessonsText } from '../../../words/words.ts';

interface Props {
  readonly lesson: LessonId;
}

/** Nothing done yet: of a lesson on its way. */
const FRESH: Pick<LessonProgress, 'states' | 'answers'> = { states: {}, answers: {} };

export function LessonPanel({ lesson }: Props) {
  const words = lessonsText;
  const { content, fault, retry } = useLessonContent(lesson);
  const step = useLessons((state) => state.step);
  const said = useLessons((state) => state.fault);
  const retryFetch = (
    <Button variant="default" onClick={retry}>
      {words.retry}
    </Button>
  );
  return (
    <>
      <Head lesson={lesson} title={content?.words.title ?? null} />
      {fault && <FaultList faults={[fault]} action={retryFetch} />}
      {said !== null && (
        <p className={styles.fault} role="alert">
          {said}
        </p>
      )}
      {content && step !== null && content.course.steps.some(({ id }) => id === step) ? (
        <Open content={content} step={step} />
      ) : (
        !fault &&
        said === null && (
          <div className={styles.quiet} role="status">
            <Loader size="xs" mr={6} />
            {words.loading}
          </div>
        )
      )}
    </>
  );
}

interface HeadProps extends Props {
  readonly title: string | null;
}

function Head({ lesson, title }: HeadProps) {
  const words = lessonsText;
  const turns = useTurns();
  const { fold, restart, leave } = lessonsStore.getState();
  const home = useLessons((state) => state.home);
  const number = lessonNumber(lesson);
  return (
    <header className={styles.head}>
      <Title order={2} className={styles.title}>
        <span className={styles.number}>{words.lesson(number)}</span> {title}
      </Title>
      <Menu position="bottom-end" shadow="md" withinPortal>
        <Menu.Target>
          <ActionIcon color="gray" aria-label={words.menu}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconListDetails size={14} />} onClick={openAll}>
            {words.all}
          </Menu.Item>
          <Menu.Item leftSection={<IconRotate size={14} />} onClick={() => void restart(lesson)}>
            {words.restart}
          </Menu.Item>
          <Menu.Item leftSection={<IconLogout size={14} />} onClick={leave}>
            {words.leave}
            {home && <span className={styles.home}>{words.leaveTo(home.name)}</span>}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <FocusSwitch />
      {turns ? (
        <Button size="compact-xs" aria-expanded aria-keyshortcuts="Alt+L" onClick={() => fold(true)}>
          {words.showWork}
        </Button>
      ) : (
        <Tooltip label={words.fold}>
          <ActionIcon color="gray" aria-label={words.fold} aria-expanded aria-keyshortcuts="Alt+L" onClick={() => fold(true)}>
            <IconChevronRight size={16} className={styles.foldIcon} />
          </ActionIcon>
        </Tooltip>
      )}
    </header>
  );
}

/** On, it says in words how to leave: nothing else of the page's controls is there. */
function FocusSwitch() {
  const words = lessonsText;
  const on = useFocus();
  return on ? (
    <Button size="compact-xs" variant="default" aria-pressed aria-keyshortcuts="Alt+Z" onClick={toggleFocus}>
      {words.unfocus}
    </Button>
  ) : (
    <Tooltip label={words.focus}>
      <ActionIcon color="gray" aria-label={words.focus} aria-pressed={false} aria-keyshortcuts="Alt+Z" onClick={toggleFocus}>
        <IconFocusCentered size={16} />
      </ActionIcon>
    </Tooltip>
  );
}

function Open({ content, step: id }: { readonly content: LessonContent; readonly step: string }) {
  const words = lessonsText;
  const { course, words: lesson } = content;
  const progress = useLessons((state) => state.progress[course.id]) ?? FRESH;
  const heading = useRef<HTMLHeadingElement>(null);
  const scroll = useRef<HTMLDivElement>(null);
  const index = course.steps.findIndex((step) => step.id === id);
  const step = course.steps[index];
  const said = lesson.steps.find((one) => one.id === id);
  useEntered(id, heading, scroll);
  if (!step || !said) return null;
  const following = course.steps[index + 1];
  const shut = following !== undefined && !mayEnter(course, progress.answers, following.id);
  const skips = step.kind === 'do' && (progress.states[id] ?? 'open') === 'open';
  const { go, next, previous } = lessonsStore.getState();
  return (
    <>
      <ProgressLine content={content} progress={progress} step={id} onGo={go} />
      <VisuallyHidden aria-live="polite">{words.entered(index + 1, course.steps.length, said.title)}</VisuallyHidden>
      <div ref={scroll} className={styles.scroll}>
        <p className={styles.where}>
          <span>{words.step(index + 1, course.steps.length)}</span>
          <span className={styles.kind}>{words.kinds[step.kind]}</span>
        </p>
        <h3 ref={heading} tabIndex={-1} className={styles.stepTitle}>
          {said.title}
        </h3>
        <StepBody key={id} content={content} step={step} words={said} progress={progress} />
      </div>
      <footer className={styles.ways}>
        <Button variant="default" disabled={index === 0} onClick={previous} aria-keyshortcuts="Alt+PageUp">
          {words.previous}
        </Button>
        {following ? (
          <Group gap={8} wrap="nowrap">
            {shut && <span className={styles.quiet}>{words.afterPrediction}</span>}
            <Button
              variant={skips ? 'default' : 'filled'}
              disabled={shut}
              onClick={next}
              rightSection={<IconArrowRight size={14} aria-hidden />}
              aria-keyshortcuts="Alt+PageDown"
            >
              {skips ? words.skip : words.next}
            </Button>
          </Group>
        ) : (
          <Ended lesson={course.id} />
        )}
      </footer>
    </>
  );
}

function openAll(): void {
  showWork();
  openLearn('lessons');
}

/** After the last step: the lesson that follows, or all of them. */
function Ended({ lesson }: Props) {
  const words = lessonsText;
  const following = LESSONS[LESSONS.indexOf(lesson) + 1];
  const { content } = useLessonContent(following ?? lesson);
  const { start, leave } = lessonsStore.getState();
  if (!following || !content)
    return (
      <Button
        onClick={() => {
          leave();
          openLearn('lessons');
        }}
      >
        {words.all}
      </Button>
    );
  return (
    <Button rightSection={<IconArrowRight size={14} aria-hidden />} onClick={() => void start(following)}>
      <span className={styles.cut}>{words.nextLesson(lessonNumber(following), content.words.title)}</span>
    </Button>
  );
}

/**
 * A step is entered: it is read from its top, and its heading takes the focus where the focus was in the lesson or nowhere, as
 * where the text has covered what had it. Whoever works elsewhere in the page, or has just opened it, keeps theirs; the step is told to them all the same.
 */
function useEntered(step: string, heading: React.RefObject<HTMLElement | null>, scroll: React.RefObject<HTMLElement | null>): void {
  useEffect(() => {
    scroll.current?.scrollTo(0, 0);
    const { activeElement } = document;
    const nowhere = activeElement === null || activeElement === document.body || takesTurns();
    const within = scroll.current?.parentElement?.contains(activeElement) ?? false;
    if (within || (nowhere && navigator.userActivation?.hasBeenActive)) heading.current?.focus({ preventScroll: true });
  }, [step, heading, scroll]);
}
