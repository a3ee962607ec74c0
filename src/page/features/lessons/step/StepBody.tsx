/** What a step says and asks, by its kind. */
import { Anchor, Button } from '@mantine/core';
import { useId, useState } from 'react';
import type { Course, LessonStep } from '../../../../core/lessons/lesson.ts';
import type { LessonWords, StepWords } from '../../../../core/lessons/words.ts';
import { lessonsStore } from '../../../state/lessons/lessons.ts';
import type { LessonProgress } from '../../../state/lessons/types.ts';
import { predictionAt } from './besidePrediction.ts';
import { CheckPart } from './CheckPart.tsx';
import { DoPart } from './DoPart.tsx';
import { EvidenceFigure } from '../../../kit/lessons/EvidenceFigure.tsx';
import styles from '../lessons.module.css';
import { Markdown } from '../../../kit/lessons/Markdown.tsx';
import { ExpectPart } from './SurePart.tsx';
import { PredictionBeside, PredictPart } from './PredictPart.tsx';
import { useTargetThere } from '../pointing/Spotlight.tsx';
import { focusTarget } from '../pointing/pointing.ts';
import { showWork } from '../../../kit/lessons/turns.ts';
import type { LessonContent } from '../../../kit/lessons/useLessonContent.ts';
import { lessonsText } from '../../../../words/words.ts';

interface Props {
  readonly content: LessonContent;
  readonly step: LessonStep;
  readonly words: StepWords;
  readonly progress: Pick<LessonProgress, 'states' | 'answers' | 'expected'>;
}

export function StepBody({ content, step, words: said, progress }: Props) {
  const made = predictionAt(content.course, progress, step.id);
  const earlier = made && made.step.id !== step.id ? made : null;
  return (
    <>
      {earlier && <PredictionBeside made={earlier} options={content.words.steps.find(({ id }) => id === earlier.step.id)?.options ?? {}} />}
      {isBeginning(content.course, step, progress) && <Head words={content.words} />}
      <Markdown>{said.text}</Markdown>
      {step.targets && step.targets.length > 0 && <Pointed step={step} />}
      <Part step={step} words={said} progress={progress} made={made} />
      {said.hint && <Hint>{said.hint}</Hint>}
      {step.evidence && showsEvidence(step, progress) && <EvidenceFigure use={step.evidence} />}
      {step === content.course.steps.at(-1) && content.words.recap !== null && <Recap>{content.words.recap}</Recap>}
      {said.sources && <Sources>{said.sources}</Sources>}
    </>
  );
}

/** Whether a step is the one that a lesson is begun with: its first, or its second for who has passed over that. */
function isBeginning({ steps: [first, second] }: Course, step: LessonStep, { states }: Pick<LessonProgress, 'states'>): boolean {
  return step === first || (step === second && first !== undefined && !Object.hasOwn(states, first.id));
}

/** What one should know, and what one will be able to do: before anything else. */
function Head({ words: { needs, objectives } }: { readonly words: LessonWords }) {
  const { head } = lessonsText;
  return (
    <>
      {objectives !== null && (
        <section className={styles.whole} aria-label={head.objectives}>
          <h4>{head.objectives}</h4>
          <Markdown>{objectives}</Markdown>
          {needs !== null && (
            <>
              <h4>{head.needs}</h4>
              <Markdown>{needs}</Markdown>
            </>
          )}
        </section>
      )}
    </>
  );
}

function Recap({ children }: { readonly children: string }) {
  const { head } = lessonsText;
  return (
    <section className={styles.whole} aria-label={head.recap}>
      <h4>{head.recap}</h4>
      <Markdown>{children}</Markdown>
    </section>
  );
}

function Sources({ children }: { readonly children: string }) {
  const { head } = lessonsText;
  return (
    <details className={styles.sources}>
      <summary>{head.sources}</summary>
      <Markdown>{children}</Markdown>
    </details>
  );
}

/** The figure of something to do is what was done: it stands there once it was done, or was asked for. */
function showsEvidence(step: LessonStep, { states }: Pick<LessonProgress, 'states'>): boolean {
  return step.kind !== 'do' || (states[step.id] ?? 'open') !== 'open';
}

interface PartProps extends Omit<Props, 'content'> {
  readonly made: ReturnType<typeof predictionAt>;
}

function Part({ step, words, progress, made }: PartProps) {
  const { predict, answer, showRecorded, assist, expect } = lessonsStore.getState();
  switch (step.kind) {
    case 'show':
    case 'highlight':
      return null;
    case 'predict':
      return <PredictPart step={step} words={words} made={made} onPredict={predict} />;
    case 'check':
      return <CheckPart step={step} words={words} given={progress.answers[step.id] ?? null} onAnswer={answer} />;
    case 'do':
      return (
        <>
          {step.expects && (
            <ExpectPart
              given={progress.expected?.[step.id] ?? null}
              open={(progress.states[step.id] ?? 'open') === 'open'}
              onExpect={expect}
            />
          )}
          <DoPart step={step} words={words} state={progress.states[step.id] ?? 'open'} onRecorded={showRecorded} onAssist={assist} />
        </>
      );
    default:
      return step satisfies never;
  }
}

function Hint({ children }: { readonly children: string }) {
  const { do: words } = lessonsText;
  const [shown, setShown] = useState(false);
  const id = useId();
  return (
    <div className={styles.hint}>
      <Anchor
        component="button"
        type="button"
        fz="sm"
        c="var(--ink)"
        underline="always"
        data-hint
        aria-expanded={shown}
        aria-controls={id}
        onClick={() => setShown(!shown)}
      >
        {shown ? words.hintTitle : words.hint}
      </Anchor>
      <div id={id}>{shown && <Markdown>{children}</Markdown>}</div>
    </div>
  );
}

/** The way to what is outlined, for the keyboard, and back to where it is. */
function Pointed({ step }: { readonly step: LessonStep }) {
  const { pointed: words } = lessonsText;
  const there = useTargetThere();
  const show = (): void => {
    showWork();
    focusTarget(step.targets ?? []);
  };
  return (
    <div className={styles.pointed}>
      {there ? (
        <Button variant="subtle" size="compact-xs" px={0} onClick={show}>
          {words.show}
        </Button>
      ) : (
        <>
          <span className={styles.quiet}>{words.away}</span>{' '}
          <Button variant="subtle" size="compact-xs" px={0} onClick={() => lessonsStore.getState().go(step.id)}>
            {words.back}
          </Button>
        </>
      )}
    </div>
  );
}
