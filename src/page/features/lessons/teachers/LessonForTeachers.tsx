/** One lesson for its teacher: the link for students, timing, questions with what is observed, and the answers. */
import { Anchor, Button, Group, Text, Title } from '@mantine/core';
import { IconExternalLink, IconPrinter } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { type Fault, faultFrom, worded } from '../../../../core/faults.ts';
import { lessonNumber } from '../../../../core/lessons/ids.ts';
import { type Course, type LessonId } from '../../../../core/lessons/lesson.ts';
import type { LessonWords } from '../../../../core/lessons/words.ts';
import { LinkField } from '../../../kit/projects/LinkField.tsx';
import { COMMA, GAP, teachersText, text } from '../../../../words/words.ts';
import { Markdown } from '../../../kit/lessons/Markdown.tsx';
import { answerMarkdown, answersOf } from '../../../kit/lessons/stepAnswers.ts';
import { useLessonContent, type LessonContent } from '../../../kit/lessons/useLessonContent.ts';
import { lessonLink, lessonView, lockedParts } from './lessonLink.ts';
import styles from './teachers.module.css';

const words = teachersText;

interface Props {
  readonly lesson: LessonId;
  readonly onPrint: () => void;
}

export function LessonForTeachers({ lesson, onPrint }: Props) {
  const { content, fault } = useLessonContent(lesson);
  const number = lessonNumber(lesson);
  if (!content) return <Text size="sm">{fault ? worded(fault).message : words.loading}</Text>;
  const { title, summary } = content.words;
  return (
    <article className={styles.lesson} data-teaches={lesson} aria-labelledby={`teaches-${lesson}`}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div>
          <Title order={4} fz="sm" id={`teaches-${lesson}`}>
            {number}. {title}
          </Title>
          <Text size="xs" c="dimmed">
            {words.minutes(content.course.minutes)} · {words.steps(content.course.steps.length)}
          </Text>
        </div>
        <Button
          variant="default"
          flex="none"
          leftSection={<IconPrinter size={14} aria-hidden />}
          aria-label={words.print.openOne(title)}
          onClick={onPrint}
        >
          {words.print.open}
        </Button>
      </Group>
      <Text size="sm" my={6}>
        {summary}
      </Text>
      <StudentsLink content={content} />
      <details className={styles.part}>
        <summary>{words.asks}</summary>
        <Notes content={content} />
      </details>
      <details className={styles.part}>
        <summary>{words.answers}</summary>
        <Answers content={content} />
      </details>
    </article>
  );
}

function StudentsLink({ content: { course, words: said } }: { readonly content: LessonContent }) {
  const { link, fault } = useLink(course, said);
  if (link === null) return <Text size="sm">{fault ? worded(fault).message : words.loading}</Text>;
  const view = lessonView(course, said);
  const parts = lockedParts(view).map((part) => (part === 'description' ? part : words.link.parts[part as keyof typeof words.link.parts]));
  return (
    <div className={styles.link}>
      <LinkField link={link} label={words.link.title} copyLabel={words.link.copy(said.title)} brief />
      <Text size="xs" c="dimmed">
        {words.link.shows(view.places.map((place) => text.teach.placeNames[place]).join(COMMA))}
        {GAP}
        {parts.length > 0 ? words.link.locks(parts.join(COMMA)) : words.link.locksNothing}
        {GAP}
        <Anchor href={link} target="_blank" rel="noopener" fz="inherit" c="var(--ink)" underline="always">
          {words.link.preview} <IconExternalLink size={12} aria-hidden />
        </Anchor>
      </Text>
    </div>
  );
}

/** The link, once the code of the lesson's project is there. */
function useLink(course: Course, said: LessonWords): { readonly link: string | null; readonly fault: Fault | null } {
  const [made, setMade] = useState<{ readonly link: string | null; readonly fault: Fault | null }>({ link: null, fault: null });
  useEffect(() => {
    let wanted = true;
    lessonLink(course, said).then(
      (link) => wanted && setMade({ link, fault: null }),
      (error: unknown) => wanted && setMade({ link: null, fault: faultFrom(error) }),
    );
    return () => {
      wanted = false;
    };
  }, [course, said]);
  return made;
}

function Notes({ content }: { readonly content: LessonContent }) {
  const noted = content.words.steps.filter(({ teacher }) => teacher !== null);
  if (noted.length === 0) return <Text size="sm">{words.none}</Text>;
  return (
    <dl className={styles.notes}>
      {noted.map(({ id, title, teacher }) => (
        <div key={id}>
          <dt>{title}</dt>
          <dd>
            <Markdown>{teacher ?? ''}</Markdown>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Answers({ content }: { readonly content: LessonContent }) {
  return (
    <dl className={styles.notes}>
      {answersOf(content.course, content.words).map((answer) => (
        <div key={answer.step}>
          <dt>
            {answer.title} <span className={styles.quiet}>{words.answerOf[answer.kind]}</span>
          </dt>
          <dd>
            <Markdown>{answerMarkdown(answer)}</Markdown>
            {content.words.steps.find(({ id }) => id === answer.step)?.after && (
              <Markdown>{content.words.steps.find(({ id }) => id === answer.step)?.after ?? ''}</Markdown>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
