/** A question with a right answer: it may be answered again, and is explained once it is right, or when asked to. */
import { Anchor, Button, Group, Radio, Stack, TextInput } from '@mantine/core';
import { IconCircleCheck, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { isRight, numbersRight, type Answer } from '../../../../core/lessons/answers.ts';
import type { CheckStep } from '../../../../core/lessons/lesson.ts';
import type { StepWords } from '../../../../core/lessons/words.ts';
import styles from '../lessons.module.css';
import { InlineMarkdown, Markdown } from '../../../kit/lessons/Markdown.tsx';
import { numberIn } from './numberIn.ts';
import { lessonsText } from '../../../../words/words.ts';

interface Props {
  readonly step: CheckStep;
  readonly words: StepWords;
  /** The answer given last; null before any. */
  readonly given: Answer | null;
  readonly onAnswer: (answer: Answer) => void;
}

export function CheckPart({ step, words: said, given, onAnswer }: Props) {
  const words = lessonsText.check;
  const [explained, setExplained] = useState(false);
  const right = given !== null && isRight(step, given);
  return (
    <>
      {'options' in step ? (
        <Options options={step.options} said={said} given={typeof given === 'string' ? given : null} right={right} onAnswer={onAnswer} />
      ) : (
        <Numbers step={step} said={said} given={typeof given === 'object' ? given : null} right={right} onAnswer={onAnswer} />
      )}
      <div role="status" className={styles.verdict} data-right={given === null ? undefined : right}>
        {given !== null && (
          <>
            {right ? <IconCircleCheck size={16} aria-hidden /> : <IconRefresh size={16} aria-hidden />}
            <span>{right ? words.right : words.wrong}</span>
          </>
        )}
      </div>
      {typeof given === 'string' && !right && said.mistakes[given] !== undefined && <Markdown>{said.mistakes[given]}</Markdown>}
      {given !== null && !right && !explained && said.after && (
        <Anchor component="button" type="button" fz="sm" c="var(--ink)" underline="always" onClick={() => setExplained(true)}>
          {words.explain}
        </Anchor>
      )}
      {(right || explained) && given !== null && said.after && <Markdown>{said.after}</Markdown>}
    </>
  );
}

interface AskedProps {
  readonly said: StepWords;
  readonly right: boolean;
}

interface OptionsProps extends AskedProps {
  readonly options: readonly string[];
  readonly given: string | null;
  readonly onAnswer: (answer: string) => void;
}

function Options({ options, said, given, right, onAnswer }: OptionsProps) {
  const words = lessonsText.check;
  const [chosen, setChosen] = useState(given);
  return (
    <form
      className={styles.asked}
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen !== null) onAnswer(chosen);
      }}
    >
      <Radio.Group label={words.legend} labelProps={LEGEND} value={chosen} onChange={setChosen} readOnly={right}>
        <Stack gap={8} mt={6}>
          {options.map((option) => (
            <Radio key={option} value={option} size="xs" label={<InlineMarkdown>{said.options[option] ?? option}</InlineMarkdown>} />
          ))}
        </Stack>
      </Radio.Group>
      {!right && (
        <Button type="submit" mt={10} disabled={chosen === null}>
          {given === null ? words.answer : words.again}
        </Button>
      )}
    </form>
  );
}

interface NumbersProps extends AskedProps {
  readonly step: Extract<CheckStep, { readonly numbers: unknown }>;
  readonly given: Readonly<Record<string, number>> | null;
  readonly onAnswer: (answer: Readonly<Record<string, number>>) => void;
}

function Numbers({ step, said, given, right, onAnswer }: NumbersProps) {
  const words = lessonsText.check;
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>(
    Object.fromEntries(step.numbers.map(({ id }) => [id, given?.[id] === undefined ? '' : String(given[id])])),
  );
  const [asked, setAsked] = useState(false);
  const values = Object.fromEntries(step.numbers.map(({ id, value }) => [id, numberIn(typed[id] ?? '', value)]));
  const complete = Object.values(values).every(Number.isFinite);
  // What was told holds for what was given, not for what is being typed.
  const told = given === null ? {} : numbersRight(step, given);
  return (
    <form
      className={styles.asked}
      onSubmit={(event) => {
        event.preventDefault();
        setAsked(true);
        if (complete) onAnswer(values);
      }}
    >
      <Group gap="8px 12px" align="start">
        {step.numbers.map(({ id }) => {
          const same = given?.[id] === values[id];
          return (
            <TextInput
              key={id}
              w={120}
              label={<InlineMarkdown>{said.options[id] ?? id}</InlineMarkdown>}
              inputMode="decimal"
              autoComplete="off"
              classNames={{ input: 'tabular' }}
              readOnly={right}
              value={typed[id] ?? ''}
              onChange={(event) => setTyped({ ...typed, [id]: event.currentTarget.value })}
              description={told[id] !== undefined && same ? words.number[told[id] ? 'right' : 'wrong'] : undefined}
            />
          );
        })}
      </Group>
      {asked && !complete && (
        <p role="alert" className={styles.quiet}>
          {words.missing}
        </p>
      )}
      {!right && (
        <Button type="submit" mt={10}>
          {given === null ? words.answer : words.again}
        </Button>
      )}
    </form>
  );
}

const LEGEND = { fw: 650 } as const;
