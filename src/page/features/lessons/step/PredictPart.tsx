/** A prediction: asked before anything that follows is shown, and standing beside what happened afterwards. */
import { Button, Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import type { PredictStep } from '../../../../core/lessons/lesson.ts';
import type { StepWords } from '../../../../core/lessons/words.ts';
import type { Sure } from '../../../state/lessons/types.ts';
import type { MadePrediction } from './besidePrediction.ts';
import styles from '../lessons.module.css';
import { SureChoice } from './SurePart.tsx';
import { InlineMarkdown, Markdown } from '../../../kit/lessons/Markdown.tsx';
import { lessonsText } from '../../../../words/words.ts';

interface Props {
  readonly step: PredictStep;
  readonly words: StepWords;
  /** What was predicted; null as long as nothing was. */
  readonly made: MadePrediction | null;
  readonly onPredict: (option: string, sure: Sure | null) => void;
}

export function PredictPart({ step, words: said, made, onPredict }: Props) {
  const words = lessonsText.predict;
  const [chosen, setChosen] = useState<string | null>(null);
  const [sure, setSure] = useState<Sure | null>(null);
  if (made)
    return (
      <>
        <PredictionBeside made={made} options={said.options} />
        {said.after && <Markdown>{said.after}</Markdown>}
        {made.outcome === null && <p className={styles.quiet}>{words.open}</p>}
      </>
    );
  return (
    <form
      className={styles.asked}
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen !== null) onPredict(chosen, sure);
      }}
    >
      <Radio.Group label={words.legend} labelProps={LEGEND} value={chosen} onChange={setChosen}>
        <Stack gap={8} mt={6}>
          {step.options.map((option) => (
            <Radio key={option} value={option} size="xs" label={<InlineMarkdown>{said.options[option] ?? option}</InlineMarkdown>} />
          ))}
        </Stack>
      </Radio.Group>
      <SureChoice value={sure} onChange={setSure} />
      <Button type="submit" mt={10} disabled={chosen === null}>
        {words.make}
      </Button>
    </form>
  );
}

const LEGEND = { fw: 650 } as const;

interface BesideProps {
  readonly made: MadePrediction;
  readonly options: StepWords['options'];
}

/** What was predicted, and what happened where that is known; neither is called right or wrong. */
export function PredictionBeside({ made: { chosen, outcome, sure }, options }: BesideProps) {
  const { predict: words, expected } = lessonsText;
  return (
    <dl className={styles.prediction}>
      <div>
        <dt>{sure === null ? words.yours : expected.predicted(expected.sure[sure])}</dt>
        <dd>
          <InlineMarkdown>{options[chosen] ?? chosen}</InlineMarkdown>
        </dd>
      </div>
      {outcome !== null && (
        <div>
          <dt>{words.happened}</dt>
          <dd>{outcome === chosen ? words.agrees : <InlineMarkdown>{options[outcome] ?? outcome}</InlineMarkdown>}</dd>
        </div>
      )}
    </dl>
  );
}
