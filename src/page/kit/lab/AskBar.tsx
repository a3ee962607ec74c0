/** The button that asks the lab, what that costs, how far it is, and why it did not answer. */
import { Button, Group, Progress, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { type Asker, labStore, useLab } from '../../state/lab/lab.ts';
import { isAsker } from '../../state/lab/types.ts';
import { FaultList } from '../notices/FaultList.tsx';
import { labText } from '../../../words/words.ts';

interface Props {
  readonly by: Asker;
  readonly start: string;
  readonly icon?: ReactNode;
  /** Where asking is not what the view is for. */
  readonly variant?: 'default';
  readonly cost?: string;
  /** Why nothing can be asked. */
  readonly refused: string | null;
  /** Whether the asker's question was asked and not answered yet. */
  readonly asking: boolean;
  /** What is being asked, where a question has several parts. */
  readonly part?: string;
  /** What is done before the first part; the team is loaded where nothing is said. */
  readonly loading?: string;
  readonly onStart: () => void;
  /** Calls off a course of many questions, between two of them too; where it is not given, the question under way is called off. */
  readonly onCancel?: () => void;
}

export function AskBar({ by, start, icon, variant, cost, refused, asking, part, loading = labText.loading, onStart, onCancel }: Props) {
  const job = useLab((lab) => lab.job);
  const fault = useLab((lab) => lab.faults.find((found) => isAsker(found.by, by))?.fault);
  const own = asking && job !== null && isAsker(job.by, by) ? job : null;
  const others = job !== null && !own;
  return (
    <>
      <Group gap="sm" mih={30}>
        <Button leftSection={icon} variant={variant} onClick={onStart} disabled={refused !== null || asking} title={refused ?? undefined}>
          {start}
        </Button>
        {(own ?? (asking && onCancel)) && (
          <Button variant="default" onClick={onCancel ?? (() => labStore.getState().cancel(by))}>
            {labText.cancel}
          </Button>
        )}
        {asking ? (
          <Group gap={8} role="status">
            {own && own.of > 0 && <Progress w={140} value={(100 * own.done) / own.of} aria-label={labText.progress(own.done, own.of)} />}
            <Text size="xs" c="dimmed">
              {others ? labText.waiting : own && own.of > 0 ? labText.progress(own.done, own.of, part) : loading}
            </Text>
          </Group>
        ) : (
          (refused ?? cost) && (
            <Text size="xs" c="dimmed">
              {refused ?? cost}
            </Text>
          )
        )}
      </Group>
      {fault && !asking && <FaultList faults={[fault]} onClose={() => labStore.getState().closeFault(by)} />}
    </>
  );
}
