/** All lessons, how far each was taken, and the way into each. */
import { Button, Text, Title } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { lessonNumber } from '../../../core/lessons/ids.ts';
import { LESSONS, type Course, type LessonId } from '../../../core/lessons/lesson.ts';
import { isThere } from '../../../lessons/index.ts';
import { openLearn } from '../../state/address/learnStore.ts';
import { lessonsStore, useLessons } from '../../state/lessons/lessons.ts';
import type { LessonProgress } from '../../state/lessons/types.ts';
import styles from './lessons.module.css';
import { InlineMarkdown } from '../../kit/lessons/Markdown.tsx';
import { StepMark } from './StepMark.tsx';
import { useLessonContent } from '../../kit/lessons/useLessonContent.ts';
import { GAP, lessonsText } from '../../../words/words.ts';
import { worded } from '../../../core/faults.ts';

export function LessonList() {
  const words = lessonsText;
  return (
    <div>
      <div className={styles.listHead}>
        <Text size="sm" maw={640}>
          {words.list.intro}
        </Text>
        <Button variant="default" rightSection={<IconArrowRight size={14} aria-hidden />} onClick={() => openLearn('test')}>
          {words.list.test}
        </Button>
      </div>
      <ol className={styles.cards}>
        {LESSONS.filter(isThere).map((lesson) => (
          <li key={lesson}>
            <Card lesson={lesson} />
          </li>
        ))}
      </ol>
    </div>
  );
}

function Card({ lesson }: { readonly lesson: LessonId }) {
  const words = lessonsText;
  const { content, fault } = useLessonContent(lesson);
  const progress = useLessons((state) => state.progress[lesson]);
  const current = useLessons((state) => state.lesson === lesson);
  const number = lessonNumber(lesson);
  const title = content?.words.title ?? lesson;
  const { done, of } = content ? takenOf(content.course, progress) : { done: 0, of: 0 };
  const state = current ? 'open' : done === 0 ? 'start' : done < of ? 'goOn' : 'again';
  const { start, restart } = lessonsStore.getState();
  return (
    <article className={styles.card} data-lesson={lesson} data-current={current || undefined} aria-label={words.panel(number, title)}>
      <p className={styles.cardNumber}>
        {words.lesson(number)}
        {content && ` · ${words.list.minutes(content.course.minutes)}`}
      </p>
      <Title order={3} fz="sm">
        {title}
      </Title>
      <Text size="sm" className={styles.summary}>
        {fault && `${words.list.missing}${GAP}${worded(fault).message}`}
        {content && <InlineMarkdown>{content.words.summary}</InlineMarkdown>}
      </Text>
      <div className={styles.cardFoot}>
        <span className={styles.taken}>
          {done > 0 && <StepMark state={done < of ? 'open' : 'done'} current={done < of} />}
          {done === 0 ? words.list.fresh : done < of ? words.list.steps(done, of) : words.list.finished}
        </span>
        <Button
          variant={state === 'again' ? 'default' : 'filled'}
          disabled={!content}
          rightSection={<IconArrowRight size={14} aria-hidden />}
          aria-label={{
            start: words.list.startNamed,
            goOn: words.list.goOnNamed,
            again: words.list.againNamed,
            open: words.list.goOnNamed,
          }[state](title)}
          onClick={() => void (state === 'again' ? restart(lesson) : start(lesson))}
        >
          {words.list[state === 'open' ? 'goOn' : state]}
        </Button>
      </div>
    </article>
  );
}

/** Steps that were taken, however, of all there are. */
export function takenOf({ steps }: Course, progress: LessonProgress | undefined): { readonly done: number; readonly of: number } {
  return { done: steps.filter(({ id }) => (progress?.states[id] ?? 'open') !== 'open').length, of: steps.length };
}
