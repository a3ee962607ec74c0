/** One lesson on paper: its words, questions with room for answers, figures; for teachers hints, answers and notes as well. */
import { lessonNumber } from '../../../../core/lessons/ids.ts';
import { type LessonStep } from '../../../../core/lessons/lesson.ts';
import type { StepWords } from '../../../../core/lessons/words.ts';
import { teachersText, lessonsText } from '../../../../words/words.ts';
import { answerMarkdown, answersOf } from '../../../kit/lessons/stepAnswers.ts';
import type { LessonContent } from '../../../kit/lessons/useLessonContent.ts';
import { PrintFigure } from './PrintFigure.tsx';
import { PrintMarkdown } from './PrintMarkdown.tsx';
import styles from './print.module.css';

const words = teachersText.print;

export type PrintCopy = keyof typeof words.copies;

export function PrintLesson({ content, copy }: { readonly content: LessonContent; readonly copy: PrintCopy }) {
  const { course, words: said } = content;
  const { head } = lessonsText;
  return (
    <article className={styles.lesson} data-prints={course.id}>
      <h1>
        {lessonNumber(course.id)}. {said.title}
      </h1>
      <PrintMarkdown>{said.summary}</PrintMarkdown>
      {said.objectives && <Part name={head.objectives}>{said.objectives}</Part>}
      {said.needs && <Part name={head.needs}>{said.needs}</Part>}
      {course.steps.map((step, index) => {
        const its = said.steps.find(({ id }) => id === step.id);
        return its && <PrintStep key={step.id} content={content} step={step} said={its} nth={index + 1} copy={copy} />;
      })}
      {said.recap && copy === 'teachers' && <Part name={head.recap}>{said.recap}</Part>}
      {copy === 'students' && <Outcomes content={content} />}
    </article>
  );
}

interface StepProps {
  readonly content: LessonContent;
  readonly step: LessonStep;
  readonly said: StepWords;
  readonly nth: number;
  readonly copy: PrintCopy;
}

function PrintStep({ content, step, said, nth, copy }: StepProps) {
  const teaches = copy === 'teachers';
  return (
    <section className={styles.step}>
      <h2>
        {nth}. {said.title} <span className={styles.kind}>{words.kinds[step.kind]}</span>
      </h2>
      <PrintMarkdown>{said.text}</PrintMarkdown>
      {(step.kind === 'predict' || step.kind === 'check') && <Asked step={step} said={said} />}
      {teaches && (
        <>
          {said.hint && <Part name={words.hint}>{said.hint}</Part>}
          <Outcome content={content} step={step} said={said} named />
          {said.teacher && <Part name={words.teacher}>{said.teacher}</Part>}
        </>
      )}
    </section>
  );
}

/** What a step leads to: its answer, what is said afterwards, and its figure. */
function Outcome({ content, step, said, named }: Pick<StepProps, 'content' | 'step' | 'said'> & { readonly named?: boolean }) {
  const answer = answersOf(content.course, content.words).find((one) => one.step === step.id);
  return (
    <>
      {answer && <Part name={teachersText.answerOf[answer.kind]}>{answerMarkdown(answer)}</Part>}
      {said.after && (named ? <Part name={words.after}>{said.after}</Part> : <PrintMarkdown>{said.after}</PrintMarkdown>)}
      {step.evidence && <PrintFigure use={step.evidence} />}
    </>
  );
}

/** For students on a page of its own, so that nobody reads an answer before the question. */
function Outcomes({ content }: { readonly content: LessonContent }) {
  const steps = content.course.steps.flatMap((step, index) => {
    const said = content.words.steps.find(({ id }) => id === step.id);
    const has = said && (said.after !== null || step.evidence !== undefined || step.kind === 'predict' || step.kind === 'check');
    return has ? [{ step, said, nth: index + 1 }] : [];
  });
  const { recap } = content.words;
  return (
    <section className={styles.outcomes}>
      <h1>{words.outcomes}</h1>
      {steps.map(({ step, said, nth }) => (
        <section key={step.id} className={styles.step}>
          <h2>
            {nth}. {said.title}
          </h2>
          <Outcome content={content} step={step} said={said} />
        </section>
      ))}
      {recap && <Part name={lessonsText.head.recap}>{recap}</Part>}
    </section>
  );
}

function Asked({ step, said }: { readonly step: Extract<LessonStep, { kind: 'predict' | 'check' }>; readonly said: StepWords }) {
  const text = (id: string): string => said.options[id] ?? id;
  if ('options' in step)
    return (
      <ul className={styles.options}>
        {step.options.map((id) => (
          <li key={id}>
            <PrintMarkdown>{text(id)}</PrintMarkdown>
          </li>
        ))}
      </ul>
    );
  return (
    <dl className={styles.numbers}>
      {step.numbers.map(({ id }) => (
        <div key={id}>
          <dt>
            <PrintMarkdown>{text(id)}</PrintMarkdown>
          </dt>
          <dd>
            <span role="img" aria-label={words.yours} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Part({ name, children }: { readonly name: string; readonly children: string }) {
  return (
    <div className={styles.part}>
      <h3>{name}</h3>
      <PrintMarkdown>{children}</PrintMarkdown>
    </div>
  );
}
