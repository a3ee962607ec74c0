/** All predictions of the lesson, before it: what a participant expects of what they have not seen. */
import { Button, Group, Radio, Stack } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { PredictStep } from '../../../core/lessons/lesson.ts';
import type { StepWords } from '../../../core/lessons/words.ts';
import { predictionsOf } from '../../../core/study/course.ts';
import type { StudyRecord } from '../../../core/study/events.ts';
import { InlineMarkdown, Markdown } from '../../kit/lessons/Markdown.tsx';
import { useLessonContent } from '../../kit/lessons/useLessonContent.ts';
import { SURE, type Sure } from '../../state/lessons/types.ts';
import { lessonsText, studyText } from '../../../words/words.ts';
import { ParticipantBar } from './ParticipantBar.tsx';
import { Screen } from './Screen.tsx';
import { still } from './still.ts';
import type { StudyStore } from './study.ts';
import styles from './study.module.css';
import { Waiting } from './Waiting.tsx';

const words = studyText.predict;

interface Props {
  readonly store: StudyStore;
  readonly record: StudyRecord;
}

export function PredictPart({ store, record }: Props) {
  const { content, fault, retry } = useLessonContent(record.header.lesson);
  const made = predictionsOf(record);
  const steps = content?.course.steps.filter((step) => step.kind === 'predict') ?? [];
  const step = steps.find(({ id }) => !made.has(id));
  const said = content?.words.steps.find(({ id }) => id === step?.id);
  const over = content !== null && step === undefined;
  useEffect(() => {
    if (over) store.getState().goOn('predict');
  }, [over, store]);
  return (
    <Screen title={words.title} reading={step?.id ?? ''} bar={<ParticipantBar store={store} />}>
      {step && said ? (
        <>
          {step === steps[0] && <p>{words.intro(steps.length)}</p>}
          <p className={styles.quiet}>{words.nth(steps.indexOf(step) + 1, steps.length)}</p>
          <Prediction key={step.id} store={store} step={step} said={said} />
        </>
      ) : (
        <Waiting fault={fault} retry={retry} />
      )}
    </Screen>
  );
}

interface PredictionProps {
  readonly store: StudyStore;
  readonly step: PredictStep;
  readonly said: StepWords;
}

function Prediction({ store, step, said }: PredictionProps) {
  const [option, setOption] = useState<string | null>(null);
  const [sure, setSure] = useState<Sure | null>(null);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (option !== null) store.getState().tell({ kind: 'prediction', step: step.id, option, sure, outcome: option === step.outcome });
      }}
    >
      <h2>{said.title}</h2>
      <Markdown>{still(said.text)}</Markdown>
      <Radio.Group label={words.options} labelProps={LEGEND} mt="sm" value={option} onChange={setOption}>
        <Stack gap={10} mt={6}>
          {step.options.map((each) => (
            <Radio key={each} value={each} size="sm" label={<InlineMarkdown>{still(said.options[each] ?? each)}</InlineMarkdown>} />
          ))}
        </Stack>
      </Radio.Group>
      <Radio.Group label={words.sure} labelProps={LEGEND} mt="sm" value={sure} onChange={(chosen) => setSure(chosen as Sure)}>
        <Group gap="4px 14px" mt={4}>
          {SURE.map((each) => (
            <Radio key={each} value={each} size="sm" label={lessonsText.expected.sure[each]} />
          ))}
        </Group>
      </Radio.Group>
      <Button type="submit" mt="md" disabled={option === null}>
        {words.make}
      </Button>
    </form>
  );
}

const LEGEND = { fw: 650 } as const;
