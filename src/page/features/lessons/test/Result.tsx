/** A finished form: the score, and of every question what was answered, what is right, and why. */
import { Button, Title } from '@mantine/core';
import { IconCircleCheck, IconCircleDashed, IconCircleX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { INVENTORY, type InventoryItem, scoreForm } from '../../../../core/lessons/inventory.ts';
import { optionsOf, type TestAttempt } from '../../../../core/lessons/record/make.ts';
import type { StepWords } from '../../../../core/lessons/words.ts';
import { InlineMarkdown, Markdown } from '../../../kit/lessons/Markdown.tsx';
import { useForm } from '../../../kit/lessons/useForm.ts';
import { testText } from '../../../../words/words.ts';
import { FormWaiting } from './FormWaiting.tsx';
import styles from './test.module.css';

const words = testText.result;

interface Props {
  readonly attempt: TestAttempt;
  readonly onBack: () => void;
}

export function Result({ attempt, onBack }: Props) {
  const { form } = attempt;
  const { words: said, fault, retry } = useForm(form);
  const heading = useRef<HTMLHeadingElement>(null);
  const chosen = optionsOf(attempt);
  const { right, items } = scoreForm(form, chosen);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section aria-labelledby="test-result">
      <h3 ref={heading} id="test-result" tabIndex={-1} className={styles.question}>
        {words.title(form)}
      </h3>
      <p className={styles.score}>{testText.score(right, items)}</p>
      <ul className={styles.points}>
        {[testText.chance, testText.untested, words.save].map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      <Button variant="default" mt="sm" onClick={onBack}>
        {words.back}
      </Button>
      {said ? (
        <ol className={styles.results}>
          {INVENTORY[form].map((item) => {
            const its = said.steps.find(({ id }) => id === item.id);
            return its && <Answered key={item.id} item={item} words={its} given={chosen[item.id]} />;
          })}
        </ol>
      ) : (
        <FormWaiting fault={fault} retry={retry} mt="sm" />
      )}
    </section>
  );
}

interface AnsweredProps {
  readonly item: InventoryItem;
  readonly words: StepWords;
  readonly given: string | undefined;
}

function Answered({ item, words: said, given }: AnsweredProps) {
  const verdict = given === undefined ? 'unanswered' : given === item.right ? 'right' : 'wrong';
  const Sign = { unanswered: IconCircleDashed, right: IconCircleCheck, wrong: IconCircleX }[verdict];
  return (
    <li data-item={item.id} data-verdict={verdict}>
      <Title order={4} fz="sm">
        {said.title}
      </Title>
      <p className={styles.verdict}>
        <Sign size={16} aria-hidden /> {words[verdict]}
      </p>
      <Markdown>{said.text}</Markdown>
      <dl className={styles.answers}>
        {given !== undefined && given !== item.right && (
          <div>
            <dt>{words.yours}</dt>
            <dd>
              <InlineMarkdown>{said.options[given] ?? given}</InlineMarkdown>
              {said.mistakes[given] !== undefined && <Markdown>{said.mistakes[given]}</Markdown>}
            </dd>
          </div>
        )}
        <div>
          <dt>{given === item.right ? words.yours : words.rightOne}</dt>
          <dd>
            <InlineMarkdown>{said.options[item.right] ?? item.right}</InlineMarkdown>
          </dd>
        </div>
      </dl>
      {said.after !== null && <Markdown>{said.after}</Markdown>}
      {said.sources !== null && (
        <details className={styles.sources}>
          <summary>{words.sources}</summary>
          <Markdown>{said.sources}</Markdown>
        </details>
      )}
    </li>
  );
}
