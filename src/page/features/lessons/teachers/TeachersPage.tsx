/** For teachers: each lesson as a link for students, with what to ask, what is observed and the answers; plans; a print view. */
import { Button, Group, Text, Title } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { LESSONS } from '../../../../core/lessons/lesson.ts';
import { isThere } from '../../../../lessons/index.ts';
import { openPrintView } from '../../../state/lessons/printing.ts';
import { GAP, teachersText, testText, text } from '../../../../words/words.ts';
import { LessonForTeachers } from './LessonForTeachers.tsx';
import { Plans } from './Plans.tsx';
import { Records } from './records/Records.tsx';
import styles from './teachers.module.css';

const words = teachersText;

export function TeachersPage() {
  const there = LESSONS.filter(isThere);
  return (
    <>
      <Group justify="space-between" align="flex-start" mb="md">
        <Text size="sm" maw={640}>
          {words.intro}
          {GAP}
          {text.projects.share.fits}
        </Text>
        <Group gap="xs">
          <Button
            variant="default"
            leftSection={<IconPrinter size={15} aria-hidden />}
            aria-label={words.print.openAll}
            onClick={() => openPrintView(there)}
          >
            {words.print.open}
          </Button>
        </Group>
      </Group>
      <Plans />
      <details className={styles.part}>
        <summary>{testText.records.title}</summary>
        <Records />
      </details>
      <Title order={3} fz="md" mt="lg" mb="xs">
        {words.lessons}
      </Title>
      <ol className={styles.lessons}>
        {there.map((lesson) => (
          <li key={lesson}>
            <LessonForTeachers lesson={lesson} onPrint={() => openPrintView([lesson])} />
          </li>
        ))}
      </ol>
    </>
  );
}
