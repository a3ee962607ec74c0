/** What can be done here, task by task; each step leads to its place. */
import { Button, Text, Title } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { lessonNumber } from '../../../core/lessons/ids.ts';
import type { LessonId } from '../../../core/lessons/lesson.ts';
import { cursorStore, type Place, type TrainingTab } from '../../state/address/cursor.ts';
import { startFirstLesson } from '../../kit/lessons/startFirstLesson.ts';
import { guideText, text } from '../../../words/words.ts';
import styles from './learn.module.css';

export function Guide() {
  return (
    <>
      <Text size="sm" mb="md">
        {guideText.intro}
      </Text>
      <div className={styles.tasks}>
        {guideText.tasks.map(({ title, steps }) => (
          <section key={title} className={styles.task} aria-label={title}>
            <Title order={3} fz="sm" mb={6}>
              {title}
            </Title>
            <ol className={styles.steps}>
              {steps.map(({ says, place, tab, lesson }) => (
                <li key={says}>
                  <Text size="sm">{says}</Text>
                  {place && <GoTo place={place} tab={tab} />}
                  {lesson && <OpenLesson lesson={lesson} />}
                </li>
              ))}
            </ol>
          </section>
        ))}
      </div>
    </>
  );
}

function OpenLesson({ lesson }: { readonly lesson: LessonId }) {
  return (
    <Button
      variant="subtle"
      size="compact-xs"
      px={0}
      rightSection={<IconArrowRight size={13} aria-hidden />}
      onClick={() => void startFirstLesson()}
    >
      {guideText.goLesson(lessonNumber(lesson))}
    </Button>
  );
}

function GoTo({ place, tab }: { readonly place: Place; readonly tab: TrainingTab | undefined }) {
  const name = tab ? text.shell.trainingTab[tab] : text.shell.place[place].name;
  return (
    <Button
      variant="subtle"
      size="compact-xs"
      px={0}
      rightSection={<IconArrowRight size={13} aria-hidden />}
      onClick={() => cursorStore.getState().move({ place, ...(tab ? { tab } : {}) })}
    >
      {guideText.go(name)}
    </Button>
  );
}
