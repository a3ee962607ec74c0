/** Something to do: what is waited for, told as soon as it is done, with ways on for who cannot or would not. */
import { Button, Group } from '@mantine/core';
import { IconCircleCheck, IconHourglass, IconPlayerPlay, IconWand } from '@tabler/icons-react';
import type { DoStep } from '../../../../core/lessons/lesson.ts';
import type { StepWords } from '../../../../core/lessons/words.ts';
import type { StepState } from '../../../state/lessons/types.ts';
import { goalText } from './goalText.ts';
import styles from '../lessons.module.css';
import { Markdown } from '../../../kit/lessons/Markdown.tsx';
import { lessonsText } from '../../../../words/words.ts';

interface Props {
  readonly step: DoStep;
  readonly words: StepWords;
  readonly state: StepState;
  readonly onRecorded: () => void;
  readonly onAssist: () => void;
}

export function DoPart({ step, words: said, state, onRecorded, onAssist }: Props) {
  const { do: words, goal } = lessonsText;
  const open = state === 'open';
  return (
    <>
      <div role="status" className={styles.status} data-state={state}>
        {open ? <IconHourglass size={16} aria-hidden /> : <IconCircleCheck size={16} aria-hidden />}
        <span>{open ? words.waiting(goalText(step.goal, goal)) : words[state]}</span>
      </div>
      {(open || state === 'recorded') && (
        <Group gap={8}>
          {step.recorded && open && (
            <Button variant="default" leftSection={<IconPlayerPlay size={15} aria-hidden />} onClick={onRecorded}>
              {step.recorded === 'run' ? words.showRun : words.showResult}
            </Button>
          )}
          {step.assist && (
            <Button variant="default" leftSection={<IconWand size={15} aria-hidden />} onClick={onAssist}>
              {words.assist}
            </Button>
          )}
        </Group>
      )}
      {!open && said.after && <Markdown>{said.after}</Markdown>}
    </>
  );
}
