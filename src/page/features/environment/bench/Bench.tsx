/** The bench: draw a problem, let agents speak or speak for them, go back and forth, and see what the environment makes of it. */
import { Button, Group, NativeSelect, NumberInput, Text, Tooltip } from '@mantine/core';
import { IconPlayerPlay, IconWalk } from '@tabler/icons-react';
import { useState } from 'react';
import { problemAt } from '../../../../core/dataset/attach.ts';
import type { Split } from '../../../../core/environment/contract.ts';
import { benchStore, isStale, useBench } from './bench.ts';
import { attachedTo } from '../../../state/datasets/attached.ts';
import { documentStore, otherEnvironment, useDocument } from '../../../state/document/document.ts';
import { FaultList } from '../../../kit/notices/FaultList.tsx';
import { benchText as words } from '../../../../words/words.ts';
import { BenchControls } from './BenchControls.tsx';
import { BenchLog } from './BenchLog.tsx';
import { ConsoleLines, CostLines } from './CallLines.tsx';
import { StateView } from './StateView.tsx';
import styles from './bench.module.css';

const MAX = 4_294_967_295;

export function Bench({ held }: { readonly held: boolean }) {
  return (
    <section aria-label={words.title} className={styles.try}>
      <Choosers held={held} />
      {!held && <OwnEpisode />}
    </section>
  );
}

function Choosers({ held }: { readonly held: boolean }) {
  const [split, setSplit] = useState<Split>('train');
  const [seed, setSeed] = useState<number | string>(1);
  const [index, setIndex] = useState<number | string>(0);
  const busy = useBench((state) => state.busy);
  const begin = async (): Promise<void> => {
    const { document } = documentStore.getState();
    const data = await attachedTo(document.environment.dataset);
    // A problem of a data set goes by its row's number, as in a run.
    const row = data && problemAt(data, split, Number(index) || 0);
    await benchStore.getState().begin(document, { split, seed: Number(seed) || 0, index: Number(index) || 0, ...row });
  };
  const tryOne = async (): Promise<void> => {
    await begin();
    const { info, history, speak } = benchStore.getState();
    if (history.length === 0) return;
    if (info?.hooks.demonstrate) await speak('demonstrate', 'episode');
    else await silence();
    if (Number(index) < MAX) setIndex(Number(index) + 1);
  };
  return (
    <Group gap={6} align="end">
      <NativeSelect
        label={words.split}
        size="xs"
        w={84}
        data={(['train', 'test'] as const).map((value) => ({ value, label: words.splits[value] }))}
        value={split}
        onChange={(event) => setSplit(event.currentTarget.value === 'test' ? 'test' : 'train')}
      />
      <NumberInput label={words.seed} size="xs" w={72} min={0} max={MAX} allowDecimal={false} value={seed} onChange={setSeed} />
      <NumberInput label={words.index} size="xs" w={84} min={0} max={MAX} allowDecimal={false} value={index} onChange={setIndex} />
      <Group gap={6} ml="auto">
        <Tooltip label={words.stepByStepHelp}>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconWalk size={14} aria-hidden />}
            disabled={held || busy}
            onClick={() => void begin()}
          >
            {words.stepByStep}
          </Button>
        </Tooltip>
        <Tooltip label={words.tryOneHelp}>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlayerPlay size={14} aria-hidden />}
            disabled={held || busy}
            onClick={() => void tryOne()}
          >
            {words.tryOne}
          </Button>
        </Tooltip>
      </Group>
    </Group>
  );
}

/** Nobody says anything, to the end. */
async function silence(): Promise<void> {
  for (;;) {
    const { history, at, fault, say } = benchStore.getState();
    if (fault || (history[at]?.next ?? null) === null) return;
    await say('');
  }
}

/** The episode on the bench, unless it is of another environment than the one at hand; that one is there again with its project. */
function OwnEpisode() {
  const of = useBench((state) => state.document);
  const other = useDocument((state) => of !== null && otherEnvironment(state.document, of));
  if (!other) return <Episode />;
  return (
    <Text size="xs" c="dimmed">
      {words.empty}
    </Text>
  );
}

function Episode() {
  const moment = useBench((state) => state.history[state.at]);
  const start = useBench((state) => state.start);
  const fault = useBench((state) => state.fault);
  const printed = useBench((state) => state.console);
  const busy = useBench((state) => state.busy);
  const document = useDocument((state) => state.document);
  const stale = useBench((state) => isStale(state, document));
  return (
    <>
      {fault && <FaultList faults={[fault]} />}
      {printed.length > 0 && <ConsoleLines title={words.printedBefore} lines={printed} />}
      {!moment && !fault && (
        <Text size="xs" c="dimmed" aria-live="polite">
          {busy ? words.working : words.empty}
        </Text>
      )}
      {moment && start && (
        <section aria-label={words.region} className={styles.episode}>
          <Text size="xs" fw={650} component="h3">
            {words.problem(start.split, start.index, start.seed)}
          </Text>
          {stale && (
            <Text size="xs" c="dimmed" role="note">
              {words.stale}
            </Text>
          )}
          <BenchControls moment={moment} />
          <BenchLog moment={moment} />
          <ConsoleLines title={words.console} lines={moment.console} />
          <CostLines calls={moment.calls} />
          <StateView moment={moment} />
        </section>
      )}
    </>
  );
}
