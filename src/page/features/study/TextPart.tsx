/** The lesson as a text: its words and recorded figures, page by page, with what follows from each prediction, check and task in place of doing it. */
import { Button, Group } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import type { LessonStep } from '../../../core/lessons/lesson.ts';
import type { LessonWords, StepWords } from '../../../core/lessons/words.ts';
import type { StudyRecord } from '../../../core/study/events.ts';
import { EvidenceFigure } from '../../kit/lessons/EvidenceFigure.tsx';
import { InlineMarkdown, Markdown } from '../../kit/lessons/Markdown.tsx';
import { answerMarkdown, answersOf } from '../../kit/lessons/stepAnswers.ts';
import { type LessonContent, useLessonContent } from '../../kit/lessons/useLessonContent.ts';
import { lessonsText, studyText } from '../../../words/words.ts';
import { ParticipantBar } from './ParticipantBar.tsx';
import { tellStep } from './recordLesson.ts';
import { Screen } from './Screen.tsx';
import { still } from './still.ts';
import type { StudyStore } from './study.ts';
import styles from './study.module.css';
import { Waiting } from './Waiting.tsx';

const words = studyText.text;

interface Props {
  readonly store: StudyStore;
  readonly record: StudyRecord;
}

export function TextPart({ store, record }: Props) {
  const { content, fault, retry } = useLessonContent(record.header.lesson);
  const steps = content?.course.steps ?? [];
  const last = record.events.findLast((event) => event.kind === 'step');
  const index = last?.kind === 'step' ? Math.min(last.index, steps.length - 1) : 0;
  const step = steps[index];
  const said = content?.words.steps.find(({ id }) => id === step?.id);
  const begun = last !== undefined;
  const go = (to: number): void => {
    const there = steps[to];
    if (there) tellStep(store, there.id, to);
  };
  useEffect(() => {
    const first = content?.course.steps[0];
    if (first && !begun) tellStep(store, first.id, 0);
  }, [content, begun, store]);
  return (
    <Screen title={said?.title ?? words.title} reading={step?.id ?? ''} bar={<ParticipantBar store={store} />}>
      {content && step && said ? (
        <>
          <p className={styles.quiet}>{words.step(index + 1, steps.length)}</p>
          {index === 0 && <Part title={lessonsText.head.objectives}>{content.words.objectives}</Part>}
          {index === 0 && <Part title={lessonsText.head.needs}>{content.words.needs}</Part>}
          <Page content={content} step={step} said={said} />
          {index === steps.length - 1 && <Part title={lessonsText.head.recap}>{content.words.recap}</Part>}
          {said.sources && (
            <details className={styles.quiet}>
              <summary>{lessonsText.head.sources}</summary>
              <Markdown>{still(said.sources)}</Markdown>
            </details>
          )}
          <Group gap={10} mt="lg">
            <Button variant="default" disabled={index === 0} onClick={() => go(index - 1)}>
              {words.back}
            </Button>
            {index < steps.length - 1 ? (
              <Button onClick={() => go(index + 1)}>{words.next}</Button>
            ) : (
              <Button onClick={() => store.getState().goOn('learn')}>{studyText.bar.goOn}</Button>
            )}
          </Group>
        </>
      ) : (
        <Waiting fault={fault} retry={retry} />
      )}
    </Screen>
  );
}

interface PageProps {
  readonly content: LessonContent;
  readonly step: LessonStep;
  readonly said: StepWords;
}

/** A step told: the question with its answer, what one does with what one sees. */
function Page({ content, step, said }: PageProps) {
  const figure = step.evidence && <EvidenceFigure use={step.evidence} />;
  switch (step.kind) {
    case 'show':
    case 'highlight':
      return (
        <>
          <Markdown>{still(said.text)}</Markdown>
          {figure}
        </>
      );
    case 'do':
      return (
        <>
          <Part title={words.doing}>{said.text}</Part>
          <Part title={words.seeing}>{said.after}</Part>
          {figure}
        </>
      );
    case 'predict':
    case 'check':
      return (
        <>
          <Markdown>{still(said.text)}</Markdown>
          {'options' in step && <Choices said={said} options={step.options} />}
          {figure}
          <Part title={step.kind === 'predict' ? words.happens : words.answer}>{answerOf(content, step.id)}</Part>
          {said.after && <Markdown>{still(said.after)}</Markdown>}
        </>
      );
    default:
      return step satisfies never;
  }
}

function answerOf(
  { course, words: all }: { readonly course: LessonContent['course']; readonly words: LessonWords },
  step: string,
): string | null {
  const answer = answersOf(course, all).find((one) => one.step === step);
  return answer ? answerMarkdown(answer) : null;
}

function Choices({ said, options }: { readonly said: StepWords; readonly options: readonly string[] }) {
  return (
    <ul aria-label={words.choices}>
      {options.map((option) => (
        <li key={option}>
          <InlineMarkdown>{still(said.options[option] ?? option)}</InlineMarkdown>
        </li>
      ))}
    </ul>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: string | null }): ReactNode {
  return (
    children !== null && (
      <section>
        <h2>{title}</h2>
        <Markdown>{still(children)}</Markdown>
      </section>
    )
  );
}
