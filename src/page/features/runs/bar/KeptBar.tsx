/** What keeping runs has to say: one that was interrupted is offered to go on; one that cannot be kept says why. */
import { Alert, Button, Group, Text, Tooltip } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { faultFrom, type Fault } from '../../../../core/faults.ts';
import type { RunCard } from '../../../../core/formats/runs/card.ts';
import { cursorStore } from '../../../state/address/cursor.ts';
import { engineStore, isActive, useEngine } from '../../../state/engine/engine.ts';
import { isWarming } from '../../../state/engine/warmStart.ts';
import { interruptedCard, libraryStore, useLibrary } from '../../../state/library/library.ts';
import { queueStore } from '../../../state/queue/queue.ts';
import { FaultList } from '../../../kit/notices/FaultList.tsx';
import { GAP, text } from '../../../../words/words.ts';

const words = text.kept;

export function KeptBar() {
  const busy = useEngine((state) => isActive(state.phase) || isWarming(state.warm));
  const card = useLibrary(useShallow(interruptedCard));
  return (
    <>
      {card && !busy && <Interrupted key={card.id} card={card} />}
      <NotKept />
    </>
  );
}

function Interrupted({ card }: { readonly card: RunCard }) {
  const [busy, setBusy] = useState(false);
  const [faults, setFaults] = useState<readonly Fault[]>([]);
  const newest = card.checkpoints.at(-1);
  const act = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setFaults([]);
    try {
      await work(); // why a run does not begin is told by the engine, below its controls
    } catch (error) {
      setFaults([faultFrom(error)]);
    }
    setBusy(false);
  };
  const goOn = async (): Promise<void> => {
    await libraryStore.getState().open(card.id);
    await engineStore.getState().continueRun(card.id);
  };
  const beginAgain = async (): Promise<void> => {
    const { document } = await libraryStore.getState().load(card.id);
    const { name, tags, notes, parent, sweep } = card;
    const begun = await engineStore.getState().train({ document, name, tags, notes, parent, sweep });
    if (begun === null) return;
    queueStore.getState().begunAnew(card.id, begun);
    await libraryStore.getState().leave(card.id);
  };
  return (
    <Alert role="region" aria-label={words.interrupted.label} variant="light" color="blue" p={8}>
      <Group gap={10}>
        <Text size="sm" flex="1 1 320px" c="var(--ink)">
          {words.interrupted.said(card.name || card.project, card.iteration, card.iterations)}
          {GAP}
          <Text span size="sm">
            {newest === undefined ? words.interrupted.nowhere : words.interrupted.from(newest)}
          </Text>
        </Text>
        <Button
          leftSection={<IconPlayerPlay size={15} aria-hidden />}
          disabled={busy}
          onClick={() => void act(newest === undefined ? beginAgain : goOn)}
        >
          {newest === undefined ? words.interrupted.again : words.interrupted.continue}
        </Button>
        <Tooltip label={words.interrupted.leaveHelp}>
          <Button variant="default" disabled={busy} onClick={() => void act(() => libraryStore.getState().leave(card.id))}>
            {words.interrupted.leave}
          </Button>
        </Tooltip>
      </Group>
      <FaultList faults={faults} />
    </Alert>
  );
}

/** Why the run under way is not on disk, and the way to make room. */
function NotKept() {
  const fault = useLibrary((state) => state.keeping?.fault ?? null);
  if (!fault) return null;
  const full = fault.code === 'E_LIBRARY_FULL';
  return (
    <FaultList
      faults={[fault]}
      action={
        full && (
          <Group>
            <Button variant="default" onClick={() => cursorStore.getState().move({ place: 'runs' })}>
              {words.keeping.runs}
            </Button>
          </Group>
        )
      }
    />
  );
}
