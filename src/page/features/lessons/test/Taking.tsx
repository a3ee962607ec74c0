/** A form being taken: one question at a time, in any order, without a word on what is right. */
import { Button, Group, Text, Title, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { INVENTORY } from '../../../../core/lessons/inventory.ts';
import type { TestAttempt } from '../../../../core/lessons/record/make.ts';
import { FormItem } from '../../../kit/lessons/FormItem.tsx';
import { useForm } from '../../../kit/lessons/useForm.ts';
import { COLON, testText } from '../../../../words/words.ts';
import { attemptsStore } from '../record/attemptsStore.ts';
import { FormWaiting } from './FormWaiting.tsx';
import styles from './test.module.css';

const words = testText.taking;

interface Props {
  readonly attempt: TestAttempt;
  readonly onFinish: () => void;
  /** Leaves it as it is, or after it was discarded. */
  readonly onLeave: () => void;
}

export function Taking({ attempt, onFinish, onLeave }: Props) {
  const { form, answers } = attempt;
  const items = INVENTORY[form];
  const { words: said, fault, retry } = useForm(form);
  const firstOpen = items.findIndex(({ id }) => !Object.hasOwn(answers, id));
  const [index, setIndex] = useState(Math.max(0, firstOpen));
  const [ending, setEnding] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const item = items[index];
  const its = said?.steps.find(({ id }) => id === item?.id);
  const missing = items.filter(({ id }) => !Object.hasOwn(answers, id)).length;
  const go = (to: number): void => {
    setEnding(false);
    setIndex(to);
  };
  useMoved(index, heading);
  if (!item) return null;
  return (
    <section aria-label={testText.form(form)}>
      <Title order={3} fz="sm" fw={500} c="dimmed">
        {testText.title} · {testText.form(form)} · {words.answered(items.length - missing, items.length)}
      </Title>
      <nav aria-label={words.questions} className={styles.marks}>
        {items.map(({ id }, nth) => (
          <UnstyledButton
            key={id}
            className={styles.mark}
            data-answered={Object.hasOwn(answers, id) || undefined}
            aria-current={nth === index ? 'step' : undefined}
            aria-label={words.mark(nth + 1, Object.hasOwn(answers, id))}
            onClick={() => go(nth)}
          >
            {nth + 1}
          </UnstyledButton>
        ))}
      </nav>
      {its ? (
        <div data-item={item.id} className={styles.item}>
          <p className={styles.where}>{words.question(index + 1, items.length)}</p>
          <h4 ref={heading} tabIndex={-1} className={styles.question}>
            {its.title}
          </h4>
          <FormItem
            key={item.id}
            item={item}
            words={its}
            legend={words.legend}
            chosen={answers[item.id]?.option ?? null}
            onChoose={(option) => attemptsStore.getState().answer(item.id, option)}
          />
        </div>
      ) : (
        <FormWaiting fault={fault} retry={retry} />
      )}
      <Group gap="xs" mt="lg" justify="space-between">
        <Group gap="xs">
          <Button variant="default" disabled={index === 0} onClick={() => go(index - 1)}>
            {words.previous}
          </Button>
          {index < items.length - 1 && (
            <Button variant={Object.hasOwn(answers, item.id) ? 'filled' : 'default'} onClick={() => go(index + 1)}>
              {words.next}
            </Button>
          )}
          {(index === items.length - 1 || missing === 0) && (
            <Button variant={missing === 0 ? 'filled' : 'default'} onClick={() => (missing === 0 ? onFinish() : setEnding(true))}>
              {words.finish}
            </Button>
          )}
        </Group>
        <Leaving onLeave={onLeave} />
      </Group>
      {ending && missing > 0 && (
        <div role="alert" className={styles.ending}>
          <Text size="sm">{words.missing(missing)}</Text>
          <Group gap="xs" mt={8}>
            <Button variant="default" onClick={() => go(firstOpen)}>
              {words.goBack}
            </Button>
            <Button variant="default" onClick={onFinish}>
              {words.finishAnyway}
            </Button>
          </Group>
        </div>
      )}
      <VisuallyHidden aria-live="polite">{its && `${words.question(index + 1, items.length)}${COLON}${its.title}`}</VisuallyHidden>
    </section>
  );
}

/** Later, or never: what was answered is kept, or forgotten once that was confirmed. */
function Leaving({ onLeave }: { readonly onLeave: () => void }) {
  const [asking, setAsking] = useState(false);
  if (!asking)
    return (
      <Group gap="xs">
        <Button variant="subtle" onClick={onLeave}>
          {words.interrupt}
        </Button>
        <Button variant="subtle" onClick={() => setAsking(true)}>
          {words.discard}
        </Button>
      </Group>
    );
  return (
    <Group gap="xs" role="alert">
      <Text size="sm">{words.reallyDiscard}</Text>
      <Button
        variant="default"
        onClick={() => {
          attemptsStore.getState().discard();
          onLeave();
        }}
      >
        {words.discard}
      </Button>
      <Button variant="default" onClick={() => setAsking(false)}>
        {words.keep}
      </Button>
    </Group>
  );
}

/** With another question its heading takes the focus; not with the first one shown. */
function useMoved(index: number, heading: React.RefObject<HTMLElement | null>): void {
  const before = useRef(index);
  useEffect(() => {
    if (before.current === index) return;
    before.current = index;
    heading.current?.focus();
  }, [index, heading]);
}
