/** The button that asks the lab, what that costs, how far it is, and why it did not answer. */
import { Button, Group, Progress, Text } from '@mantine/core';
import { labStore, useLab } from '../../stores/lab.ts';
import type { LabJob } from '../../stores/lab/types.ts';
import { FaultList } from '../shell/FaultList.tsx';
import { labEn } from '../text/en.lab.ts';

interface Props {
  readonly start: string;
  readonly cost: string;
  /** Why nothing can be asked. */
  readonly refused: string | null;
  /** Whether this run's question of this kind was asked and not answered yet. */
  readonly asking: boolean;
  readonly isOwn: (job: LabJob) => boolean;
  readonly onStart: () => void;
}

export function AskBar({ start, cost, refused, asking, isOwn, onStart }: Props) {
  const job = useLab((lab) => lab.job);
  const fault = useLab((lab) => lab.fault);
  const own = job !== null && isOwn(job);
  return (
    <>
      <Group gap="sm" mih={30}>
        <Button onClick={onStart} disabled={refused !== null || asking} title={refused ?? undefined}>
          {start}
        </Button>
        {own && (
          <Button variant="default" onClick={() => labStore.getState().cancel()}>
            {labEn.cancel}
          </Button>
        )}
        {asking ? (
          <Group gap={8} role="status">
            {own && job.of > 0 && <Progress w={140} value={(100 * job.done) / job.of} aria-label={labEn.progress(job.done, job.of)} />}
            <Text size="xs" c="dimmed">
              {!own ? labEn.waiting : job.of === 0 ? labEn.loading : labEn.progress(job.done, job.of)}
            </Text>
          </Group>
        ) : (
          <Text size="xs" c="dimmed">
            {refused ?? cost}
          </Text>
        )}
      </Group>
      {fault && !asking && <FaultList faults={[fault]} onClose={() => labStore.getState().closeFault()} />}
    </>
  );
}
