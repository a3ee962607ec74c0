/** Where one is in the lesson: the step's number, and a sign for each step, which leads to it. */
import { Tooltip, UnstyledButton } from '@mantine/core';
import { mayEnter } from '../../../core/lessons/gates.ts';
import type { LessonProgress } from '../../state/lessons/types.ts';
import styles from './lessons.module.css';
import { StepMark } from './StepMark.tsx';
import type { LessonContent } from '../../kit/lessons/useLessonContent.ts';
import { COMMA, lessonsText } from '../../../words/words.ts';

interface Props {
  readonly content: LessonContent;
  readonly progress: Pick<LessonProgress, 'states' | 'answers'>;
  /** Id of the open step. */
  readonly step: string;
  readonly onGo: (step: string) => void;
}

export function ProgressLine({ content: { course, words: lesson }, progress, step, onGo }: Props) {
  const words = lessonsText;
  return (
    <ol className={styles.line} aria-label={words.steps}>
      {course.steps.map(({ id }, index) => {
        const open = mayEnter(course, progress.answers, id);
        const state = progress.states[id] ?? 'open';
        const current = id === step;
        const title = lesson.steps.find((one) => one.id === id)?.title ?? id;
        const told = [open ? words.states[state] : words.shut, current && words.here].filter(Boolean).join(COMMA);
        const label = words.mark(index + 1, title, told);
        return (
          <li key={id}>
            <Tooltip label={label}>
              <UnstyledButton
                className={styles.markButton}
                aria-label={label}
                aria-current={current ? 'step' : undefined}
                aria-disabled={!open || undefined}
                onClick={() => open && onGo(id)}
              >
                <StepMark state={open ? state : 'shut'} current={current} />
              </UnstyledButton>
            </Tooltip>
          </li>
        );
      })}
    </ol>
  );
}
