/** A plan for one hour, one for a course of twelve sessions, and what helps in a classroom. */
import { Table, Text } from '@mantine/core';
import { lessonNumber } from '../../../../core/lessons/ids.ts';
import { LESSONS, type LessonId } from '../../../../core/lessons/lesson.ts';
import { useLessonContent } from '../../../kit/lessons/useLessonContent.ts';
import { useLessonContents } from './useLessonContents.ts';
import { COLON, GAP, inBrackets, teachersText } from '../../../../words/words.ts';
import styles from './teachers.module.css';

const words = teachersText;

/** The lessons of one hour, in their order. */
export const HOUR = Object.keys(words.hour.why) as (keyof typeof words.hour.why)[];

/** Minutes of talking after each of them. */
export const TALK_MINUTES = 5;

export function Plans() {
  return (
    <>
      <details className={styles.part}>
        <summary>{words.hour.title}</summary>
        <Hour />
      </details>
      <details className={styles.part}>
        <summary>{words.course.title}</summary>
        <CoursePlan />
      </details>
      <details className={styles.part}>
        <summary>{words.practice.title}</summary>
        <ul className={styles.points}>
          {words.practice.points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      </details>
    </>
  );
}

function Hour() {
  const contents = useLessonContents(HOUR).contents ?? [];
  const talk = contents.length * TALK_MINUTES;
  return (
    <>
      <Text size="sm">{words.hour.intro}</Text>
      <ol className={styles.points}>
        {contents.map(({ course, words: said }) => (
          <li key={course.id}>
            {said.title}
            {COLON}
            {words.hour.why[course.id as keyof typeof words.hour.why]}
            {GAP}
            {inBrackets(words.minutes(course.minutes))}
          </li>
        ))}
        <li>{words.hour.talk(talk)}</li>
      </ol>
      <Text size="sm">{words.hour.total(contents.reduce((sum, { course }) => sum + course.minutes, talk))}</Text>
      <Text size="sm">{words.hour.shorter}</Text>
    </>
  );
}

function CoursePlan() {
  const { columns } = words.course;
  return (
    <>
      <Text size="sm" mb="xs">
        {words.course.intro}
      </Text>
      <Table.ScrollContainer minWidth={640}>
        <Table fz="xs" verticalSpacing={4} withTableBorder>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{columns.session}</Table.Th>
              <Table.Th>{columns.before}</Table.Th>
              <Table.Th>{columns.together}</Table.Th>
              <Table.Th>{columns.home}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {LESSONS.map((lesson) => (
              <SessionRow key={lesson} lesson={lesson} number={lessonNumber(lesson)} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </>
  );
}

function SessionRow({ lesson, number }: { readonly lesson: LessonId; readonly number: number }) {
  const { content } = useLessonContent(lesson);
  const { before, together, home } = words.course.sessions[lesson];
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={500}>
        {number}. {content?.words.title ?? lesson}
      </Table.Th>
      <Table.Td>{before}</Table.Td>
      <Table.Td>{together}</Table.Td>
      <Table.Td>{home}</Table.Td>
    </Table.Tr>
  );
}
