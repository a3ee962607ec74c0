/** How a step was left behind, as a sign: shapes differ, not only colours. */
import { IconCheck, IconLock, IconPlayerPlayFilled, IconWand } from '@tabler/icons-react';
import type { StepState } from '../../state/lessons/types.ts';
import styles from './lessons.module.css';

interface Props {
  readonly state: StepState | 'shut';
  readonly current?: boolean;
}

const SIGNS = {
  open: null,
  done: <IconCheck size={11} stroke={3.5} />,
  recorded: <IconPlayerPlayFilled size={8} />,
  assisted: <IconWand size={11} stroke={2.25} />,
  shut: <IconLock size={9} stroke={2.25} />,
} as const;

export function StepMark({ state, current = false }: Props) {
  return (
    <span className={styles.mark} data-state={state} data-current={current || undefined} aria-hidden>
      {SIGNS[state]}
    </span>
  );
}
