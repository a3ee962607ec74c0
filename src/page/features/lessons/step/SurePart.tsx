/** How sure somebody is of what they expect, and what they expected beside what came. */
import { Button, Group, Radio, Textarea } from '@mantine/core';
import { useState } from 'react';
import { MOST_EXPECTED } from '../../../../core/lessons/taken.ts';
import { SURE, type Expected, type Sure } from '../../../state/lessons/types.ts';
import styles from '../lessons.module.css';
import { lessonsText } from '../../../../words/words.ts';

interface SureProps {
  readonly value: Sure | null;
  readonly onChange: (sure: Sure) => void;
}

export function SureChoice({ value, onChange }: SureProps) {
  const words = lessonsText.expected;
  return (
    <Radio.Group label={words.legend} labelProps={LEGEND} mt={10} value={value} onChange={(sure) => onChange(sure as Sure)}>
      <Group gap="4px 14px" mt={4}>
        {SURE.map((sure) => (
          <Radio key={sure} value={sure} size="xs" label={words.sure[sure]} />
        ))}
      </Group>
    </Radio.Group>
  );
}

const LEGEND = { fw: 500, fz: 'xs' } as const;

interface ExpectProps {
  readonly given: Expected | null;
  /** Whether what was expected may still be said. */
  readonly open: boolean;
  readonly onExpect: (text: string, sure: Sure | null) => void;
}

/** Before something is done: what do you expect? Afterwards: what you expected. */
export function ExpectPart({ given, open, onExpect }: ExpectProps) {
  const words = lessonsText.expected;
  const [text, setText] = useState(given?.text ?? '');
  const [sure, setSure] = useState<Sure | null>(given?.sure ?? null);
  if (!open)
    return (
      given?.text != null && (
        <dl className={styles.prediction}>
          <div>
            <dt>{words.yours(given.sure && words.sure[given.sure])}</dt>
            <dd>{given.text}</dd>
          </div>
        </dl>
      )
    );
  return (
    <form
      className={styles.asked}
      onSubmit={(event) => {
        event.preventDefault();
        onExpect(text, sure);
      }}
    >
      <Textarea
        label={words.ask}
        autosize
        minRows={2}
        maxLength={MOST_EXPECTED}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <SureChoice value={sure} onChange={setSure} />
      <Group gap={10} mt={10}>
        <Button type="submit" variant="default" disabled={text.trim() === ''}>
          {words.keep}
        </Button>
        {given?.text != null && given.text === text.trim() && given.sure === sure && <span className={styles.quiet}>{words.kept}</span>}
      </Group>
    </form>
  );
}
