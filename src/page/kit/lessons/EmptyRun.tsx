/** What stands where a run would be shown: why there is none, and what to do. */
import { Button } from '@mantine/core';
import { IconChartLine, IconFileOff, IconPlayerPlay } from '@tabler/icons-react';
import { useLessonOpen } from '../../state/lessons/open.ts';
import { useRuns } from '../../state/runs/runs.ts';
import { runCommand } from '../commands/runCommand.ts';
import { trainCommand } from '../commands/train.ts';
import { openLearn } from '../../state/address/learnStore.ts';
import { startFirstLesson } from './startFirstLesson.ts';
import { OpenOther } from '../files/OpenOther.tsx';
import { EmptyState } from '../notices/EmptyState.tsx';
import { GAP, inspectText, text } from '../../../words/words.ts';
import { worded } from '../../../core/faults.ts';

const words = inspectText.empty;

export function EmptyRun() {
  const recorded = useRuns((state) => state.recorded);
  const inLesson = useLessonOpen();
  const others = useRuns((state) => state.order.length > 0);
  const actions = (
    <>
      <Button leftSection={<IconPlayerPlay size={16} aria-hidden />} onClick={() => runCommand(trainCommand)}>
        {words.begin}
      </Button>
      <Button variant="default" onClick={() => openLearn('examples')}>
        {text.shell.examples}
      </Button>
      {!inLesson && (
        <Button variant="default" onClick={() => void startFirstLesson()}>
          {text.shell.newHere.start}
        </Button>
      )}
      {!inLesson && <OpenOther />}
    </>
  );
  switch (recorded.status) {
    case 'loading':
      return <EmptyState icon="loading" title={words.loading} />;
    case 'missing':
      return <EmptyState icon={IconFileOff} title={words.missing} hint={words.missingHint} actions={actions} />;
    case 'broken':
      return (
        <EmptyState
          icon={IconFileOff}
          title={words.broken}
          hint={`${worded(recorded.fault).message}${GAP}${words.missingHint}`}
          actions={actions}
        />
      );
    case 'idle':
    case 'ready':
      return (
        <EmptyState
          icon={IconChartLine}
          title={others ? words.noneShown : words.noRun}
          hint={others ? words.noneShownHint : words.noRunHint}
          actions={actions}
        />
      );
    default:
      return recorded satisfies never;
  }
}
